import { AppError } from '#domain/app-error.ts'
import type { Issue } from '#domain/issues/issue.ts'
import type { IssueDescription, MergeResult } from '#stores/records/merging.ts'
import type { RecordStore } from '#stores/records/records.ts'
import type { MoveOutbox } from './move-outbox.ts'

export interface MergeDeps {
  readonly records: Pick<RecordStore, 'merging'>
  readonly moves: MoveOutbox
  /** What the latest events with these fingerprints, and the latest without, say of themselves. */
  readonly describe: (
    issue: Issue,
    fingerprints: readonly string[],
  ) => Promise<{
    readonly leaving: IssueDescription | undefined
    readonly staying: IssueDescription | undefined
  }>
  readonly now: () => number
}

export interface Merged extends MergeResult {
  /** Events are still being moved; live updates report the end. */
  readonly moving: boolean
}

/** Issues the caller was let through to; of one project, or nothing happens. `personId`: for the history. */
export async function mergeIssues(
  { records, moves, now }: MergeDeps,
  into: Issue,
  from: readonly Issue[],
  personId: string | undefined,
): Promise<Merged> {
  if (from.length === 0) throw new AppError('invalid_input', 'Choose the issues to merge into this one.')
  const ids = from.map(({ id }) => id)
  if (ids.includes(into.id)) throw new AppError('invalid_input', 'An issue cannot be merged into itself.')
  const result = await records.merging.merge(into.id, ids, now(), personId)
  return { ...result, moving: !(await moves.settled()) }
}

/** The fingerprints get an issue of their own, or the one back that they came with. */
export async function unmergeIssue(
  { records, moves, describe, now }: MergeDeps,
  issue: Issue,
  fingerprints: readonly string[],
  personId: string | undefined,
): Promise<Merged> {
  const described = await describe(issue, fingerprints)
  const leaving = [...new Set(fingerprints)]
  const result = await records.merging.unmerge(issue.id, leaving, described, now(), personId)
  return { ...result, moving: !(await moves.settled()) }
}
