import type { DataCategory } from '#domain/intake/category.ts'
import type { Quota } from '#domain/projects/project.ts'
import type { KeyEntry } from '#ingest/auth/key-directory.ts'

/** A quota that stopped something. */
export interface RateLimit {
  readonly scope: 'key' | 'project'
  readonly category: Quota['category']
  /** Seconds until something fits again. */
  readonly retryAfter: number
}

export interface QuotaBook {
  /** Takes the quantity from every quota that counts the category, or from none of them. */
  consume(entry: KeyEntry, category: DataCategory, quantity: number, now: number): RateLimit | undefined
  /** Whether everything this key may send is used up, whatever its category. Takes nothing. */
  exhausted(entry: KeyEntry, now: number): RateLimit | undefined
}

/**
 * A window is ten slots and the running one; the sum over all eleven is never less than what fell into the last
 * window, so a quota holds for any window and not only for those that start at a full hour.
 */
const SLOTS = 10
const MAX_WINDOWS = 100_000

interface Window {
  readonly slotMs: number
  /** Count per slot, oldest first. */
  slots: Array<{ slot: number; count: number }>
}

type Applicable = { quota: Quota; scope: RateLimit['scope']; window: Window }

export function createQuotaBook(): QuotaBook {
  const windows = new Map<string, Window>()

  function applicable(entry: KeyEntry, category: DataCategory | undefined, now: number): Applicable[] {
    const found: Applicable[] = []
    for (const quota of entry.key.quotas) {
      if (counts(quota, category)) {
        found.push({ quota, scope: 'key', window: windowOf(`k${entry.key.id}`, quota, now) })
      }
    }
    for (const quota of entry.project.settings.quotas) {
      if (counts(quota, category)) {
        found.push({ quota, scope: 'project', window: windowOf(`p${entry.project.id}`, quota, now) })
      }
    }
    return found
  }

  function windowOf(owner: string, quota: Quota, now: number): Window {
    const name = `${owner}:${quota.category}:${quota.windowSeconds}`
    let window = windows.get(name)
    if (window === undefined) {
      if (windows.size >= MAX_WINDOWS) forgetIdle(windows, now)
      window = { slotMs: (quota.windowSeconds * 1000) / SLOTS, slots: [] }
      windows.set(name, window)
    }
    forgetOldSlots(window, now)
    return window
  }

  return {
    consume(entry, category, quantity, now) {
      if (entry.key.quotas.length === 0 && entry.project.settings.quotas.length === 0) return undefined
      const quotas = applicable(entry, category, now)
      const limit = longest(quotas.map((each) => limitOf(each, quantity, now)))
      if (limit !== undefined) return limit
      for (const { window } of quotas) take(window, quantity, now)
      return undefined
    },
    exhausted(entry, now) {
      if (entry.key.quotas.length === 0 && entry.project.settings.quotas.length === 0) return undefined
      return longest(applicable(entry, undefined, now).map((each) => limitOf(each, 1, now)))
    },
  }
}

function counts(quota: Quota, category: DataCategory | undefined): boolean {
  return quota.category === 'all' || quota.category === category
}

function limitOf({ quota, scope, window }: Applicable, quantity: number, now: number): RateLimit | undefined {
  const used = window.slots.reduce((sum, each) => sum + each.count, 0)
  if (used + quantity <= quota.limit) return undefined
  let left = used
  let freeAt = now + quota.windowSeconds * 1000
  for (const { slot, count } of window.slots) {
    left -= count
    if (left + quantity <= quota.limit) {
      freeAt = (slot + SLOTS + 1) * window.slotMs
      break
    }
  }
  return { scope, category: quota.category, retryAfter: Math.max(1, Math.ceil((freeAt - now) / 1000)) }
}

function take(window: Window, quantity: number, now: number): void {
  const slot = Math.floor(now / window.slotMs)
  const last = window.slots.at(-1)
  if (last?.slot === slot) last.count += quantity
  else window.slots.push({ slot, count: quantity })
}

function forgetOldSlots(window: Window, now: number): void {
  const oldest = Math.floor(now / window.slotMs) - SLOTS
  while (window.slots.length > 0 && window.slots[0]!.slot < oldest) window.slots.shift()
}

function forgetIdle(windows: Map<string, Window>, now: number): void {
  for (const [name, window] of windows) {
    forgetOldSlots(window, now)
    if (window.slots.length === 0) windows.delete(name)
  }
}

function longest(limits: ReadonlyArray<RateLimit | undefined>): RateLimit | undefined {
  let found: RateLimit | undefined
  for (const limit of limits) {
    if (limit !== undefined && (found === undefined || limit.retryAfter > found.retryAfter)) found = limit
  }
  return found
}
