import { AppError } from '#domain/app-error.ts'
import type { Issue } from '#domain/issues/issue.ts'
import type { Project } from '#domain/projects/project.ts'
import type { FeedbackPosition, FeedbackScope, StoredFeedback } from '#stores/telemetry/feedback.ts'
import type { IssueRecords } from '#stores/records/records.ts'
import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'
import { feedbackOfIssue } from '#product/issues/query/issue.ts'

export interface ReadFeedback {
  readonly said: StoredFeedback
  /** Of the event that it is about; undefined where that event is not stored. */
  readonly issue: Issue | undefined
}

export interface FeedbackList {
  readonly feedback: readonly ReadFeedback[]
  /** The cursor of the next page. */
  readonly next: string | undefined
  readonly total: number
}

interface Page {
  readonly cursor: string | undefined
  readonly limit: number
}

/** Who may see which projects is decided before; nothing here checks it. */
export interface FeedbackQueries {
  /** Newest first; with an event only what is about it. */
  ofProject(project: Project, page: Page & { readonly eventId?: string | undefined }): Promise<FeedbackList>
  ofIssue(issue: Issue, page: Page): Promise<FeedbackList>
}

interface FeedbackStores {
  readonly telemetry: Pick<TelemetryStore, 'feedback' | 'get'>
  readonly records: { readonly issues: Pick<IssueRecords, 'byIds'> }
}

export function createFeedbackQueries({ telemetry, records }: FeedbackStores): FeedbackQueries {
  async function read(scope: FeedbackScope, { cursor, limit }: Page) {
    const place = { limit, ...(cursor !== undefined && { before: readCursor(cursor) }) }
    const { feedback, next, total } = await telemetry.feedback(scope, place)
    return { feedback, next: next && writeCursor(next), total }
  }
  return {
    async ofProject({ id: projectId }, { eventId, ...page }) {
      const scope = { projectId, ...(eventId !== undefined && { eventIds: [eventId] }) }
      const { feedback, ...rest } = await read(scope, page)
      const issueOf = await issuesOf(telemetry, records.issues, projectId, feedback)
      return { ...rest, feedback: feedback.map((one) => ({ said: one, issue: issueOf(one.eventId) })) }
    },
    async ofIssue(issue, page) {
      const { feedback, ...rest } = await read(feedbackOfIssue(issue), page)
      return { ...rest, feedback: feedback.map((one) => ({ said: one, issue })) }
    },
  }
}

/** Events know their issue, whatever was merged since; those that are not stored have none. */
async function issuesOf(
  telemetry: Pick<TelemetryStore, 'get'>,
  issues: Pick<IssueRecords, 'byIds'>,
  projectId: string,
  feedback: readonly StoredFeedback[],
): Promise<(eventId: string | undefined) => Issue | undefined> {
  const eventIds = new Set(feedback.flatMap(({ eventId }) => eventId ?? []))
  const issueIds = new Map<string, string>()
  for (const eventId of eventIds) {
    const event = await telemetry.get(projectId, eventId)
    if (event !== undefined) issueIds.set(eventId, event.issueId)
  }
  const found = await issues.byIds([...new Set(issueIds.values())])
  const byId = new Map(found.map((issue) => [issue.id, issue]))
  return (eventId) => (eventId === undefined ? undefined : byId.get(issueIds.get(eventId) ?? ''))
}

function writeCursor({ receivedAt, feedbackId }: FeedbackPosition): string {
  return `${receivedAt}-${feedbackId}`
}

function readCursor(cursor: string): FeedbackPosition {
  const [, receivedAt, feedbackId] = /^(\d{1,15})-([0-9a-f]{32})$/.exec(cursor) ?? []
  if (receivedAt === undefined || feedbackId === undefined)
    throw new AppError('invalid_input', 'Invalid cursor for this list. Start again without it.')
  return { receivedAt: Number(receivedAt), feedbackId }
}
