import type { Group } from './digest-groups.ts'
import { description, newIssue, updatedIssue, type KnownIssue } from './digest-issue.ts'
import type { LifecycleColumns } from '#stores/records/tables/issues/lifecycle-columns.ts'
import type { IssueTable } from '#stores/records/sql/schema.ts'

/** An issue while a batch is counted: everything that the groups of the batch do to it is written afterwards, at once. */
export interface BatchIssue {
  /** As it is after the groups so far. */
  readonly columns: KnownIssue
  isGrown: boolean
  /** What it is called from now on, where a group has the latest event. */
  description: ReturnType<typeof description> | undefined
  /** What becomes of it, where a group changes that. */
  lifecycle: LifecycleColumns | undefined
  /** Type and message of the latest event, where somebody has to know. */
  message: Pick<IssueTable, 'type' | 'value'> | undefined
  /** Versions of its fingerprints, each with the issue that it was merged with, where somebody has to know. */
  readonly versions: Set<string>
}

/** An issue of this batch, which has no id and no number yet. */
export interface NewBatchIssue extends BatchIssue {
  readonly columns: IssueTable
}

export function storedIssue(columns: KnownIssue): BatchIssue {
  return {
    columns: { ...columns },
    isGrown: false,
    description: undefined,
    lifecycle: undefined,
    message: undefined,
    versions: new Set(),
  }
}

export function unstoredIssue(group: Group): NewBatchIssue {
  const columns = newIssue(group, '', 0)
  return { ...storedIssue(columns), columns, message: columns }
}

/** `events`: those of the group that are new to the issue. */
export function growIssue(issue: BatchIssue, events: Group): void {
  Object.assign(issue.columns, updatedIssue(issue.columns, events))
  issue.isGrown = true
}

/** The other side of a server's error tells nothing. */
export function describes(issue: BatchIssue, { lastSeen, latest }: Group): boolean {
  return lastSeen >= issue.columns.last_seen && latest.isBrowserSide !== true
}

export function describeIssue(issue: BatchIssue, group: Group): void {
  issue.description = description(group)
  issue.message = issue.description
}
