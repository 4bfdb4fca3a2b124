import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { IssueStatus, IssueSubstatus } from '../issues/issues.ts'
import { IssueRef, Level, Limit, ProjectRef, Series, Timestamp } from '../values.ts'

const params = { project: ProjectRef }

export const ReleaseName = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(250),
  v.description('The version as clients send it, e.g. `shop@1.4.2`.'),
)

const share = (text: string) => v.pipe(v.nullable(v.number()), v.description(text))

export const SessionHealth = v.object({
  sessions: v.number(),
  errored: v.pipe(v.number(), v.description('Sessions with a handled error.')),
  abnormal: v.number(),
  unhandled: v.number(),
  crashed: v.number(),
  users: v.pipe(v.number(), v.description('Distinct users of sessions; 0 if sessions have no users.')),
  brokenUsers: v.number(),
  crashFreeSessions: share(
    'From 0 to 1, without those that crashed or had an unhandled error; null: no sessions.',
  ),
  crashFreeUsers: share('The same of users; null: sessions name nobody.'),
})
export type SessionHealth = v.InferOutput<typeof SessionHealth>

export const Adoption = v.object({
  stage: v.pipe(
    v.picklist(['adopted', 'low', 'replaced', 'unseen']),
    v.description(
      '`adopted`: at least 10% of the sessions of the last 24 hours. `replaced`: was adopted within the last two weeks. `low`: fewer sessions. `unseen`: none.',
    ),
  ),
  sessions: share('Which part of the last day’s sessions; null where there were none of any release.'),
  users: share('The same of users.'),
})
export type Adoption = v.InferOutput<typeof Adoption>

export const ReleaseSummary = v.object({
  version: v.string(),
  status: v.picklist(['open', 'archived']),
  createdAt: v.pipe(Timestamp, v.description('When it was first seen in events or created by a tool.')),
  releasedAt: v.nullable(Timestamp),
  firstEvent: v.pipe(v.nullable(Timestamp), v.description('Null until the first event.')),
  lastEvent: v.nullable(Timestamp),
  url: v.nullable(v.string()),
  adoption: Adoption,
  health: v.pipe(
    SessionHealth,
    v.description(
      'Of the last 14 days. Where a release has tens of thousands of users, their number is an estimate to within about 3%.',
    ),
  ),
  series: v.pipe(Series, v.description('Sessions per day.')),
  newIssues: v.pipe(v.number(), v.description('Issues that were first seen in it.')),
  commits: v.number(),
  deploys: v.number(),
  deployedAt: v.nullable(Timestamp),
  maps: v.pipe(v.number(), v.description('Number of uploaded source maps.')),
})
export type ReleaseSummary = v.InferOutput<typeof ReleaseSummary>

export const CommitView = v.object({
  id: v.string(),
  repository: v.string(),
  author: v.nullable(v.object({ name: v.nullable(v.string()), email: v.nullable(v.string()) })),
  message: v.nullable(v.string()),
  at: v.nullable(Timestamp),
  files: v.array(v.object({ path: v.string(), type: v.picklist(['A', 'M', 'D']) })),
})
export type CommitView = v.InferOutput<typeof CommitView>

export const DeployView = v.object({
  id: v.string(),
  environment: v.string(),
  name: v.nullable(v.string()),
  url: v.nullable(v.string()),
  startedAt: v.nullable(Timestamp),
  finishedAt: Timestamp,
})
export type DeployView = v.InferOutput<typeof DeployView>

export const ReleaseDetail = v.object({
  ...ReleaseSummary.entries,
  previous: v.pipe(v.nullable(v.string()), v.description('Previous release.')),
  commitList: v.pipe(v.array(CommitView), v.description('Newest first.')),
  deployList: v.pipe(v.array(DeployView), v.description('Latest first.')),
})
export type ReleaseDetail = v.InferOutput<typeof ReleaseDetail>

const Change = v.pipe(
  v.picklist(['worse', 'better', 'same', 'too_little']),
  v.description('`too_little`: not enough data to tell a change from chance.'),
)
const Compared = v.object({
  change: Change,
  before: v.nullable(v.number()),
  now: v.nullable(v.number()),
})
export type Compared = v.InferOutput<typeof Compared>

export const VerdictIssue = v.object({
  id: v.string(),
  shortId: v.string(),
  title: v.string(),
  culprit: v.string(),
  level: Level,
  status: IssueStatus,
  substatus: IssueSubstatus,
  events: v.pipe(v.number(), v.description('In the release.')),
  eventsBefore: v.pipe(v.number(), v.description('In the compared release.')),
  rate: v.pipe(v.nullable(v.number()), v.description('Events per unit of `per`.')),
  rateBefore: v.nullable(v.number()),
})
export type VerdictIssue = v.InferOutput<typeof VerdictIssue>

const VerdictSide = v.object({
  version: v.string(),
  firstEvent: v.nullable(Timestamp),
  lastEvent: v.nullable(Timestamp),
  events: v.number(),
  health: SessionHealth,
})
export type VerdictSide = v.InferOutput<typeof VerdictSide>

export const ReleaseVerdict = v.object({
  call: v.pipe(
    v.picklist(['first', 'too_little', 'worse', 'look', 'better', 'same']),
    v.description('`look`: nothing got measurably worse, but there are new issues.'),
  ),
  sentence: v.pipe(v.string(), v.description('The verdict in one English sentence.')),
  per: v.pipe(
    v.picklist(['sessions', 'hours']),
    v.description('Unit of the rates: 1,000 sessions, or an hour if there are no sessions.'),
  ),
  release: VerdictSide,
  against: v.nullable(VerdictSide),
  errors: Compared,
  crashFreeSessions: Compared,
  crashFreeUsers: Compared,
  appeared: v.pipe(v.array(VerdictIssue), v.description('First seen in the release.')),
  cameBack: v.pipe(v.array(VerdictIssue), v.description('Resolved before, and regressed in the release.')),
  resolved: v.pipe(v.array(VerdictIssue), v.description('Resolved in the release.')),
  worse: v.array(VerdictIssue),
  better: v.array(VerdictIssue),
})
export type ReleaseVerdict = v.InferOutput<typeof ReleaseVerdict>

export const IssueSuspects = v.object({
  release: v.pipe(v.nullable(v.string()), v.description('Release in which the issue was first seen.')),
  commits: v.pipe(v.number(), v.description('Number of known commits of that release.')),
  suspects: v.pipe(
    v.array(
      v.object({
        commit: v.omit(CommitView, ['files']),
        file: v.pipe(v.string(), v.description('Changed file, as named in the repository.')),
        function: v.nullable(v.string()),
        line: v.nullable(v.number()),
        depth: v.pipe(v.number(), v.description('0: the frame that threw, 1: its caller, and so on.')),
      }),
    ),
    v.description('Nearest to the throw first, then newest first.'),
  ),
})
export type IssueSuspects = v.InferOutput<typeof IssueSuspects>

const moment = (text: string) =>
  v.pipe(v.string(), v.isoTimestamp('must be a time such as 2026-11-15T08:00:00.000Z'), v.description(text))

export const listReleases = endpoint({
  method: 'GET',
  path: '/api/v1/projects/:project/releases',
  params,
  query: v.object({ limit: Limit }),
  response: v.object({
    releases: v.array(ReleaseSummary),
    more: v.pipe(v.boolean(), v.description('True if there are older releases.')),
  }),
  rows: 'releases',
  summary: 'List releases of a project with adoption and health, newest first',
  access: 'event:read',
  tag: 'releases',
})

export const getRelease = endpoint({
  method: 'GET',
  path: '/api/v1/projects/:project/releases/:version',
  params: { ...params, version: ReleaseName },
  response: ReleaseDetail,
  summary: 'Get a release with its commits and deploys',
  access: 'event:read',
  tag: 'releases',
})

export const getReleaseVerdict = endpoint({
  method: 'GET',
  path: '/api/v1/projects/:project/releases/:version/verdict',
  params: { ...params, version: ReleaseName },
  query: v.object({
    against: v.optional(
      v.pipe(ReleaseName, v.description('Release to compare with; default: the previous one.')),
    ),
  }),
  response: ReleaseVerdict,
  summary: 'Compare a release with an earlier one: new, regressed, worse and better issues',
  access: 'event:read',
  tag: 'releases',
})

export const listReleaseTicks = endpoint({
  method: 'GET',
  path: '/api/v1/projects/:project/release-ticks',
  params,
  query: v.object({ from: moment('From then on.'), to: moment('Until before then.') }),
  response: v.object({ ticks: v.array(v.object({ version: v.string(), at: Timestamp })) }),
  summary: 'List when releases were first seen, for charts; the latest 40 in the range',
  access: 'event:read',
  tag: 'releases',
})

export const getIssueSuspects = endpoint({
  method: 'GET',
  path: '/api/v1/issues/:issue/suspects',
  params: { issue: IssueRef },
  response: IssueSuspects,
  summary: 'List suspect commits of an issue, with the reason for each',
  access: 'event:read',
  tag: 'releases',
})
