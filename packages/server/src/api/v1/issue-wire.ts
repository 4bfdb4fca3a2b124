import type * as wire from '@hindcast/contract/issues.ts'
import { shortIdOf } from '#domain/issue.ts'
import type { Person } from '#domain/person.ts'
import type { Project } from '#domain/project.ts'
import type { IssueReport } from '#query/issue.ts'
import type { IssueRow } from '#query/issues.ts'
import { iso } from '../iso.ts'

export function person({ id, name, email }: Person): wire.Person {
  return { id, name, email }
}

export function issueSummary(
  { issue, assignee, users, series }: IssueRow,
  project: Project,
): wire.IssueSummary {
  return {
    id: issue.id,
    shortId: shortIdOf(project.slug, issue.number),
    project: project.slug,
    projectId: project.id,
    status: issue.status,
    substatus: issue.substatus,
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

export function issueDetail(report: IssueReport, project: Project): wire.IssueDetail {
  return {
    ...issueSummary(report, project),
    facets: report.facets.map(({ key, tag, total, values }) => ({
      key,
      tag,
      total,
      values: values.map((value) => ({
        value: value.key,
        events: value.count,
        overall: value.overall ?? null,
        lastSeen: iso(value.latest),
      })),
    })),
    latestEventId: report.latestEventId ?? null,
    history: report.history.map(({ at, kind, events, otherIssue, otherIssueId, person: who }) => ({
      at: iso(at),
      kind,
      events,
      otherIssue: otherIssue === undefined ? null : shortIdOf(project.slug, otherIssue),
      otherIssueId: otherIssueId ?? null,
      person: who ? person(who) : null,
    })),
  }
}
