/** The page must work whatever happens in here: a fault ends the observation it happened in, and nothing else. */
export function guard<A extends unknown[]>(observe: (...args: A) => unknown): (...args: A) => void {
  return (...args) => {
    try {
      observe(...args)
    } catch {
      // One observation is lost.
    }
  }
}

/** For events of the page, before anybody else sees them. */
export function listen(type: string, observe: (event: Event) => unknown): void {
  addEventListener(type, guard(observe), true)
}

/** Milliseconds since the page began. */
export const now = (): number => performance.now()
