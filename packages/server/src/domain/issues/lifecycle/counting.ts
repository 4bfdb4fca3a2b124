import type { CountingSnooze, Occurrence } from './lifecycle.ts'

/** A window has 240 steps (15 seconds for an hour), so that little has to be kept. */
export const WINDOW_STEPS = 240

/** Counted users are kept until the issue is reopened. */
export function count(snooze: CountingSnooze, { at, user }: Pick<Occurrence, 'at' | 'user'>): CountingSnooze {
  const slot = slotOf(at, snooze.windowMs)
  if (snooze.kind === 'events') {
    const seen = new Map(snooze.seen)
    seen.set(slot, (seen.get(slot) ?? 0) + 1)
    return { ...snooze, seen: within([...seen], snooze.windowMs, ([step]) => step) }
  }
  if (user === undefined) return snooze
  const seen = new Map(snooze.seen)
  seen.set(user, Math.max(slot, seen.get(user) ?? slot))
  return { ...snooze, seen: within([...seen], snooze.windowMs, ([, step]) => step) }
}

export function isReached(snooze: CountingSnooze): boolean {
  return countOf(snooze) >= snooze.count
}

export function countOf(snooze: CountingSnooze): number {
  return snooze.kind === 'users' ? snooze.seen.length : snooze.seen.reduce((sum, [, n]) => sum + n, 0)
}

function slotOf(at: number, windowMs: number | null): number {
  return windowMs === null ? 0 : Math.floor(at / Math.max(1, windowMs / WINDOW_STEPS))
}

function within<T>(entries: readonly T[], windowMs: number | null, slot: (entry: T) => number): readonly T[] {
  if (windowMs === null) return entries
  const latest = entries.reduce((most, entry) => Math.max(most, slot(entry)), 0)
  return entries.filter((entry) => slot(entry) > latest - WINDOW_STEPS)
}
