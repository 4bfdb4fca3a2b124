import type * as wire from '@hindcast/contract/issues/lifecycle.ts'
import { shortIdOf } from '#domain/issues/issue.ts'
import type { Project } from '#domain/projects/project.ts'
import type { HistoryLine } from '#product/issues/query/history.ts'
import { iso } from '#api/http/iso.ts'
import { present } from '#api/http/present.ts'
import { person, team } from './to-api-lifecycle.ts'

export function toApiActivity(line: HistoryLine, project: Project): wire.IssueActivity {
  const { at, kind, events, otherIssue } = line
  return {
    id: line.id,
    at: iso(at),
    kind,
    events,
    otherIssue: otherIssue === undefined ? null : shortIdOf(project.slug, otherIssue),
    otherIssueId: line.otherIssueId ?? null,
    person: line.person ? person(line.person) : null,
    data: dataView(line),
  }
}

function dataView({ data, assignee, assigneeTeam }: HistoryLine): wire.IssueActivity['data'] {
  const { until, windowMs, assigneeId, assigneeTeamId, editedAt, ...plain } = data
  return present({
    ...plain,
    until: until === undefined ? undefined : iso(until),
    withinMinutes: windowMs === undefined ? undefined : Math.round(windowMs / 60_000),
    assignee: assigneeId === undefined ? undefined : assignee ? person(assignee) : null,
    assigneeTeam: assigneeTeamId === undefined ? undefined : assigneeTeam ? team(assigneeTeam) : null,
    editedAt: editedAt === undefined ? undefined : iso(editedAt),
  })
}
