/** Bytes that may be held at one time, all requests together. */
export interface ByteBudget {
  /** False, and nothing taken, when it would be too much. */
  take(bytes: number): boolean
  release(bytes: number): void
  readonly used: number
}

export function createByteBudget(limit: number): ByteBudget {
  let used = 0
  return {
    take(bytes) {
      if (used + bytes > limit) return false
      used += bytes
      return true
    },
    release(bytes) {
      used -= bytes
    },
    get used() {
      return used
    },
  }
}
