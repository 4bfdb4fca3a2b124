import type { Facet } from '@hindcast/contract/issues/issues.ts'
import { writeToken } from '#product/search/query-text.ts'

export interface Share {
  readonly key: string
  readonly tag: boolean
  readonly value: string
  readonly events: number
  /** Which part of this events has the value, from 0 to 1. */
  readonly here: number
  /** Which part of the project's other events has it; null where there are none. */
  readonly overall: number | null
}

export function sharesOf(facet: Facet): readonly Share[] {
  return facet.values.map(({ value, events, overall }) => ({
    key: facet.key,
    tag: facet.tag,
    value,
    events,
    here: facet.total === 0 ? 0 : events / facet.total,
    overall,
  }))
}

/** With fewer events a share says more about chance than about the error. */
export const ENOUGH_EVENTS = 5
const STANDS_OUT = 0.15
/** These differ by nature: where an error happens and to whom is what an issue is. */
const BY_NATURE: ReadonlySet<string> = new Set(['level', 'url', 'user', 'route', 'sdk', 'handled'])

/** A digest belongs to one place in the code, which is what an issue is as well. */
const DIGEST_TAGS: ReadonlySet<string> = new Set(['digest', 'nextjs.digest', 'nextjs.digest_source'])

/** What these events have in common and the rest of the project has not, strongest first. */
export function standouts(facets: readonly Facet[], most: number): readonly Share[] {
  return facets
    .filter(({ key, tag, total }) => total >= ENOUGH_EVENTS && !(tag ? DIGEST_TAGS : BY_NATURE).has(key))
    .flatMap(sharesOf)
    .filter((share) => lift(share) >= STANDS_OUT)
    .toSorted((a, b) => lift(b) - lift(a))
    .slice(0, most)
}

function lift({ here, overall }: Share): number {
  return overall === null ? 0 : here - overall
}

/** The query of the stream that finds every issue with this value. */
export function queryFor({ key, value, tag }: Pick<Share, 'key' | 'value' | 'tag'>): string {
  return writeToken(key, [value], false, tag)
}

/** `94%`, as this language writes it; a rest of a percent is not nothing. */
export function percent(share: number, locale: string): string {
  const format = new Intl.NumberFormat(locale, { style: 'percent' })
  return share > 0 && share < 0.01 ? `<${format.format(0.01)}` : format.format(share)
}
