import { useEffect, useRef } from 'react'
import { useLiveMessages } from '#product/live/live.ts'

/** A busy project digests many batches a second. */
const GATHER_MS = 1000

/**
 * Asks again while somebody looks: when events change issues, as a browser's event does once the server's that explains it
 * is there, and where nothing was found, when events arrive.
 */
export function useArrivals(foundNothing: boolean, ask: () => unknown): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useLiveMessages(({ type }) => {
    if (type !== 'issues' && !(type === 'digest' && foundNothing)) return
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      ask()
    }, GATHER_MS)
  })
}
