import { useSyncExternalStore } from 'react'
import { locale } from '#lib/i18n/i18n.ts'
import { exactTime, relativeTime } from '#lib/i18n/format.ts'

const TICK_MS = 5000

/** One clock for the whole page, so that two rows never disagree about "now". */
const readers = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let now = Date.now()

function subscribe(reader: () => void): () => void {
  readers.add(reader)
  timer ??= setInterval(() => {
    now = Date.now()
    for (const tell of readers) tell()
  }, TICK_MS)
  return () => {
    readers.delete(reader)
    if (readers.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Relative time, with the exact one on hover. */
export function Timestamp({ at }: { readonly at: string | number }) {
  const ms = typeof at === 'number' ? at : Date.parse(at)
  const text = useSyncExternalStore(subscribe, () => relativeTime(ms, Math.max(now, ms), locale))
  return (
    <time dateTime={new Date(ms).toISOString()} title={exactTime(ms, locale)}>
      {text}
    </time>
  )
}
