import type { SharedFrame, SharedIssue } from '@hindcast/contract/issues/shares.ts'
import { shortIdOf } from '#domain/issues/issue.ts'
import type { Project } from '#domain/projects/project.ts'
import type { EventReport } from '#product/events/query/events.ts'
import type { IssueReport } from '#product/issues/query/issue.ts'
import { iso } from '#api/http/iso.ts'
import { toApiEvent } from '#api/v1/events/to-api-event.ts'

type Frame = ReturnType<typeof toApiEvent>['exceptions'][number]['frames'][number]

/**
 * What a public link shows. Fields are listed one by one, so that a new field of events is not exposed. It contains
 * no user, address, request, header, cookie, tag, breadcrumb, context or variable.
 */
export function toApiSharedIssue(
  { issue, users, series }: IssueReport,
  event: EventReport | undefined,
  project: Project,
): SharedIssue {
  return {
    shortId: shortIdOf(project.slug, issue.number),
    status: issue.status,
    level: issue.level,
    title: issue.title,
    culprit: issue.culprit,
    platform: issue.platform,
    firstSeen: iso(issue.firstSeen),
    lastSeen: iso(issue.lastSeen),
    events: issue.eventCount,
    users,
    firstRelease: issue.firstRelease ?? null,
    lastRelease: issue.lastRelease ?? null,
    series: { from: iso(series.from), bucketSeconds: series.bucketMs / 1000, values: [...series.values] },
    exceptions: event === undefined ? [] : stacksOf(toApiEvent(event)),
  }
}

/** A message has no exception; where it was written is shown like one without a name. */
function stacksOf({ exceptions, threads }: ReturnType<typeof toApiEvent>): SharedIssue['exceptions'] {
  const written = exceptions.length > 0 ? [] : threads.slice(0, 1).map(({ frames }) => frames)
  return [...exceptions, ...written.map((frames) => ({ type: null, value: null, frames }))].map(
    ({ type, value, frames }) => ({ type, value, frames: frames.map(sharedFrame) }),
  )
}

/** As in the sources, where a map says so. */
function sharedFrame({ original, ...sent }: Frame): SharedFrame {
  const shown = original ?? sent
  return {
    function: shown.function,
    // A path may end with the words of a query.
    filename: shown.filename?.split(/[?#]/, 1)[0] ?? null,
    line: shown.line,
    column: shown.column,
    inApp: sent.inApp,
    preContext: [...shown.preContext],
    contextLine: shown.contextLine,
    postContext: [...shown.postContext],
  }
}
