import * as wire from '@hindcast/contract/routes/route-stats.ts'
import type { ApiDeps } from '#api/deps.ts'
import { iso } from '#api/http/iso.ts'
import type { Serve } from '#api/http/serve.ts'
import type { RouteFilter } from '#product/routes/query/route-stats.ts'
import { toApiBucket, toApiCauses, toApiExample, toApiLine, toApiStats } from './to-api-route.ts'

const READ = 'event:read'
const WEEK_MS = 7 * 86_400_000

interface FilterQuery {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly environment?: string | undefined
  readonly release?: string | undefined
}

export function serveRouteStats(serve: Serve, { access, routeStats, now }: ApiDeps): void {
  const filterOf = ({ from, to, environment, release }: FilterQuery): RouteFilter => {
    const end = to === undefined ? now() : Date.parse(to)
    const start = from === undefined ? end - WEEK_MS : Date.parse(from)
    return { range: { from: Math.min(start, end), to: end }, environment, release }
  }
  serve(wire.listRouteStats, async ({ principal, params, query }) => {
    const project = await access.project(principal, undefined, params.project, READ)
    const filter = filterOf(query)
    const { routes, choices, compared, renamedInPart } = await routeStats.overview(project, filter)
    return {
      ...shown(filter),
      compared: compared ?? null,
      choices: { releases: [...choices.releases], environments: [...choices.environments] },
      renamedInPart,
      routes: routes.map(toApiLine),
    }
  })
  serve(wire.getVitalCauses, async ({ principal, params, query }) => {
    const project = await access.project(principal, undefined, params.project, READ)
    return toApiCauses(await routeStats.causes(project, query.route, query.vital, filterOf(query)))
  })
  serve(wire.getVisitParts, async ({ principal, params, query }) => {
    const project = await access.project(principal, undefined, params.project, READ)
    const { requests, locales, typical, ...rest } = await routeStats.parts(
      project,
      query.route,
      filterOf(query),
    )
    return { ...rest, requests: [...requests], locales: [...locales], typical: typical.map(toApiExample) }
  })
  serve(wire.getRouteStats, async ({ principal, params, query }) => {
    const project = await access.project(principal, undefined, params.project, READ)
    const filter = filterOf(query)
    const page = await routeStats.one(project, query.route, filter)
    const from = Math.floor(filter.range.from / page.bucketMs) * page.bucketMs
    return {
      ...shown(filter),
      renamedTo: [...page.renamedTo],
      renamedInPart: page.renamedInPart,
      stats: page.stats === undefined ? null : toApiStats(page.stats),
      weekBefore: page.weekBefore === undefined ? null : toApiStats(page.weekBefore),
      series: { from: iso(from), bucketSeconds: page.bucketMs / 1000, buckets: page.series.map(toApiBucket) },
      releases: page.releases.map(toApiStats),
      browsers: page.browsers.map(toApiStats),
      devices: page.devices.map(toApiStats),
      latest: page.latest.map(toApiExample),
      slowest: page.slowest.map(toApiExample),
      errors: { ...page.errors, issues: [...page.errors.issues] },
    }
  })
}

const shown = ({ range }: RouteFilter) => ({ from: iso(range.from), to: iso(range.to) })
