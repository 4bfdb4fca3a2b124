import type { Issue } from '#domain/issues/issue.ts'
import { LIMITS } from '#domain/limits.ts'
import { parameterise } from '#event/grouping/group-v1-message.ts'
import type { IssueRecords } from '#stores/records/records.ts'
import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'
import { issueSpan } from './issue.ts'

/** Why two issues are alike; `detail` is what they share. */
export interface Likeness {
  readonly reason: 'function' | 'frames' | 'message' | 'place'
  readonly detail: string
}

export interface SimilarIssue {
  readonly issue: Issue
  /** At least one, the strongest first. */
  readonly likeness: readonly Likeness[]
}

interface Stores {
  readonly issues: Pick<IssueRecords, 'page'>
  readonly telemetry: Pick<TelemetryStore, 'neighbours' | 'get'>
}

/** Open issues of the same project and type, seen lately, that share a function, most frames, a message or a place. */
export async function readSimilarIssues(
  { issues, telemetry }: Stores,
  issue: Issue,
): Promise<readonly SimilarIssue[]> {
  const { candidates, read, shown } = LIMITS.similar
  const words = wordsOf(issue)
  if (words.length === 0) return []
  const page = await issues.page(
    { projectIds: [issue.projectId], statuses: ['unresolved'], words, exceptIds: [issue.id] },
    { sort: 'last_seen', limit: candidates },
  )
  const alike = page.issues.filter(({ type }) => type === issue.type)
  const mine = await framesOf(telemetry, issue)
  const found = await Promise.all(
    alike.map(async (other, index) => {
      const theirs = mine.length > 0 && index < read ? await framesOf(telemetry, other) : []
      return { issue: other, likeness: likenessOf(issue, other, { mine, theirs }) }
    }),
  )
  return found
    .filter(({ likeness }) => likeness.length > 0)
    .toSorted((a, b) => b.likeness.length - a.likeness.length || b.issue.lastSeen - a.issue.lastSeen)
    .slice(0, shown)
}

/** What the titles of similar issues contain: the type, or without one the words of the message that never vary. */
function wordsOf({ type, value }: Issue): readonly string[] {
  if (type !== '') return [type]
  const words = parameterise(value).split(/[^\p{L}]+/u)
  return words.filter((word) => word.length > 3).slice(0, 3)
}

interface Frames {
  readonly mine: readonly string[]
  readonly theirs: readonly string[]
}

export function likenessOf(issue: Issue, other: Issue, { mine, theirs }: Frames): readonly Likeness[] {
  const shared = mine.filter((frame) => theirs.includes(frame))
  const likeness: Likeness[] = []
  if (mine[0] !== undefined && mine[0] === theirs[0]) likeness.push({ reason: 'function', detail: mine[0] })
  const most = Math.max(mine.length, theirs.length)
  if (shared.length > 1 && shared.length * 2 > most)
    likeness.push({ reason: 'frames', detail: `${shared.length}/${most}` })
  const message = parameterise(issue.value)
  if (message !== '' && message === parameterise(other.value))
    likeness.push({ reason: 'message', detail: message })
  if (issue.culprit !== '' && issue.culprit === other.culprit)
    likeness.push({ reason: 'place', detail: issue.culprit })
  return likeness
}

/** The frames that the latest event was grouped by, newest first; none where something else decided. */
async function framesOf(telemetry: Stores['telemetry'], issue: Issue): Promise<readonly string[]> {
  const { event } = await telemetry.neighbours(issueSpan(issue), 'newest')
  const stored = event === undefined ? undefined : await telemetry.get(issue.projectId, event)
  const evidence = stored?.document.grouping.evidence
  // The first two parts are the name of the rule and the type.
  return evidence?.rule === 'stacktrace' ? evidence.parts.slice(2) : []
}
