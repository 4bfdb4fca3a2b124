import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { IssueSummary } from '../issues/issues.ts'
import { ReleaseSummary } from '../releases/releases.ts'
import { VitalChange } from '../routes/route-stats.ts'
import { ProjectRef, Series, Timestamp } from '../values.ts'

export const Compared = v.object({
  now: v.pipe(v.number(), v.description('In the last 24 hours.')),
  yesterday: v.pipe(
    v.nullable(v.number()),
    v.description('In the 24 hours before; null where not all of that time is known.'),
  ),
  lastWeek: v.pipe(
    v.nullable(v.number()),
    v.description('At the same time on the same weekday last week; null as above.'),
  ),
})
export type Compared = v.InferOutput<typeof Compared>

export const OverviewTotals = v.object({
  from: Timestamp,
  to: v.pipe(Timestamp, v.description('A quarter of an hour, so that it may lie ahead.')),
  errors: v.pipe(Compared, v.description('Events of the levels error and fatal.')),
  users: v.pipe(Compared, v.description('Distinct users of these events.')),
})
export type OverviewTotals = v.InferOutput<typeof OverviewTotals>

export const TimelineMark = v.object({
  version: v.string(),
  at: Timestamp,
  environment: v.pipe(
    v.nullable(v.string()),
    v.description('Where it was deployed; null: the release was first seen.'),
  ),
})
export type TimelineMark = v.InferOutput<typeof TimelineMark>

export const OverviewTimeline = v.object({
  errors: v.pipe(Series, v.description('Errors of the last 14 days.')),
  marks: v.pipe(v.array(TimelineMark), v.description('Releases and deploys of these days, oldest first.')),
})
export type OverviewTimeline = v.InferOutput<typeof OverviewTimeline>

const FoundIssues = v.object({
  query: v.pipe(v.string(), v.description('The search that finds them.')),
  total: v.number(),
  issues: v.pipe(v.array(IssueSummary), v.description('Those with the most events, at most five.')),
})

export const OverviewIssues = v.object({
  appeared: v.pipe(FoundIssues, v.description('First seen in the last 24 hours.')),
  cameBack: v.pipe(FoundIssues, v.description('Seen again after they were resolved.')),
})
export type OverviewIssues = v.InferOutput<typeof OverviewIssues>

export const RatedVital = v.object({
  samples: v.number(),
  p75: v.pipe(v.number(), v.description('75th percentile, in milliseconds; CLS has no unit.')),
  rating: v.picklist(['good', 'needs-work', 'poor']),
})
export type RatedVital = v.InferOutput<typeof RatedVital>

export const RatedVitals = v.object({
  lcp: v.nullable(RatedVital),
  inp: v.nullable(RatedVital),
  cls: v.nullable(RatedVital),
})
export type RatedVitals = v.InferOutput<typeof RatedVitals>

export const OverviewRoute = v.object({
  route: v.string(),
  isPattern: v.pipe(v.boolean(), v.description('False: a path whose pattern nobody knows.')),
  users: v.number(),
  lostSeconds: v.pipe(
    v.number(),
    v.description('How long all users together waited beyond what is rated good.'),
  ),
  lostSecondsLastWeek: v.pipe(
    v.nullable(v.number()),
    v.description('At the same time on the same weekday last week; null where nobody came.'),
  ),
  vitals: RatedVitals,
  changes: v.pipe(v.array(VitalChange), v.description('What the latest release changed.')),
})
export type OverviewRoute = v.InferOutput<typeof OverviewRoute>

export const OverviewRoutes = v.object({
  compared: v.pipe(
    v.nullable(v.object({ release: v.string(), previous: v.string() })),
    v.description('The releases that `changes` compares.'),
  ),
  visited: v.pipe(
    v.boolean(),
    v.description('Whether there were page loads, navigations or requests at all.'),
  ),
  routes: v.pipe(
    v.array(OverviewRoute),
    v.description('On which users lost the most time in the last 24 hours, at most five.'),
  ),
})
export type OverviewRoutes = v.InferOutput<typeof OverviewRoutes>

export const OverviewRelease = v.object({
  ...ReleaseSummary.entries,
  vitals: v.pipe(RatedVitals, v.description('Of the last 14 days.')),
})
export type OverviewRelease = v.InferOutput<typeof OverviewRelease>

export const SetupProblem = v.variant('kind', [
  v.object({
    kind: v.pipe(v.literal('silent'), v.description('Nothing was received for 24 hours.')),
  }),
  v.object({
    kind: v.pipe(
      v.literal('refused'),
      v.description('Items were answered with an error in the last 24 hours.'),
    ),
    items: v.number(),
  }),
  v.object({
    kind: v.pipe(v.literal('no_release'), v.description('Events of the last 7 days name no release.')),
    events: v.pipe(v.number(), v.description('All events of the 7 days.')),
    without: v.number(),
  }),
  v.object({
    kind: v.pipe(v.literal('no_maps'), v.description('Scripts of the latest release lack a source map.')),
    release: v.string(),
    scripts: v.number(),
  }),
  v.object({
    kind: v.pipe(
      v.literal('no_server_errors'),
      v.description(
        'Next.js: in the last 7 days browsers reported errors of the server without their message, and no error of the server is stored. `onRequestError` is missing.',
      ),
    ),
  }),
  v.object({
    kind: v.pipe(
      v.literal('no_digests'),
      v.description('Next.js: errors that show a number to the visitor arrive without it.'),
    ),
    side: v.pipe(v.picklist(['server', 'browser', 'both']), v.description('Who reported them.')),
    events: v.pipe(v.number(), v.description('The latest such errors of that side in the last 7 days.')),
    without: v.number(),
  }),
  v.object({
    kind: v.pipe(
      v.literal('no_traces'),
      v.description('Next.js: errors arrived in the last 7 days, but not one trace.'),
    ),
  }),
  v.object({ kind: v.pipe(v.literal('no_mail'), v.description('No mail server is configured.')) }),
])
export type SetupProblem = v.InferOutput<typeof SetupProblem>

export const OVERVIEW_PARTS = ['totals', 'timeline', 'issues', 'routes', 'releases', 'setup'] as const
export type OverviewPart = (typeof OVERVIEW_PARTS)[number]

export const Overview = v.object({
  totals: v.optional(OverviewTotals),
  timeline: v.optional(OverviewTimeline),
  issues: v.optional(OverviewIssues),
  routes: v.optional(OverviewRoutes),
  releases: v.optional(v.pipe(v.array(OverviewRelease), v.description('Newest first, at most five.'))),
  setup: v.optional(v.pipe(v.array(SetupProblem), v.description('What is wrong, the most urgent first.'))),
})
export type Overview = v.InferOutput<typeof Overview>

export const getOverview = endpoint({
  method: 'GET',
  path: '/api/v1/projects/:project/overview',
  params: { project: ProjectRef },
  query: v.object({
    part: v.optional(
      v.pipe(
        v.picklist(OVERVIEW_PARTS),
        v.description('Only this part, which is answered as soon as it is read; absent: all of them.'),
      ),
    ),
  }),
  response: Overview,
  summary:
    'The state of a project: errors against yesterday and last week, new issues, routes, releases, set-up',
  access: 'event:read',
  tag: 'projects',
})
