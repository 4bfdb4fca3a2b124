import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { Level, ProjectRef, Timestamp } from '../values.ts'

const milliseconds = (text: string) => v.pipe(v.nullable(v.number()), v.description(text))

export const Estimate = v.pipe(
  v.object({
    sampled: v.pipe(v.number(), v.description('Counted.')),
    total: v.pipe(v.number(), v.description('What that stands for by the sample rates of the senders.')),
    margin: v.pipe(
      v.number(),
      v.description(
        'The real number lies within `total` ± `margin` in 95 of 100 cases; 0 where nothing was sampled.',
      ),
    ),
  }),
  v.description('A number that was counted in a sample.'),
)
export type Estimate = v.InferOutput<typeof Estimate>

export const VitalStats = v.object({
  samples: v.number(),
  p75: v.pipe(v.number(), v.description('75th percentile, in milliseconds; CLS has no unit.')),
  good: v.pipe(v.number(), v.description('How many were rated good.')),
  poor: v.pipe(v.number(), v.description('How many were rated poor; the others need work.')),
})
export type VitalStats = v.InferOutput<typeof VitalStats>

export const VitalName = v.picklist(['lcp', 'inp', 'cls', 'fcp', 'ttfb'])
export type VitalName = v.InferOutput<typeof VitalName>

const VitalsOf = <S extends v.GenericSchema>(value: S) =>
  v.object({
    lcp: v.nullable(value),
    inp: v.nullable(value),
    cls: v.nullable(value),
    fcp: v.nullable(value),
    ttfb: v.nullable(value),
  })

export const RouteStats = v.object({
  key: v.pipe(v.string(), v.description('The route, or what else visits are told apart by.')),
  isPattern: v.pipe(v.boolean(), v.description('False: a path whose pattern nobody knows.')),
  pageloads: Estimate,
  navigations: Estimate,
  requests: v.pipe(Estimate, v.description('Answered by a server.')),
  failed: v.pipe(Estimate, v.description('Visits and requests that ended with an error.')),
  users: v.pipe(
    v.number(),
    v.description(
      'Users seen in these visits. Never extrapolated: at least so many where visits are sampled.',
    ),
  ),
  vitals: VitalsOf(VitalStats),
  navigationP75: milliseconds('75th percentile of navigations within the application, in milliseconds.'),
  serverP95: milliseconds('95th percentile of answering a request, in milliseconds.'),
  lostSeconds: v.pipe(
    v.number(),
    v.description(
      'How long all users together waited beyond what is rated good: LCP, INP, and navigations beyond a second.',
    ),
  ),
})
export type RouteStats = v.InferOutput<typeof RouteStats>

export const VitalChange = v.object({
  vital: VitalName,
  change: v.picklist(['regressed', 'improved']),
  before: v.number(),
  after: v.number(),
})

const errorFields = {
  events: v.pipe(v.number(), v.description('Errors that were stored; not extrapolated.')),
  users: v.pipe(v.number(), v.description('Users who met them.')),
}

export const RouteErrors = v.object({
  ...errorFields,
  issues: v.pipe(
    v.array(
      v.object({
        id: v.string(),
        shortId: v.string(),
        title: v.string(),
        culprit: v.string(),
        level: Level,
        ...errorFields,
      }),
    ),
    v.description('Those that most users met on this route first, at most 5.'),
  ),
})
export type RouteErrors = v.InferOutput<typeof RouteErrors>

export const MeasuredVital = v.pick(VitalStats, ['samples', 'p75'])
export type MeasuredVital = v.InferOutput<typeof MeasuredVital>

export const EarlierVisits = v.object({
  ...v.pick(RouteStats, ['pageloads', 'navigations', 'requests', 'lostSeconds']).entries,
  vitals: VitalsOf(MeasuredVital),
})
export type EarlierVisits = v.InferOutput<typeof EarlierVisits>

export const RouteLine = v.object({
  ...RouteStats.entries,
  weekBefore: v.pipe(
    v.nullable(EarlierVisits),
    v.description('The same length of time a week before; null where nobody came.'),
  ),
  changes: v.pipe(
    v.array(VitalChange),
    v.description('What the latest release changed, where more than chance explains it.'),
  ),
  errors: v.object(errorFields),
})
export type RouteLine = v.InferOutput<typeof RouteLine>

export const RouteBucket = v.object({
  visits: v.pipe(v.number(), v.description('Page loads and navigations, extrapolated.')),
  requests: v.pipe(v.number(), v.description('Extrapolated.')),
  failed: v.pipe(v.number(), v.description('Extrapolated.')),
  vitals: VitalsOf(MeasuredVital),
  navigationP75: v.nullable(v.number()),
  serverP95: v.nullable(v.number()),
})

export const RouteSeries = v.object({
  from: Timestamp,
  bucketSeconds: v.number(),
  buckets: v.array(RouteBucket),
})
export type RouteSeries = v.InferOutput<typeof RouteSeries>
export type RouteBucket = v.InferOutput<typeof RouteBucket>

export const RouteExample = v.object({
  traceId: v.string(),
  spanId: v.string(),
  op: v.string(),
  name: v.string(),
  status: v.picklist(['ok', 'error', 'unset']),
  startedAt: Timestamp,
  duration: v.pipe(v.number(), v.description('In milliseconds.')),
  release: v.nullable(v.string()),
})
export type RouteExample = v.InferOutput<typeof RouteExample>

const filter = {
  from: v.optional(v.pipe(Timestamp, v.description('A week ago where it is left out.'))),
  to: v.optional(v.pipe(Timestamp, v.description('Now where it is left out.'))),
  environment: v.optional(v.pipe(v.string(), v.maxLength(64))),
  release: v.optional(v.pipe(v.string(), v.maxLength(250))),
}

export const RenamedInPart = v.pipe(
  v.boolean(),
  v.description(
    'Visits are named by the rules, manifests and patterns of today. True: there are so many addresses that the rarest have the name they were stored with.',
  ),
)

export const listRouteStats = endpoint({
  method: 'GET',
  path: '/api/v1/projects/:project/route-stats',
  params: { project: ProjectRef },
  query: v.object(filter),
  response: v.object({
    from: Timestamp,
    to: Timestamp,
    compared: v.pipe(
      v.nullable(v.object({ release: v.string(), previous: v.string() })),
      v.description('The two latest releases that visits came from.'),
    ),
    choices: v.pipe(
      v.object({ releases: v.array(v.string()), environments: v.array(v.string()) }),
      v.description('What visits of the period came from, the latest release first, at most 50 of each.'),
    ),
    renamedInPart: RenamedInPart,
    routes: v.pipe(v.array(RouteLine), v.description('Those that cost their users most first, at most 200.')),
  }),
  rows: 'routes',
  summary: 'The routes of a project: traffic, web vitals, server time and what changed',
  access: 'event:read',
  tag: 'routes',
})

const Cause = v.object({
  text: v.string(),
  visits: v.number(),
  median: v.pipe(v.number(), v.description('Of the vital, over those visits.')),
  traceId: v.pipe(v.string(), v.description('A visit to open.')),
  spanId: v.string(),
})
const Causes = v.object({
  of: v.pipe(v.number(), v.description('Visits that say something of the kind.')),
  top: v.pipe(v.array(Cause), v.description('Those that most of the visits have in common.')),
})
export type Causes = v.InferOutput<typeof Causes>

const part = v.optional(v.number())
export const VitalCauses = v.object({
  visits: v.pipe(
    v.number(),
    v.description('Visits that were looked at: the latest of the slowest quarter, at most 100.'),
  ),
  parts: v.object({
    of: v.pipe(v.number(), v.description('Visits whose parts are known.')),
    average: v.pipe(
      v.object({
        connect: part,
        server: part,
        ttfb: part,
        load_delay: part,
        load_time: part,
        load: part,
        render_delay: part,
      }),
      v.description(
        'What LCP and TTFB are made of, in milliseconds. `load` is delay and time of loading where only their sum is known.',
      ),
    ),
  }),
  elements: v.pipe(Causes, v.description('What was largest, what was used, or what moved.')),
  resources: v.pipe(Causes, v.description('What the largest element showed; of LCP.')),
  scripts: v.pipe(Causes, v.description('What blocked the main thread longest meanwhile; of INP.')),
})
export type VitalCauses = v.InferOutput<typeof VitalCauses>

const RouteKey = v.pipe(v.string(), v.minLength(1), v.maxLength(1000))

export const getVitalCauses = endpoint({
  method: 'GET',
  path: '/api/v1/projects/:project/route-stats/vital',
  params: { project: ProjectRef },
  query: v.object({ ...filter, route: RouteKey, vital: VitalName }),
  response: VitalCauses,
  summary:
    'Why a web vital of one route is as it is, from what SDKs sent about the slowest quarter of its visits',
  access: 'event:read',
  tag: 'routes',
})

const RequestKind = v.object({
  name: v.pipe(v.string(), v.description('Method, host and path; `*` stands for ids.')),
  requests: v.number(),
  visits: v.number(),
  median: v.pipe(v.number(), v.description('In milliseconds.')),
  longest: v.object({
    traceId: v.string(),
    spanId: v.string(),
    name: v.string(),
    duration: v.pipe(v.number(), v.description('In milliseconds.')),
  }),
})

export const VisitParts = v.object({
  visits: v.pipe(v.number(), v.description('Visits that were looked at: the latest, at most 100.')),
  requests: v.pipe(
    v.array(RequestKind),
    v.description('What they asked servers for; what took most time together first, at most 10.'),
  ),
  isCut: v.pipe(
    v.boolean(),
    v.description('There were more than 1,000 requests: the shortest are left out.'),
  ),
  typical: v.pipe(
    v.array(RouteExample),
    v.description('Those that took about as long as most do, at most 5.'),
  ),
  locales: v.pipe(
    v.array(v.object({ locale: v.string(), visits: v.number() })),
    v.description('Of visits whose address says it, at most 10.'),
  ),
})
export type VisitParts = v.InferOutput<typeof VisitParts>

export const getVisitParts = endpoint({
  method: 'GET',
  path: '/api/v1/projects/:project/route-stats/visits',
  params: { project: ProjectRef },
  query: v.object({ ...filter, route: RouteKey }),
  response: VisitParts,
  summary: 'What the latest visits of a route asked for, and in which languages they were',
  access: 'event:read',
  tag: 'routes',
})

export const getRouteStats = endpoint({
  method: 'GET',
  path: '/api/v1/projects/:project/route-stats/one',
  params: { project: ProjectRef },
  query: v.object({ ...filter, route: RouteKey }),
  response: v.object({
    from: Timestamp,
    to: Timestamp,
    renamedTo: v.pipe(
      v.array(v.string()),
      v.description(
        'Where nobody visited it: what visits that were stored under this name are called today.',
      ),
    ),
    renamedInPart: RenamedInPart,
    stats: v.pipe(v.nullable(RouteStats), v.description('Null: nobody visited it in this period.')),
    weekBefore: v.nullable(RouteStats),
    series: RouteSeries,
    releases: v.array(RouteStats),
    browsers: v.array(RouteStats),
    devices: v.array(RouteStats),
    latest: v.pipe(v.array(RouteExample), v.description('Visits and requests to open as a trace.')),
    slowest: v.array(RouteExample),
    errors: RouteErrors,
  }),
  summary: 'One route: web vitals over time, by release, browser and device, with example traces',
  access: 'event:read',
  tag: 'routes',
})
