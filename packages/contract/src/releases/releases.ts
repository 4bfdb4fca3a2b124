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
  errored: v.pipe(v.number(), v.description('With an error, and they went on.')),
  abnormal: v.number(),
  unhandled: v.number(),
  crashed: v.number(),
  users: v.pipe(v.number(), v.description('Users that sessions name; 0 where they name nobody.')),
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
      '`adopted`: a tenth or more of the last day’s sessions. `replaced`: it was, within two weeks. `low`: some. `unseen`: none.',
    ),
  ),
  sessions: share('Which part of the last day’s sessions; null where there were none of any release.'),
  users: share('The same of users.'),
})
export type Adoption = v.InferOutput<typeof Adoption>

export const ReleaseSummary = v.object({
  version: v.string(),
  status: v.picklist(['open', 'archived']),
  createdAt: v.pipe(Timestamp, v.description('When it was first heard of, by traffic or by a tool.')),
  releasedAt: v.nullable(Timestamp),
  firstEvent: v.pipe(v.nullable(Timestamp), v.description('Null: nothing has been heard of it yet.')),
  lastEvent: v.nullable(Timestamp),
  url: v.nullable(v.string()),
  adoption: Adoption,
  health: v.pipe(SessionHealth, v.description('Of the last 14 days.')),
  series: v.pipe(Series, v.description('Sessions per day.')),
  newIssues: v.pipe(v.number(), v.description('Issues that were first seen in it.')),
  commits: v.number(),
  deploys: v.number(),
  deployedAt: v.nullable(Timestamp),
  maps: v.pipe(v.number(), v.description('Source maps that were uploaded for it.')),
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
  previous: v.pipe(v.nullable(v.string()), v.description('The release before it that was heard of.')),
  commitList: v.pipe(v.array(CommitView), v.description('Newest first.')),
  deployList: v.pipe(v.array(DeployView), v.description('Latest first.')),
})
export type ReleaseDetail = v.InferOutput<typeof ReleaseDetail>

const Change = v.pipe(
  v.picklist(['worse', 'better', 'same', 'too_little']),
  v.description('`too_little`: the numbers are too small to tell a change from chance.'),
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
  eventsBefore: v.pipe(v.number(), v.description('In the one it is compared with.')),
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
    v.description('`look`: nothing got measurably worse, but there are issues that were not there before.'),
  ),
  sentence: v.pipe(v.string(), v.description('The verdict in one line of English.')),
  per: v.pipe(
    v.picklist(['sessions', 'hours']),
    v.description('What events are counted per: 1,000 sessions, or an hour where sessions are not told.'),
  ),
  release: VerdictSide,
  against: v.nullable(VerdictSide),
  errors: Compared,
  crashFreeSessions: Compared,
  crashFreeUsers: Compared,
  appeared: v.pipe(v.array(VerdictIssue), v.description('First seen in the release.')),
  cameBack: v.pipe(v.array(VerdictIssue), v.description('Were resolved, and came back in it.')),
  resolved: v.pipe(v.array(VerdictIssue), v.description('Are resolved in it.')),
  worse: v.array(VerdictIssue),
  better: v.array(VerdictIssue),
})
export type ReleaseVerdict = v.InferOutput<typeof ReleaseVerdict>

export const IssueSuspects = v.object({
  release: v.pipe(v.nullable(v.string()), v.description('In which the issue was first seen.')),
  commits: v.pipe(v.number(), v.description('How many commits of that release are known.')),
  suspects: v.pipe(
    v.array(
      v.object({
        commit: v.omit(CommitView, ['files']),
        file: v.pipe(v.string(), v.description('What it changed, as the repository names it.')),
        function: v.nullable(v.string()),
        line: v.nullable(v.number()),
        depth: v.pipe(v.number(), v.description('0: the frame that threw; 1: its caller; and so on.')),
      }),
    ),
    v.description('Nearest to the throw first, then newest first.'),
  ),
})
export type IssueSuspects = v.InferOutput<typeof IssueSuspects>

const moment = (text: string) =>
  v.pipe(v.string(), v.isoTimestamp('must be a moment such as 2026-11-15T08:00:00.000Z'), v.description(text))

export const listReleases = endpoint({
  method: 'GET',
  path: '/api/v1/projects/:project/releases',
  params,
  query: v.object({ limit: Limit }),
  response: v.object({
    releases: v.array(ReleaseSummary),
    more: v.pipe(v.boolean(), v.description('There are older ones.')),
  }),
  summary: 'The releases of a project with their adoption and health, newest first',
  access: 'event:read',
  tag: 'releases',
})

export const getRelease = endpoint({
  method: 'GET',
  path: '/api/v1/projects/:project/releases/:version',
  params: { ...params, version: ReleaseName },
  response: ReleaseDetail,
  summary: 'A release with its commits and deploys',
  access: 'event:read',
  tag: 'releases',
})

export const getReleaseVerdict = endpoint({
  method: 'GET',
  path: '/api/v1/projects/:project/releases/:version/verdict',
  params: { ...params, version: ReleaseName },
  query: v.object({
    against: v.optional(
      v.pipe(ReleaseName, v.description('Another release; left out, the one before it that was heard of.')),
    ),
  }),
  response: ReleaseVerdict,
  summary: 'What a release changed: what is new, came back, got worse or better',
  access: 'event:read',
  tag: 'releases',
})

export const listReleaseTicks = endpoint({
  method: 'GET',
  path: '/api/v1/projects/:project/release-ticks',
  params,
  query: v.object({ from: moment('From then on.'), to: moment('Until before then.') }),
  response: v.object({ ticks: v.array(v.object({ version: v.string(), at: Timestamp })) }),
  summary: 'When releases were first heard of, for charts; the latest 40 of the range',
  access: 'event:read',
  tag: 'releases',
})

export const getIssueSuspects = endpoint({
  method: 'GET',
  path: '/api/v1/issues/:issue/suspects',
  params: { issue: IssueRef },
  response: IssueSuspects,
  summary: 'The commits that may have brought an issue, with what speaks for it',
  access: 'event:read',
  tag: 'releases',
})
