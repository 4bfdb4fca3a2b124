import type { IssueStatus, IssueSubstatus } from '#domain/issues/issue-status.ts'
import type { IssueLifecycle } from '#domain/issues/lifecycle/lifecycle.ts'
import { detailsOf, detailsText } from '#domain/issues/lifecycle/details-text.ts'
import type { IssueTable } from '#stores/records/sql/schema.ts'

export type LifecycleColumns = Pick<
  IssueTable,
  'status' | 'substatus' | 'status_changed_at' | 'status_details' | 'wake_at' | 'fix_commit'
>

/** The columns that a lifecycle is read from. */
export const LIFECYCLE_COLUMNS = [
  'status',
  'substatus',
  'status_changed_at',
  'status_details',
  'first_seen',
] as const satisfies ReadonlyArray<keyof IssueTable>

export function lifecycleIn(row: Pick<IssueTable, (typeof LIFECYCLE_COLUMNS)[number]>): IssueLifecycle {
  const status = row.status as IssueStatus
  return {
    status,
    substatus: row.substatus as IssueSubstatus,
    changedAt: row.status_changed_at,
    firstSeen: row.first_seen,
    ...detailsOf(status, row.status_details),
  }
}

export function lifecycleColumns(lifecycle: Omit<IssueLifecycle, 'firstSeen'>): LifecycleColumns {
  return {
    status: lifecycle.status,
    substatus: lifecycle.substatus,
    status_changed_at: lifecycle.changedAt,
    status_details: detailsText(lifecycle),
    wake_at: lifecycle.snooze?.kind === 'until' ? lifecycle.snooze.at : null,
    fix_commit: lifecycle.resolution?.kind === 'commit' ? lifecycle.resolution.commit : null,
  }
}
