import type { Selectable, Transaction } from 'kysely'
import type { FingerprintTable, Schema } from '#stores/records/sql/schema.ts'

type Row = Selectable<FingerprintTable>

export async function allFingerprints(
  transaction: Transaction<Schema>,
  issueId: string,
): Promise<readonly Row[]> {
  return transaction
    .selectFrom('fingerprints')
    .selectAll()
    .where('issue_id', '=', issueId)
    .orderBy('fingerprint')
    .execute()
}

/** What an issue is by what leads to it: counts and times add up, whatever was merged and parted before. */
export function spanOf(fingerprints: readonly Row[]) {
  const seen = fingerprints.filter(({ first_seen, last_seen }) => first_seen !== null && last_seen !== null)
  const byFirst = seen.toSorted((a, b) => a.first_seen! - b.first_seen!)
  const byLast = seen.toSorted((a, b) => b.last_seen! - a.last_seen!)
  return {
    event_count: fingerprints.reduce((sum, { event_count }) => sum + event_count, 0),
    ...(byFirst.length === 0
      ? {}
      : { first_seen: byFirst[0]!.first_seen!, last_seen: byLast[0]!.last_seen! }),
    first_release: byFirst.find(({ first_release }) => first_release !== null)?.first_release ?? null,
    last_release: byLast.find(({ last_release }) => last_release !== null)?.last_release ?? null,
  }
}
