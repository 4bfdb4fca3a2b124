import type { KindRetention, ProjectSettings } from '@hindcast/contract/projects/projects.ts'
import { readWhole } from './settings-rules.ts'

export const MOST_DAYS = 3650
export const MOST_ITEMS = 9_999_999_999

export const STORED_KINDS = ['errors', 'spans', 'sessions', 'feedback', 'raw'] as const
export type StoredKind = KindRetention['kind']

/** How long and how much of a kind, as typed; empty: as long as the rest, and however much. */
export interface KeptDraft {
  readonly days: string
  readonly items: string
}

export interface RetentionDraft {
  readonly days: string
  readonly kinds: Readonly<Record<StoredKind, KeptDraft>>
}

type Retention = Pick<ProjectSettings, 'retentionDays' | 'retention'>

export function asRetentionDraft({ retentionDays, retention }: Retention): RetentionDraft {
  const draftOf = (kind: StoredKind): KeptDraft => {
    const own = retention.find((one) => one.kind === kind)
    return { days: String(own?.days ?? ''), items: String(own?.items ?? '') }
  }
  const kinds = Object.fromEntries(STORED_KINDS.map((kind) => [kind, draftOf(kind)]))
  return { days: String(retentionDays), kinds: kinds as RetentionDraft['kinds'] }
}

/** Undefined while any of its numbers is none. */
export function readRetention({ days, kinds }: RetentionDraft): Retention | undefined {
  const retentionDays = readWhole(days, 1, MOST_DAYS)
  const retention = STORED_KINDS.map((kind) => ({
    kind,
    days: readOptional(kinds[kind].days, MOST_DAYS),
    items: readOptional(kinds[kind].items, MOST_ITEMS),
  }))
  if (retentionDays === undefined || !retention.every(isReadable)) return undefined
  return { retentionDays, retention: retention.filter((one) => one.days !== null || one.items !== null) }
}

/** Whether anything is kept for a shorter time, or less of it. */
export function keepsLess(before: Retention, after: Retention): boolean {
  const keptOf = ({ retentionDays, retention }: Retention, kind: StoredKind) => {
    const own = retention.find((one) => one.kind === kind)
    return { days: own?.days ?? retentionDays, items: own?.items ?? Infinity }
  }
  return STORED_KINDS.some((kind) => {
    const [was, is] = [keptOf(before, kind), keptOf(after, kind)]
    return is.days < was.days || is.items < was.items
  })
}

export function readOptional(text: string, most: number): number | null | undefined {
  return text.trim() === '' ? null : readWhole(text, 1, most)
}

function isReadable(one: {
  readonly kind: StoredKind
  readonly days: number | null | undefined
  readonly items: number | null | undefined
}): one is KindRetention {
  return one.days !== undefined && one.items !== undefined
}
