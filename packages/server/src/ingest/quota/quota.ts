import type { DataCategory } from '#domain/intake/category.ts'
import type { QuotaCount } from '#domain/intake/quota-count.ts'
import type { Quota } from '#domain/projects/project.ts'
import type { KeyEntry } from '#ingest/auth/key-directory.ts'
import { endOf, forgetOldSlots, slotIn, SLOTS, take, type Window } from './quota-window.ts'

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
  /** For other nodes: what was taken here and differs from what they were told last. */
  untold(now: number): readonly QuotaCount[]
  told(counts: readonly QuotaCount[]): void
  /** What all other nodes took, in place of what was known of these slots. */
  heard(counts: readonly QuotaCount[], now: number): void
}

const MAX_WINDOWS = 100_000

type Applicable = { quota: Quota; scope: RateLimit['scope']; window: Window }

export function createQuotaBook(): QuotaBook {
  const windows = new Map<string, Window>()

  function applicable(entry: KeyEntry, category: DataCategory | undefined, now: number): Applicable[] {
    const found: Applicable[] = []
    for (const quota of entry.key.quotas) {
      if (counts(quota, category)) {
        found.push({ quota, scope: 'key', window: windowFor(`k${entry.key.id}`, quota, now) })
      }
    }
    for (const quota of entry.project.settings.quotas) {
      if (counts(quota, category)) {
        found.push({ quota, scope: 'project', window: windowFor(`p${entry.project.id}`, quota, now) })
      }
    }
    return found
  }

  function windowFor(owner: string, { category, windowSeconds }: Quota, now: number): Window {
    return windowNamed(`${owner}:${category}:${windowSeconds}`, (windowSeconds * 1000) / SLOTS, now)
  }

  function windowNamed(name: string, slotMs: number, now: number): Window {
    let window = windows.get(name)
    if (window === undefined) {
      if (windows.size >= MAX_WINDOWS) forgetIdle(windows, now)
      window = { slotMs, slots: [] }
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
    ...sharedBetweenNodes(windows, windowNamed),
  }
}

function sharedBetweenNodes(
  windows: ReadonlyMap<string, Window>,
  windowNamed: (name: string, slotMs: number, now: number) => Window,
): Pick<QuotaBook, 'untold' | 'told' | 'heard'> {
  return {
    untold(now) {
      const counts: QuotaCount[] = []
      for (const [name, window] of windows) {
        forgetOldSlots(window, now)
        for (const { slot, count, told } of window.slots) {
          if (count === told) continue
          counts.push({ window: name, slotMs: window.slotMs, slot, count, endsAt: endOf(window, slot) })
        }
      }
      return counts
    },
    told(counts) {
      for (const { window, slot, count } of counts) {
        const found = windows.get(window)?.slots.find((each) => each.slot === slot)
        if (found !== undefined) found.told = count
      }
    },
    heard(counts, now) {
      for (const { window, slotMs, slot, count } of counts)
        slotIn(windowNamed(window, slotMs, now), slot).others = count
    },
  }
}

function counts(quota: Quota, category: DataCategory | undefined): boolean {
  return quota.category === 'all' || quota.category === category
}

function limitOf({ quota, scope, window }: Applicable, quantity: number, now: number): RateLimit | undefined {
  const used = window.slots.reduce((sum, each) => sum + each.count + each.others, 0)
  if (used + quantity <= quota.limit) return undefined
  let left = used
  let freeAt = now + quota.windowSeconds * 1000
  for (const { slot, count, others } of window.slots) {
    left -= count + others
    if (left + quantity <= quota.limit) {
      freeAt = endOf(window, slot)
      break
    }
  }
  return { scope, category: quota.category, retryAfter: Math.max(1, Math.ceil((freeAt - now) / 1000)) }
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
