import { useState, type FormEvent } from 'react'

interface Sending {
  readonly busy: boolean
  /** Why the last attempt failed; until one succeeds. */
  readonly error: unknown
  readonly forget: () => void
  /** Whether it arrived. */
  readonly send: (work: () => Promise<unknown>) => Promise<boolean>
  /** What a form does when it is sent: once, however often somebody presses Enter. */
  readonly submit: (work: () => Promise<unknown>, onRefused?: () => void) => (event: FormEvent) => void
}

/** Something on its way to the server. What leaves the page on success stays busy until then. */
export function useSending({ leaves = false } = {}): Sending {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const send = async (work: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await work()
      if (!leaves) {
        setError(undefined)
        setBusy(false)
      }
      return true
    } catch (failure) {
      setError(failure)
      setBusy(false)
      return false
    }
  }
  return {
    busy,
    error,
    forget: () => setError(undefined),
    send,
    submit: (work, onRefused) => (event) => {
      event.preventDefault()
      if (!busy)
        void send(work).then((arrived) => {
          if (!arrived) onRefused?.()
        })
    },
  }
}
