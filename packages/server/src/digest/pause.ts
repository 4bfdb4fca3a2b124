export interface Pause {
  for(milliseconds: number): Promise<void>
  /** Ends the pause under way, and makes every later one end at once. */
  end(): void
  ended(): boolean
}

export function createPause(): Pause {
  const ending = new AbortController()
  return {
    for: (milliseconds) =>
      new Promise((resolve) => {
        if (ending.signal.aborted) return resolve()
        const timer = setTimeout(finish, milliseconds)
        function finish() {
          clearTimeout(timer)
          ending.signal.removeEventListener('abort', finish)
          resolve()
        }
        ending.signal.addEventListener('abort', finish)
      }),
    end: () => ending.abort(),
    ended: () => ending.signal.aborted,
  }
}
