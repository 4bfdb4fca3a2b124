/** By then everything is loaded, and the garbage that loading left would stay for as long as nothing happens. */
const SETTLED_MS = 5_000

/**
 * Gives the memory back that only the start needed, a quarter of what an idle server holds. The collector is exposed by
 * the executable (`bin/hindcast.js`); without it nothing happens.
 */
export function releaseMemoryAfterStart(): void {
  setTimeout(collect, SETTLED_MS).unref()
}

/**
 * The same after a peak: an idle server allocates too little to trigger the garbage collector and would keep hundreds
 * of megabytes. Call the returned function with the number of released bytes.
 */
export function releaseMemoryAfter(
  mostBytes: number,
  later: (work: () => void) => void = afterwards,
): (bytes: number) => void {
  let sum = 0
  let isPlanned = false
  return (bytes) => {
    sum += bytes
    if (sum < mostBytes || isPlanned) return
    isPlanned = true
    later(() => {
      sum = 0
      isPlanned = false
      collect()
    })
  }
}

function afterwards(work: () => void): void {
  setTimeout(work, SETTLED_MS).unref()
}

function collect(): void {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
