import { GOOD_NAVIGATION_MS, VITAL_NAMES, VITAL_THRESHOLDS } from '#domain/traces/vital-rating.ts'
import type { VitalName } from '#domain/traces/vital-rating.ts'

import type { Dialect, Row } from '#stores/telemetry/sql/dialect.ts'
import type { MeasuredVital, RouteStats, VitalStats } from '#stores/telemetry/routes.ts'
import { estimated, estimateOf } from './estimates.ts'
import type { FairRows } from './fair-rows.ts'

/** Of `counted` visits, those that figures are taken of; without a condition all of them. */
export interface VisitWindow {
  /** What the names of its columns begin with. */
  readonly prefix: string
  readonly condition?: string
}

const COUNTED = {
  pageloads: "op = 'pageload'",
  navigations: "op = 'navigation'",
  requests: "op = 'http.server'",
  failed: 'is_segment and status = 2',
} as const
type Counted = keyof typeof COUNTED
const EVERY_COUNT = Object.keys(COUNTED) as readonly Counted[]

export const counts = (
  window: VisitWindow,
  { weights }: FairRows,
  names: readonly Counted[] = EVERY_COUNT,
): string =>
  names.map((name) => estimated(window.prefix + name, inWindow(window, COUNTED[name]), weights)).join(', ')

/** Of every vital how many were measured and the 75th percentile. */
export const measured = (window: VisitWindow, fair: FairRows, { quantile }: Dialect): string =>
  VITAL_NAMES.map((name) => {
    const value = fair.of(name, window.condition)
    const column = window.prefix + name
    return `count(${value}) as ${column}, ${quantile(value, 0.75)} as ${column}_p75`
  }).join(', ')

/** The same with how many were good and how many poor. */
export function rated(window: VisitWindow, fair: FairRows, dialect: Dialect): string {
  const shares = VITAL_NAMES.map((name) => {
    const { good, poor } = VITAL_THRESHOLDS[name]
    const column = window.prefix + name
    const count = (condition: string) => fair.count(inWindow(window, condition))
    return `${count(`${name} <= ${good}`)} as ${column}_good, ${count(`${name} > ${poor}`)} as ${column}_poor`
  })
  return `${measured(window, fair, dialect)}, ${shares.join(', ')}`
}

export function durations(window: VisitWindow, fair: FairRows, { quantile }: Dialect): string {
  const ofOp = (op: string, share: number) =>
    `${quantile(fair.of('duration_us', inWindow(window, `op = '${op}'`)), share)} / 1000`
  return `${ofOp('navigation', 0.75)} as ${window.prefix}navigation_p75,
    ${ofOp('http.server', 0.95)} as ${window.prefix}server_p95`
}

/** How long users waited beyond what is good. */
export function lost(window: VisitWindow, { weights }: FairRows): string {
  const beyond = (value: string, good: number, of = '') =>
    weights.sum(inWindow(window, `${of}${value} > ${good}`), `(${value} - ${good})`)
  const sums = [
    beyond('lcp', VITAL_THRESHOLDS.lcp.good),
    beyond('inp', VITAL_THRESHOLDS.inp.good),
    beyond('duration_us / 1000', GOOD_NAVIGATION_MS, "op = 'navigation' and "),
  ]
  return `${sums.join(' + ')} as ${window.prefix}lost`
}

/** All there is to know of a group of visits. */
export function everyFigure(fair: FairRows, dialect: Dialect): string {
  const all: VisitWindow = { prefix: '' }
  return `${dialect.anyTrue('is_pattern')} as is_pattern, ${dialect.distinct('user_key')} as users,
    ${counts(all, fair)}, ${rated(all, fair, dialect)}, ${durations(all, fair, dialect)}, ${lost(all, fair)}`
}

function inWindow({ condition }: VisitWindow, further: string): string {
  return condition === undefined ? further : `${condition} and ${further}`
}

export function statsOf(row: Row, prefix = ''): RouteStats {
  return {
    key: row['key'] as string,
    isPattern: Boolean(row['is_pattern']),
    pageloads: estimateOf(row, `${prefix}pageloads`),
    navigations: estimateOf(row, `${prefix}navigations`),
    requests: estimateOf(row, `${prefix}requests`),
    failed: estimateOf(row, `${prefix}failed`),
    users: Number(row[`${prefix}users`]),
    vitals: ratedOf(row, prefix),
    navigationP75: numberOf(row, `${prefix}navigation_p75`),
    serverP95: numberOf(row, `${prefix}server_p95`),
    lostMs: Number(row[`${prefix}lost`]),
  }
}

type Vitals<T> = Readonly<Partial<Record<VitalName, T>>>

export const measuredOf = (row: Row, prefix = ''): Vitals<MeasuredVital> =>
  eachMeasured(row, prefix, (column) => ({ samples: Number(row[column]), p75: Number(row[`${column}_p75`]) }))

export const ratedOf = (row: Row, prefix = ''): Vitals<VitalStats> =>
  eachMeasured(row, prefix, (column) => ({
    samples: Number(row[column]),
    p75: Number(row[`${column}_p75`]),
    good: Number(row[`${column}_good`]),
    poor: Number(row[`${column}_poor`]),
  }))

function eachMeasured<T>(row: Row, prefix: string, read: (column: string) => T): Vitals<T> {
  const found = VITAL_NAMES.filter((name) => Number(row[prefix + name]) > 0)
  return Object.fromEntries(found.map((name) => [name, read(prefix + name)]))
}

export function numberOf(row: Row, name: string): number | undefined {
  return row[name] === null ? undefined : Number(row[name])
}
