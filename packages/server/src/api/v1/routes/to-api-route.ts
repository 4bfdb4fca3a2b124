import type * as wire from '@hindcast/contract/routes/route-stats.ts'
import { VITAL_NAMES, type VitalName } from '#domain/traces/vital-rating.ts'
import { iso } from '#api/http/iso.ts'
import type { VitalCauses } from '#product/routes/query/vital-causes.ts'
import type {
  EarlierVisits,
  RouteBucket,
  RouteLine,
  RouteStats,
  SegmentSummary,
} from '#product/routes/query/route-stats.ts'

export function toApiLine({ stats, weekBefore, changes, errors }: RouteLine): wire.RouteLine {
  return {
    ...toApiStats(stats),
    weekBefore: weekBefore === undefined ? null : toApiEarlier(weekBefore),
    changes: [...changes],
    errors,
  }
}

export function toApiStats({
  vitals,
  navigationP75,
  serverP95,
  lostMs,
  ...rest
}: RouteStats): wire.RouteStats {
  return {
    ...rest,
    vitals: eachVital(vitals),
    navigationP75: navigationP75 ?? null,
    serverP95: serverP95 ?? null,
    lostSeconds: lostMs / 1000,
  }
}

function toApiEarlier({ vitals, lostMs, ...counts }: EarlierVisits): wire.EarlierVisits {
  return { ...counts, vitals: eachVital(vitals), lostSeconds: lostMs / 1000 }
}

export function toApiBucket({ vitals, navigationP75, serverP95, ...rest }: RouteBucket) {
  return {
    ...rest,
    vitals: eachVital(vitals),
    navigationP75: navigationP75 ?? null,
    serverP95: serverP95 ?? null,
  }
}

function eachVital<T>(vitals: Readonly<Partial<Record<VitalName, T>>>): Record<VitalName, T | null> {
  return Object.fromEntries(VITAL_NAMES.map((name) => [name, vitals[name] ?? null])) as Record<
    VitalName,
    T | null
  >
}

export function toApiExample(segment: SegmentSummary): wire.RouteExample {
  const { traceId, spanId, op, name, status, startedAt, duration, release } = segment
  return { traceId, spanId, op, name, status, startedAt: iso(startedAt), duration, release: release ?? null }
}

export function toApiCauses({ visits, parts, elements, resources, scripts }: VitalCauses): wire.VitalCauses {
  const list = ({ of, top }: VitalCauses['elements']): wire.Causes => ({ of, top: [...top] })
  return {
    visits,
    parts: { of: parts.of, average: { ...parts.average } },
    elements: list(elements),
    resources: list(resources),
    scripts: list(scripts),
  }
}
