import type { Facet } from '@hindcast/contract/issues.ts'

/** A value that is more frequent here than elsewhere: often the cause, at least a way to see it happen. */
export interface Lift {
  readonly key: string
  readonly value: string
  /** Of the events of the issue, from 0 to 1. */
  readonly here: number
  /** Of the other events of the project. */
  readonly elsewhere: number
}

/** Smaller differences are chance. */
const LEAST = 0.1

export function liftsOf(facets: readonly Facet[], most: number): readonly Lift[] {
  return facets
    .flatMap(({ key, total, values }) =>
      values.flatMap(({ value, events, overall }) =>
        overall === null || total === 0 ? [] : [{ key, value, here: events / total, elsewhere: overall }],
      ),
    )
    .filter(({ here, elsewhere }) => here - elsewhere >= LEAST)
    .toSorted((a, b) => b.here - b.elsewhere - (a.here - a.elsewhere))
    .slice(0, most)
}
