import type * as wire from '@hindcast/contract/issues/issues.ts'
import { shortIdOf } from '#domain/issues/issue.ts'
import type { Project } from '#domain/projects/project.ts'
import type { Facet } from '#product/issues/query/issue-breakdown.ts'
import type { IssueReport } from '#product/issues/query/issue.ts'
import type { IssueRow } from '#product/issues/query/issues.ts'
import type { SimilarIssue } from '#product/issues/query/similar-issues.ts'
import { iso } from '#api/http/iso.ts'
import { toApiActivity } from './to-api-activity.ts'
import { person, toApiResolution, toApiSnooze, team } from './to-api-lifecycle.ts'

export { person } from './to-api-lifecycle.ts'

export function toApiIssueSummary(
  { issue, assignee, assigneeTeam, users, series }: IssueRow,
  project: Project,
): wire.IssueSummary {
  return {
    id: issue.id,
    shortId: shortIdOf(project.slug, issue.number),
    project: project.slug,
    projectId: project.id,
    status: issue.status,
    substatus: issue.substatus,
    resolution: toApiResolution(issue.resolution),
    snooze: toApiSnooze(issue.snooze),
    priority: issue.priority,
    priorityChosen: issue.priorityChosen,
    assigneeTeam: assigneeTeam ? team(assigneeTeam) : null,
    level: issue.level,
    title: issue.title,
    culprit: issue.culprit,
    type: issue.type,
    value: issue.value,
    platform: issue.platform,
    firstSeen: iso(issue.firstSeen),
    lastSeen: iso(issue.lastSeen),
    events: issue.eventCount,
    users,
    firstRelease: issue.firstRelease ?? null,
    lastRelease: issue.lastRelease ?? null,
    assignee: assignee ? person(assignee) : null,
    recognised: issue.recognised ?? null,
    series: {
      from: iso(series.from),
      bucketSeconds: series.bucketMs / 1000,
      values: [...series.values],
    },
  }
}

export function toApiIssueDetail(report: IssueReport, project: Project): wire.IssueDetail {
  return {
    ...toApiIssueSummary(report, project),
    latestEventId: report.latestEventId ?? null,
    history: report.history.lines.map((line) => toApiActivity(line, project)),
    historyNext: report.history.next ?? null,
    feedback: report.feedback,
    following: report.following ?? null,
  }
}

export function toApiFacet({ key, tag, total, values }: Facet): wire.Facet {
  return {
    key,
    tag,
    total,
    values: values.map((value) => ({
      value: value.key,
      events: value.count,
      overall: value.overall ?? null,
      lastSeen: iso(value.latest),
    })),
  }
}

export function toApiSimilar({ issue, likeness }: SimilarIssue, project: Project): wire.SimilarIssue {
  return {
    id: issue.id,
    shortId: shortIdOf(project.slug, issue.number),
    project: project.slug,
    title: issue.title,
    culprit: issue.culprit,
    events: issue.eventCount,
    lastSeen: iso(issue.lastSeen),
    likeness: likeness.map(({ reason, detail }) => ({ reason, detail })),
  }
}
