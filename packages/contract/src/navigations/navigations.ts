import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { Estimate, RenamedInPart } from '../routes/route-stats.ts'
import { ProjectRef, Timestamp } from '../values.ts'

const number = (text: string) => v.pipe(v.number(), v.description(text))

const Served = v.pipe(
  v.object({
    cache: number('Nothing was requested.'),
    partial: number('Prefetched, and shown before the rest of its data.'),
    network: number('Waited for the network.'),
    full_load: number('Ended in a load of the whole page.'),
    unknown: number('The browser could not tell.'),
  }),
  v.description('Navigations by how their page was served.'),
)
export type Served = v.InferOutput<typeof Served>

const figures = {
  navigations: Estimate,
  served: Served,
  waitP75: v.pipe(
    v.nullable(v.number()),
    v.description(
      '75th percentile of how long the user waited, in milliseconds; null where nobody measured it.',
    ),
  ),
  waitedSeconds: number('How long all users together waited.'),
  prefetchUsed: number('Navigations to a page that was prefetched, which used it.'),
  prefetchLate: number('Navigations that waited although their page was being prefetched, or was in part.'),
  failed: number('Navigations that failed.'),
  failedAfterDeploy: number('Of those: on a page of a release that had been replaced by a newer one.'),
}

const PairEnd = v.object({
  key: v.pipe(v.string(), v.description('A pattern, or a path whose pattern nobody knows.')),
  isPattern: v.boolean(),
})
export type PairEnd = v.InferOutput<typeof PairEnd>

export const RoutePair = v.object({
  from: v.pipe(v.nullable(PairEnd), v.description('Null where the browser did not say it.')),
  to: PairEnd,
  ...figures,
  prefetchUnused: number('Prefetched on the one page for the other, and not opened.'),
  prefetchFailed: number('Prefetches that failed.'),
  cacheStates: v.pipe(
    v.object({ fresh: v.number(), reusable: v.number(), stale: v.number(), expired: v.number() }),
    v.description('Navigations by the state of the cache entry, in frameworks that have such states.'),
  ),
  failures: v.pipe(
    v.object({
      data_failed: v.number(),
      code_failed: v.number(),
      version_skew: v.number(),
      timeout: v.number(),
      unknown: v.number(),
    }),
    v.description('Failed navigations by reason.'),
  ),
  slowest: v.pipe(
    v.nullable(v.object({ traceId: v.string(), spanId: v.string() })),
    v.description('The navigation that took longest, to open as a trace.'),
  ),
})
export type RoutePair = v.InferOutput<typeof RoutePair>

const NavigationTotals = v.object({
  ...figures,
  prefetches: v.pipe(
    v.object({
      started: v.number(),
      used: v.number(),
      unused: v.number(),
      failed: v.number(),
      unusedBytes: number('Transferred for pages that were not opened.'),
    }),
    v.description('All prefetches, from what page views report at their end.'),
  ),
})
export type NavigationTotals = v.InferOutput<typeof NavigationTotals>

const NavigationBucket = v.object({
  navigations: number('Extrapolated by sample rates.'),
  waitP75: figures.waitP75,
  failed: figures.failed,
  failedAfterDeploy: figures.failedAfterDeploy,
})
export type NavigationBucket = v.InferOutput<typeof NavigationBucket>

export const NavigationSeries = v.object({
  from: Timestamp,
  bucketSeconds: v.number(),
  buckets: v.array(NavigationBucket),
})
export type NavigationSeries = v.InferOutput<typeof NavigationSeries>

export const OldRelease = v.object({
  release: v.string(),
  supersededAt: v.pipe(Timestamp, v.description('When the first newer release was visited.')),
  users: number('Users seen on pages of it after that; at least so many where visits are sampled.'),
  visits: v.pipe(Estimate, v.description('Page loads and navigations after that.')),
  failed: number('Navigations of theirs that failed; 0 where the app does not report navigations.'),
  behindP75Seconds: number('75th percentile of how long the newer release had been there.'),
  behindMostSeconds: v.number(),
  lastVisit: Timestamp,
})
export type OldRelease = v.InferOutput<typeof OldRelease>

const filter = v.object({
  from: v.optional(v.pipe(Timestamp, v.description('A week ago where it is left out.'))),
  to: v.optional(v.pipe(Timestamp, v.description('Now where it is left out.'))),
  environment: v.optional(v.pipe(v.string(), v.maxLength(64))),
})

export const listNavigations = endpoint({
  method: 'GET',
  path: '/api/v1/projects/:project/navigations',
  params: { project: ProjectRef },
  query: filter,
  response: v.object({
    from: Timestamp,
    to: Timestamp,
    totals: NavigationTotals,
    series: NavigationSeries,
    pairs: v.pipe(
      v.array(RoutePair),
      v.description('Those that kept users waiting longest first, at most 200.'),
    ),
    renamedInPart: RenamedInPart,
  }),
  rows: 'pairs',
  summary: 'Navigations between routes: how they were served, how long users waited, prefetches and failures',
  access: 'event:read',
  tag: 'routes',
})

export const listOldReleases = endpoint({
  method: 'GET',
  path: '/api/v1/projects/:project/navigations/old-releases',
  params: { project: ProjectRef },
  query: filter,
  response: v.object({
    from: Timestamp,
    to: Timestamp,
    current: v.pipe(v.nullable(v.string()), v.description('The latest release that was visited.')),
    visits: v.pipe(Estimate, v.description('Page loads and navigations of every release.')),
    releases: v.pipe(v.array(OldRelease), v.description('Those with most users first.')),
  }),
  rows: 'releases',
  summary: 'Users who are still on pages of a release that was replaced',
  access: 'event:read',
  tag: 'routes',
})
