/** What a search may still take. The text was written by anybody, and some texts make a search of each of its places. */
export interface Steps {
  /** Throws once there are none left. */
  take(count: number): void
}

export class TooManyStepsError extends Error {
  override readonly name = 'TooManyStepsError'
}

export function createSteps(most: number): Steps {
  let left = most
  return {
    take(count) {
      left -= count
      if (left < 0) throw new TooManyStepsError('too many steps')
    },
  }
}
