const DAY_MS = 86_400_000

/** Undefined: no end. */
export function expiryAfter(days: number | undefined, now: number): string | null {
  return days === undefined ? null : new Date(now + days * DAY_MS).toISOString()
}

/** How near its end a token is. */
export function expiryState(expiresAt: string | null, now: number): 'never' | 'fine' | 'soon' | 'over' {
  if (expiresAt === null) return 'never'
  const left = Date.parse(expiresAt) - now
  if (left <= 0) return 'over'
  return left < 7 * DAY_MS ? 'soon' : 'fine'
}
