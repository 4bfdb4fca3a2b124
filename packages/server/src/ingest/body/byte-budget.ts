/** Bytes that may be held at one time, all requests together. */
export interface ByteBudget {
  /** False, and nothing taken, when it would be too much, for all or for this holder. */
  take(bytes: number, holder: string): boolean
  release(bytes: number, holder: string): void
  /** Whether `take` would succeed now. */
  fits(bytes: number, holder: string): boolean
  readonly used: number
}

/**
 * `share`: how many times what is left for the others one holder may have. However greedy some are, a newcomer finds
 * something: with a share of 1 the first takes at most half of it, the second half of the rest, and so on.
 */
export function createByteBudget(limit: number, share: number): ByteBudget {
  const held = new Map<string, number>()
  let used = 0
  const fits = (bytes: number, holder: string) => {
    const left = limit - used - bytes
    return left >= 0 && (held.get(holder) ?? 0) + bytes <= share * left
  }
  return {
    take(bytes, holder) {
      if (!fits(bytes, holder)) return false
      used += bytes
      held.set(holder, (held.get(holder) ?? 0) + bytes)
      return true
    },
    release(bytes, holder) {
      used -= bytes
      const rest = (held.get(holder) ?? 0) - bytes
      if (rest > 0) held.set(holder, rest)
      else held.delete(holder)
    },
    fits,
    get used() {
      return used
    },
  }
}
