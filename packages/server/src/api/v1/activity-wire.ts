import type * as wire from '@hindcast/contract/issue-life.ts'
import { shortIdOf } from '#domain/issue.ts'
import type { Project } from '#domain/project.ts'
import type { HistoryLine } from '#query/history.ts'
import { iso } from '../iso.ts'
import { present } from '../present.ts'
import { person, team } from './life-wire.ts'

export function activityView(line: HistoryLine, project: Project): wire.IssueActivity {
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
