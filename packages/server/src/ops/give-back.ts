/** By then everything is loaded, and the garbage that loading left would stay for as long as nothing happens. */
const SETTLED_MS = 5_000

/**
 * Gives the memory back that only the start needed, a quarter of what an idle server holds. The collector is exposed by
 * the executable (`bin/hindcast.js`); without it nothing happens.
 */
export function giveBackAfterStart(): void {
  const collect = () => globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  setTimeout(collect, SETTLED_MS).unref()
}
