import * as wire from '@hindcast/contract/navigations/navigations.ts'
import type { ApiDeps } from '#api/deps.ts'
import { iso } from '#api/http/iso.ts'
import type { Serve } from '#api/http/serve.ts'
import type {
  NavigationBucket,
  NavigationFilter,
  NavigationTotals,
  OldRelease,
  RoutePair,
} from '#product/navigations/query/navigations.ts'

const READ = 'event:read'
const WEEK_MS = 7 * 86_400_000

interface FilterQuery {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly environment?: string | undefined
}

export function serveNavigations(serve: Serve, { access, navigations, now }: ApiDeps): void {
  const filterOf = ({ from, to, environment }: FilterQuery): NavigationFilter => {
    const end = to === undefined ? now() : Date.parse(to)
    const start = from === undefined ? end - WEEK_MS : Date.parse(from)
    return { range: { from: Math.min(start, end), to: end }, environment }
  }
  serve(wire.listNavigations, async ({ principal, params, query }) => {
    const project = await access.project(principal, undefined, params.project, READ)
    const filter = filterOf(query)
    const { totals, pairs, series, bucketMs, renamedInPart } = await navigations.overview(project, filter)
    return {
      ...shown(filter),
      totals: toApiTotals(totals),
      series: {
        from: iso(Math.floor(filter.range.from / bucketMs) * bucketMs),
        bucketSeconds: bucketMs / 1000,
        buckets: series.map(toApiBucket),
      },
      pairs: pairs.map(toApiPair),
      renamedInPart,
    }
  })
  serve(wire.listOldReleases, async ({ principal, params, query }) => {
    const project = await access.project(principal, undefined, params.project, READ)
    const filter = filterOf(query)
    const { current, visits, releases } = await navigations.oldReleases(project, filter)
    return { ...shown(filter), current: current ?? null, visits, releases: releases.map(toApiOldRelease) }
  })
}

const shown = ({ range }: NavigationFilter) => ({ from: iso(range.from), to: iso(range.to) })

function toApiTotals({ waitP75, waitedMs, ...rest }: NavigationTotals): wire.NavigationTotals {
  return { ...rest, waitP75: waitP75 ?? null, waitedSeconds: waitedMs / 1000 }
}

function toApiBucket({ waitP75, ...rest }: NavigationBucket): wire.NavigationBucket {
  return { ...rest, waitP75: waitP75 ?? null }
}

function toApiPair({ from, waitP75, waitedMs, slowest, ...rest }: RoutePair): wire.RoutePair {
  return {
    ...rest,
    from: from ?? null,
    waitP75: waitP75 ?? null,
    waitedSeconds: waitedMs / 1000,
    slowest: slowest ?? null,
  }
}

function toApiOldRelease({
  supersededAt,
  behindP75,
  behindMost,
  lastVisit,
  ...rest
}: OldRelease): wire.OldRelease {
  return {
    ...rest,
    supersededAt: iso(supersededAt),
    behindP75Seconds: behindP75 / 1000,
    behindMostSeconds: behindMost / 1000,
    lastVisit: iso(lastVisit),
  }
}
