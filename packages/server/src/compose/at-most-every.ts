/** Passes a value on at once, and while more come in quick succession only the latest of each interval. */
export function atMostEvery<T>(intervalMs: number, pass: (value: T) => void): (value: T) => void {
  let waiting: { value: T } | undefined
  let isQuiet = true
  const rest = () => {
    isQuiet = waiting === undefined
    if (waiting === undefined) return
    const { value } = waiting
    waiting = undefined
    pass(value)
    setTimeout(rest, intervalMs).unref()
  }
  return (value) => {
    if (!isQuiet) {
      waiting = { value }
      return
    }
    isQuiet = false
    pass(value)
    setTimeout(rest, intervalMs).unref()
  }
}
