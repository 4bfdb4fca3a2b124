import type { Transaction } from 'kysely'
import type { Group } from './digest-groups.ts'
import type { DigestStatements } from './digest-statements.ts'
import { nameOf, otherFingerprints, ownFingerprint } from './fingerprint-rows.ts'
import { KnownIssues, versionOf } from './known-issues.ts'
import type { Schema } from '#stores/records/sql/schema.ts'

/** Whatever decides which issues these groups belong to. Most batches are about issues that the first question finds. */
export async function loadIssues(
  transaction: Transaction<Schema>,
  statements: DigestStatements,
  groups: readonly Group[],
): Promise<KnownIssues> {
  const known = new KnownIssues()
  known.read(await statements.find(transaction, groups.map(ownFingerprint)))
  const unknown = groups.filter((group) => known.find(group) === undefined)
  const others = new Map(unknown.flatMap(otherFingerprints).map((one) => [nameOf(one), one]))
  known.read(await statements.findWithMessage(transaction, [...others.values()]))
  const claimable = new Set([...others.keys()].flatMap((name) => known.byName(name)?.columns.id ?? []))
  const rows = Array.from(claimable, (issue_id) => ({ issue_id }))
  for (const row of await statements.versions(transaction, rows))
    known.byId(row.issue_id)!.versions.add(versionOf(row))
  return known
}
