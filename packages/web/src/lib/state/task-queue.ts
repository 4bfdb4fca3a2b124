/** Runs tasks one after the other, in the order in which they were given; one that fails does not stop the next. */
export function createQueue() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(task: () => Promise<T>): Promise<T> => {
    const next = last.then(task, task)
    last = next
    return next
  }
}
