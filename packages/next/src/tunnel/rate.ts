const MINUTE_MS = 60_000
/** Further addresses of the same minute share one count, so that made-up ones cannot fill the memory. */
const MOST_ADDRESSES = 10_000
const OTHERS = ''

/** Counts requests per address and minute; answers the seconds to wait for one too many. */
export function limitRate(perMinute: number, now: () => number): (address: string) => number | undefined {
  const counts = new Map<string, number>()
  let start = now()
  return (address) => {
    const age = now() - start
    if (age >= MINUTE_MS || age < 0) {
      counts.clear()
      start = now()
    }
    const key = counts.has(address) || counts.size < MOST_ADDRESSES ? address : OTHERS
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count > perMinute ? Math.ceil((start + MINUTE_MS - now()) / 1000) : undefined
  }
}
