import type { InboundFilters, ProjectSettings } from '@hindcast/contract/projects/projects.ts'

export type Quota = ProjectSettings['quotas'][number]

/** A limit as it stands in the form, where a number may be half typed. */
export interface QuotaDraft extends Omit<Quota, 'limit'> {
  readonly limit: string
}

const MOST_LIMIT = 1_000_000_000

/** The shape the server accepts: `*`, an origin, a host with an optional port, or either for all of its subdomains. */
const ORIGIN =
  /^(?:\*|(?:https?:\/\/)?(?:\*\.)?(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:]+\])(?::\d{1,5})?)$/i

/** `https://Shop.example/` as it is copied out of an address bar. */
export function asOrigin(text: string): string {
  return text.trim().replace(/^(https?:\/\/[^/]+)\/.*$/i, '$1')
}

export function isOrigin(text: string): boolean {
  return text.length <= 253 && ORIGIN.test(text)
}

/** Empty lines are no entries. */
export function filled(items: readonly string[]): readonly string[] {
  return items.map((item) => item.trim()).filter((item) => item !== '')
}

/** A message has spaces and commas in it: only a new line begins another pattern. */
export const BETWEEN_PATTERNS = /\r?\n/

export function asFilters(typed: InboundFilters): InboundFilters {
  return { ...typed, messages: [...filled(typed.messages)], releases: [...filled(typed.releases)] }
}

export function readWhole(text: string, least: number, most: number): number | undefined {
  const value = /^\d{1,10}$/.test(text.trim()) ? Number(text.trim()) : Number.NaN
  return value >= least && value <= most ? value : undefined
}

export function asDrafts(quotas: readonly Quota[]): readonly QuotaDraft[] {
  return quotas.map((quota) => ({ ...quota, limit: String(quota.limit) }))
}

/** Undefined while any of them is not a whole number. */
export function readQuotas(drafts: readonly QuotaDraft[]): Quota[] | undefined {
  const read = drafts.map((draft) => ({ ...draft, limit: readWhole(draft.limit, 0, MOST_LIMIT) }))
  return read.every((quota): quota is Quota => quota.limit !== undefined) ? read : undefined
}

export function isLimit(text: string): boolean {
  return readWhole(text, 0, MOST_LIMIT) !== undefined
}
