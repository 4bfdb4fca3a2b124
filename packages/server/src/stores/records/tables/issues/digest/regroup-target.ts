import type { Transaction } from 'kysely'
import type { LateEvent } from '#stores/records/records.ts'
import { describeIssue, describes, growIssue } from './batch-issue.ts'
import { createIssues } from './digest-create.ts'
import { groupEvents, type Group } from './digest-groups.ts'
import type { DigestStatements } from './digest-statements.ts'
import { writeFingerprints, writeIssues } from './digest-write.ts'
import type { KnownIssues } from './known-issues.ts'
import { loadIssues } from './load-issues.ts'
import type { Schema } from '#stores/records/sql/schema.ts'

/** The issue that a group belongs to now, with its events. */
export async function targetOf(
  transaction: Transaction<Schema>,
  statements: DigestStatements,
  group: Group,
  members: readonly LateEvent[],
): Promise<string | undefined> {
  const known = await loadIssues(transaction, statements, [group])
  const found = known.find(group)
  const issue = found ?? known.claim(group)
  if (issue === undefined) return made(transaction, statements, known, group)
  if (describes(issue, group)) describeIssue(issue, group)
  const arriving = groupEvents(
    members.filter(({ issueId }) => issueId !== issue.columns.id),
    0,
  )[0]
  if (arriving !== undefined) growIssue(issue, arriving)
  await writeFingerprints(transaction, statements, known.added, found === undefined ? [] : [group])
  await writeIssues(transaction, statements, [issue], new Map())
  return issue.columns.id
}

/** No alert for an issue that existed before under another fingerprint. */
async function made(
  transaction: Transaction<Schema>,
  statements: DigestStatements,
  known: KnownIssues,
  group: Group,
): Promise<string | undefined> {
  const issue = known.create(group)
  issue.columns.substatus = 'ongoing'
  await createIssues(transaction, statements, [issue])
  await writeFingerprints(transaction, statements, known.added, [])
  return issue.columns.id === '' ? undefined : issue.columns.id
}
