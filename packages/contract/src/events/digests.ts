import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { IssueRef, ProjectRef, Timestamp } from '../values.ts'
import { SearchedInVain } from './searched-projects.ts'

const text = v.nullable(v.string())
const recalled = (description: string) =>
  v.optional(v.pipe(v.string(), v.trim(), v.maxLength(2000), v.description(description)))

export const DigestIssue = v.object({
  issueId: v.string(),
  shortId: v.string(),
  project: v.pipe(v.string(), v.description('Slug of the project.')),
  title: v.string(),
  events: v.pipe(v.number(), v.integer(), v.description('How many of the listed occurrences it has.')),
  firstSeen: v.pipe(Timestamp, v.description('Of these occurrences.')),
  lastSeen: Timestamp,
})
export type DigestIssue = v.InferOutput<typeof DigestIssue>

export const Occurrence = v.object({
  eventId: v.string(),
  issueId: v.string(),
  project: v.pipe(v.string(), v.description('Slug of the project.')),
  title: v.string(),
  occurredAt: Timestamp,
  route: text,
  url: text,
  user: v.pipe(text, v.description('Identifies the user: ID, otherwise email, name or IP address.')),
  release: text,
  environment: text,
  side: v.pipe(v.picklist(['browser', 'server']), v.description('Which of the two sent it.')),
  browserSides: v.pipe(
    v.array(v.string()),
    v.description(
      'Ids of the events that say what browsers got of it. Where the server’s event does not name the user, the URL or the browser, theirs are given.',
    ),
  ),
  browser: text,
  match: v.pipe(
    v.object({
      user: v.boolean(),
      place: v.pipe(
        v.nullable(v.picklist(['path', 'route'])),
        v.description('`path`: the same path. `route`: another path of the same route, or the same pattern.'),
      ),
      awayMs: v.pipe(
        v.nullable(v.number()),
        v.description('Milliseconds after `at`, negative before it; null without `at`.'),
      ),
    }),
    v.description('What it has in common with what was given, which is why it is where it is in the list.'),
  ),
})
export type Occurrence = v.InferOutput<typeof Occurrence>

export const IssueDigest = v.object({
  digest: v.string(),
  events: v.pipe(v.number(), v.integer()),
  firstSeen: Timestamp,
  lastSeen: Timestamp,
  releases: v.pipe(v.array(v.string()), v.description('The latest first. A new build has new digests.')),
})
export type IssueDigest = v.InferOutput<typeof IssueDigest>

export const listIssueDigests = endpoint({
  method: 'GET',
  path: '/api/v1/issues/:issue/digests',
  params: { issue: IssueRef },
  response: v.object({
    digests: v.pipe(v.array(IssueDigest), v.description('The one seen last first.')),
    more: v.pipe(v.boolean(), v.description('Whether only the latest 500 events were looked at.')),
  }),
  summary: 'List the digests that users were shown',
  access: 'event:read',
  tag: 'issues',
})

export const getDigest = endpoint({
  method: 'GET',
  path: '/api/v1/digests/:digest',
  params: {
    digest: v.pipe(
      v.string(),
      v.maxLength(2000),
      v.description(
        'A digest, or text that names one: `1170966708`, `Digest: 1170966708`, `1170966708@E394`.',
      ),
    ),
  },
  query: v.object({
    at: v.optional(
      v.pipe(Timestamp, v.description('When it was seen: events received nearest to it are read.')),
    ),
    route: recalled('A route pattern, a path or a URL.'),
    user: recalled('ID, email, name or IP address of the user.'),
    project: v.optional(ProjectRef),
  }),
  response: v.object({
    digest: v.pipe(v.string(), v.description('As it is stored.')),
    issues: v.array(DigestIssue),
    occurrences: v.pipe(
      v.array(Occurrence),
      v.description(
        'At most 200: those of the same user first, then of the same path, of the same route, and by nearness to `at`; otherwise newest first.',
      ),
    ),
    more: v.pipe(v.boolean(), v.description('Whether there are more occurrences than listed.')),
    searched: SearchedInVain,
  }),
  summary: 'List issues and events with a digest, the most likely first',
  access: 'event:read',
  tag: 'lookup',
})
