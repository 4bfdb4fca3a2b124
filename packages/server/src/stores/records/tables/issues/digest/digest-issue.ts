import { priorityOf } from '#domain/issues/issue-priority.ts'
import type { Group } from './digest-groups.ts'
import { searchable } from '#stores/records/tables/issues/issue-matching.ts'
import type { IssueTable } from '#stores/records/sql/schema.ts'
import { storable } from '#stores/records/sql/text.ts'

/** What the digest has to know of an issue to change it. */
export type KnownIssue = Pick<
  IssueTable,
  | 'id'
  | 'status'
  | 'substatus'
  | 'status_changed_at'
  | 'status_details'
  | 'first_seen'
  | 'last_seen'
  | 'event_count'
  | 'first_release'
  | 'last_release'
>

export function newIssue(group: Group, id: string, number: number): IssueTable {
  return {
    ...description(group),
    id,
    project_id: group.projectId,
    number,
    status: 'unresolved',
    substatus: 'new',
    status_changed_at: group.firstSeen,
    status_details: null,
    wake_at: null,
    fix_commit: null,
    priority: priorityOf(group.latest.level, group.latest.handled),
    priority_chosen: 0,
    first_seen: group.firstSeen,
    last_seen: group.lastSeen,
    // Events that were counted before and have no issue lost it to retention, and their count with it.
    event_count: group.fresh || group.total,
    user_count: 0,
    first_release: group.firstRelease ?? null,
    last_release: group.lastRelease ?? null,
    assignee_id: null,
    assignee_team_id: null,
  }
}

export function updatedIssue(issue: KnownIssue, group: Group) {
  const isLatest = group.lastSeen >= issue.last_seen
  const isFirst = group.firstSeen < issue.first_seen
  const { firstRelease = null, lastRelease = null } = group
  return {
    id: issue.id,
    first_seen: isFirst ? group.firstSeen : issue.first_seen,
    last_seen: isLatest ? group.lastSeen : issue.last_seen,
    event_count: issue.event_count + group.fresh,
    first_release: isFirst ? (firstRelease ?? issue.first_release) : (issue.first_release ?? firstRelease),
    last_release: isLatest ? (lastRelease ?? issue.last_release) : (issue.last_release ?? lastRelease),
  }
}

/** What people read in the list: it follows the latest event. */
export function description({ latest }: Group) {
  return {
    level: latest.level,
    priority_auto: priorityOf(latest.level, latest.handled),
    ...naming(latest),
    type: storable(latest.type),
    value: storable(latest.value),
    platform: storable(latest.platform),
    recognised: latest.recognised ?? null,
  }
}

export function naming({ title, culprit, value }: Pick<Group['latest'], 'title' | 'culprit' | 'value'>) {
  return {
    title: storable(title),
    culprit: storable(culprit),
    search_text: searchable(`${title}\n${culprit}\n${value}`),
  }
}
