/** Passes a value on at once, and while more come in quick succession only the latest of each interval. */
export function throttleLatest<T>(intervalMs: number, pass: (value: T) => void): (value: T) => void {
  let waiting: { readonly value: T } | undefined
  let isQuiet = true
  const passThenRest = (value: T) => {
    isQuiet = false
    pass(value)
    setTimeout(afterRest, intervalMs).unref()
  }
  const afterRest = () => {
    const next = waiting
    waiting = undefined
    if (next === undefined) isQuiet = true
    else passThenRest(next.value)
  }
  return (value) => {
    if (isQuiet) passThenRest(value)
    else waiting = { value }
  }
}
