import type { updatedIssue, description } from './digest-issue.ts'
import type { AddedFingerprint, FingerprintId } from './fingerprint-rows.ts'
import type { LifecycleColumns } from '#stores/records/tables/issues/lifecycle-columns.ts'
import type { ColumnsOf } from '#stores/records/sql/row-sets.ts'
import type { IssueTable } from '#stores/records/sql/schema.ts'

export type Grown = ReturnType<typeof updatedIssue> & {
  /** Those that the issue did not have yet. */
  readonly users: number
}
export type Described = Grown & ReturnType<typeof description>

export const FINGERPRINT: ColumnsOf<FingerprintId> = {
  project_id: 'text',
  version: 'bigint',
  fingerprint: 'text',
}

export const COUNTED_FINGERPRINT: ColumnsOf<AddedFingerprint['row']> = {
  ...FINGERPRINT,
  key: 'bigint',
  event_count: 'bigint',
  first_seen: 'bigint',
  last_seen: 'bigint',
  first_release: 'text',
  last_release: 'text',
  came_from: 'text',
}

export const GROWN: ColumnsOf<Grown> = {
  id: 'text',
  first_seen: 'bigint',
  last_seen: 'bigint',
  event_count: 'bigint',
  first_release: 'text',
  last_release: 'text',
  users: 'bigint',
}

export const DESCRIPTION: ColumnsOf<ReturnType<typeof description>> = {
  level: 'text',
  priority_auto: 'text',
  title: 'text',
  culprit: 'text',
  search_text: 'text',
  type: 'text',
  value: 'text',
  platform: 'text',
  recognised: 'text',
}

export const LIFECYCLE: ColumnsOf<LifecycleColumns> = {
  status: 'text',
  substatus: 'text',
  status_changed_at: 'bigint',
  status_details: 'text',
  wake_at: 'bigint',
  fix_commit: 'text',
}

export const ISSUE: ColumnsOf<IssueTable> = {
  ...DESCRIPTION,
  ...LIFECYCLE,
  id: 'text',
  project_id: 'text',
  number: 'bigint',
  priority: 'text',
  priority_chosen: 'bigint',
  first_seen: 'bigint',
  last_seen: 'bigint',
  event_count: 'bigint',
  user_count: 'bigint',
  first_release: 'text',
  last_release: 'text',
  assignee_id: 'text',
  assignee_team_id: 'text',
}
