import type { Transaction } from 'kysely'
import type { NewBatchIssue } from './batch-issue.ts'
import type { DigestStatements } from './digest-statements.ts'
import { take } from '#stores/records/sql/counters.ts'
import type { Schema } from '#stores/records/sql/schema.ts'

/**
 * Gives issues their numbers and ids and stores them. Events of a project that is gone get no issue; they must not stop the
 * events of the others.
 */
export async function createIssues(
  transaction: Transaction<Schema>,
  statements: DigestStatements,
  issues: readonly NewBatchIssue[],
): Promise<void> {
  const byProject = Map.groupBy(issues, ({ columns }) => columns.project_id)
  const wanted = Array.from(byProject, ([project_id, { length }]) => ({ project_id, issues: length }))
  const projects = await statements.takeNumbers(transaction, wanted)
  const numbers = new Map(
    projects.map(({ id, last_issue_number: last }) => [id, last - byProject.get(id)!.length + 1]),
  )
  const kept = issues.filter(({ columns }) => numbers.has(columns.project_id))
  if (kept.length === 0) return
  const firstId = await take(transaction, 'issue', kept.length)
  for (const [index, { columns }] of kept.entries()) {
    const number = numbers.get(columns.project_id)!
    numbers.set(columns.project_id, number + 1)
    Object.assign(columns, { id: String(firstId + index), number })
  }
  await statements.addIssues(transaction, kept.map(rowOf))
}

/** A mapped group of the same batch may have joined it since. */
function rowOf({ columns, description }: NewBatchIssue): NewBatchIssue['columns'] {
  return description === undefined
    ? columns
    : { ...columns, ...description, priority: description.priority_auto }
}
