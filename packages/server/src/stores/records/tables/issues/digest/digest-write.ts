import type { Transaction } from 'kysely'
import type { BatchIssue } from './batch-issue.ts'
import type { Group } from './digest-groups.ts'
import type { Described, Grown } from './digest-columns.ts'
import type { DigestStatements } from './digest-statements.ts'
import { countedRow, type AddedFingerprint } from './fingerprint-rows.ts'
import type { Schema } from '#stores/records/sql/schema.ts'

/** Those that lead to an issue since this batch, and what is counted of those that did before. */
export async function writeFingerprints(
  transaction: Transaction<Schema>,
  statements: DigestStatements,
  added: readonly AddedFingerprint[],
  found: readonly Group[],
): Promise<void> {
  const rows = added.map(({ issue, row }) => ({ ...row, issue_id: issue.columns.id }))
  await statements.addFingerprints(
    transaction,
    // An issue of a project that is gone was not stored.
    rows.filter(({ issue_id }) => issue_id !== ''),
  )
  await statements.count(
    transaction,
    found.map((group) => countedRow(group, group.fresh)),
  )
}

/** What became of stored issues. Each row is written once: every time costs an entry in all of its indexes. */
export async function writeIssues(
  transaction: Transaction<Schema>,
  statements: DigestStatements,
  issues: Iterable<BatchIssue>,
  newUsers: ReadonlyMap<string, number>,
): Promise<void> {
  const grown: Grown[] = []
  const described: Described[] = []
  const lived: Array<NonNullable<BatchIssue['lifecycle']> & { readonly id: string }> = []
  for (const { columns, description, lifecycle, isGrown } of issues) {
    const { id, first_seen, last_seen, event_count, first_release, last_release } = columns
    const users = newUsers.get(id) ?? 0
    const row = { id, first_seen, last_seen, event_count, first_release, last_release, users }
    if (description !== undefined) described.push({ ...row, ...description })
    else if (isGrown || users > 0) grown.push(row)
    if (lifecycle !== undefined) lived.push({ ...lifecycle, id })
  }
  await statements.growAndDescribe(transaction, described)
  await statements.grow(transaction, grown)
  await statements.live(transaction, lived)
}
