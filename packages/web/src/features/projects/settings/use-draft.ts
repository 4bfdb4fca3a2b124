import { useState } from 'react'

/** How far a section is from being saved, whatever it holds. */
export interface Saving {
  readonly dirty: boolean
  readonly busy: boolean
  readonly error: unknown
  readonly discard: () => void
  readonly save: () => Promise<void>
}

export interface Draft<T> extends Saving {
  readonly value: T
  readonly edit: (value: T) => void
}

/** A section of a form: what is saved until somebody changes it, and theirs from then on until it is saved or thrown away. */
export function useDraft<T>(saved: T, send: (value: T) => Promise<void>): Draft<T> {
  const [edited, edit] = useState<T>()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const value = edited ?? saved
  const save = async () => {
    setBusy(true)
    try {
      await send(value)
      edit(undefined)
      setError(undefined)
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  return {
    value,
    dirty: edited !== undefined && JSON.stringify(edited) !== JSON.stringify(saved),
    busy,
    error,
    edit: (next) => {
      edit(() => next)
      setError(undefined)
    },
    discard: () => {
      edit(undefined)
      setError(undefined)
    },
    save,
  }
}
