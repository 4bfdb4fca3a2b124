import { GOOD_NAVIGATION_MS, VITAL_NAMES, VITAL_THRESHOLDS } from '#domain/traces/vital-rating.ts'
import type { VitalName } from '#domain/traces/vital-rating.ts'

import type { Dialect, Row } from '#stores/telemetry/sql/dialect.ts'
import type { MeasuredVital, RouteStats, VitalStats } from '#stores/telemetry/routes.ts'
import { SHOWN_OPS } from './counted-visits.ts'
import { estimated, estimateOf, where } from './estimates.ts'
import type { FairRows } from './fair-rows.ts'

const COUNTED = {
  pageloads: "op = 'pageload'",
  navigations: "op = 'navigation'",
  requests: "op = 'http.server'",
  failed: `is_segment and status = 2 and ${SHOWN_OPS}`,
} as const
type Counted = keyof typeof COUNTED
export const EVERY_COUNT = Object.keys(COUNTED) as readonly Counted[]

export const counts = ({ weights }: FairRows): string =>
  EVERY_COUNT.map((name) => estimated(name, COUNTED[name], weights)).join(', ')

/** Of every vital how many were good and how many poor. */
export const shares = (fair: FairRows): string =>
  VITAL_NAMES.map((name) => {
    const { good, poor } = VITAL_THRESHOLDS[name]
    return `${fair.count(`${name} <= ${good}`)} as ${name}_good, ${fair.count(`${name} > ${poor}`)} as ${name}_poor`
  }).join(', ')

/** How many were measured and the 75th percentile. */
const measured = (fair: FairRows, { quantile }: Dialect): string =>
  VITAL_NAMES.map((name) => {
    const value = fair.of(name)
    return `count(${value}) as ${name}, ${quantile(value, 0.75)} as ${name}_p75`
  }).join(', ')

/** Microseconds. */
export const durationOf = (fair: FairRows, op: 'navigation' | 'http.server'): string =>
  fair.of('duration_us', `op = '${op}'`)

/** How long users waited beyond what is good. */
export function lost({ weights }: FairRows): string {
  const beyond = (value: string, good: number, of = '') =>
    weights.sum(`${of}${value} > ${good}`, `(${value} - ${good})`)
  const sums = [
    beyond('lcp', VITAL_THRESHOLDS.lcp.good),
    beyond('inp', VITAL_THRESHOLDS.inp.good),
    beyond('duration_us / 1000', GOOD_NAVIGATION_MS, "op = 'navigation' and "),
  ]
  return `${sums.join(' + ')} as lost`
}

/** What groups of visits are put in order by: {@link lost} time first, then how many they are. */
export const costOf = (fair: FairRows): string => `${lost(fair)}, ${fair.weights.count(SHOWN_OPS)} as visits`
export const COSTLIEST_FIRST = 'lost desc, visits desc, key'

/** All there is to know of a group of visits. */
export function everyFigure(fair: FairRows, dialect: Dialect): string {
  return `${dialect.anyTrue('is_pattern')} as is_pattern,
    ${dialect.distinct(where('is_segment', 'user_key'))} as users, ${counts(fair)},
    ${measured(fair, dialect)}, ${shares(fair)},
    ${dialect.quantile(durationOf(fair, 'navigation'), 0.75)} / 1000 as navigation_p75,
    ${dialect.quantile(durationOf(fair, 'http.server'), 0.95)} / 1000 as server_p95, ${costOf(fair)}`
}

export function statsOf(row: Row): RouteStats {
  return {
    key: row['key'] as string,
    isPattern: Boolean(row['is_pattern']),
    pageloads: estimateOf(row, 'pageloads'),
    navigations: estimateOf(row, 'navigations'),
    requests: estimateOf(row, 'requests'),
    failed: estimateOf(row, 'failed'),
    users: Number(row['users']),
    vitals: ratedOf(row),
    navigationP75: numberOf(row, 'navigation_p75'),
    serverP95: numberOf(row, 'server_p95'),
    lostMs: Number(row['lost']),
  }
}

type Vitals<T> = Readonly<Partial<Record<VitalName, T>>>

export const measuredOf = (row: Row): Vitals<MeasuredVital> =>
  eachMeasured(row, (column) => ({ samples: Number(row[column]), p75: Number(row[`${column}_p75`]) }))

export const ratedOf = (row: Row): Vitals<VitalStats> =>
  eachMeasured(row, (column) => ({
    samples: Number(row[column]),
    p75: Number(row[`${column}_p75`]),
    good: Number(row[`${column}_good`]),
    poor: Number(row[`${column}_poor`]),
  }))

function eachMeasured<T>(row: Row, read: (column: string) => T): Vitals<T> {
  const found = VITAL_NAMES.filter((name) => Number(row[name]) > 0)
  return Object.fromEntries(found.map((name) => [name, read(name)]))
}

export function numberOf(row: Row, name: string): number | undefined {
  return row[name] == null ? undefined : Number(row[name])
}
