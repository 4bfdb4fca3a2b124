import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

/** How far a section is from being saved, whatever it holds. */
export interface Saving {
  readonly dirty: boolean
  readonly busy: boolean
  readonly error: unknown
  readonly discard: () => void
  readonly save: () => void
}

export interface Draft<T> extends Saving {
  readonly value: T
  readonly edit: (value: T) => void
}

/** A section of a form: shows the saved values until edited, then the draft until it is saved or discarded. */
export function useDraft<T>(saved: T, send: (value: T) => Promise<void>): Draft<T> {
  const [edited, edit] = useState<T>()
  const value = edited ?? saved
  const saving = useMutation({ mutationFn: send, onSuccess: () => edit(undefined) })
  return {
    value,
    dirty: edited !== undefined && JSON.stringify(edited) !== JSON.stringify(saved),
    busy: saving.isPending,
    error: saving.error ?? undefined,
    edit: (next) => {
      edit(() => next)
      saving.reset()
    },
    discard: () => {
      edit(undefined)
      saving.reset()
    },
    save: () => saving.mutate(value),
  }
}
