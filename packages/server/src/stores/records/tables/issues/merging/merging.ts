import type { Kysely } from 'kysely'
import type { MergeRecords } from '#stores/records/merging.ts'
import type { IssueMove } from '#stores/telemetry/telemetry.ts'
import type { RecordsEngine } from '#stores/records/sql/engine.ts'
import { merge } from './merge.ts'
import type { Schema } from '#stores/records/sql/schema.ts'
import { unmerge } from './unmerge.ts'

export function mergeRecords(db: Kysely<Schema>, reads: Kysely<Schema>, engine: RecordsEngine): MergeRecords {
  return {
    async fingerprints(issueId, limit) {
      const rows = await reads
        .selectFrom('fingerprints')
        .leftJoin('issue_aliases', 'issue_aliases.id', 'fingerprints.came_from')
        .select(['fingerprint', 'version', 'event_count', 'first_seen', 'last_seen', 'issue_aliases.number'])
        .where('fingerprints.issue_id', '=', issueId)
        .orderBy('event_count', 'desc')
        .orderBy('fingerprint')
        .limit(limit)
        .execute()
      return rows.map((row) => ({
        fingerprint: row.fingerprint,
        version: row.version,
        events: row.event_count,
        firstSeen: row.first_seen ?? undefined,
        lastSeen: row.last_seen ?? undefined,
        cameWith: row.number ?? undefined,
      }))
    },
    async homes(projectId, fingerprints) {
      const rows = await db
        .selectFrom('fingerprints')
        .select(['fingerprint', 'issue_id'])
        .where('project_id', '=', projectId)
        .where('fingerprint', 'in', engine.listOf(fingerprints))
        .execute()
      return new Map(rows.map(({ fingerprint, issue_id }) => [fingerprint, issue_id]))
    },
    merge: async (...asked) =>
      db.transaction().execute((transaction) => merge(transaction, engine, ...asked)),
    unmerge: async (...asked) =>
      db.transaction().execute((transaction) => unmerge(transaction, engine, ...asked)),
    async waiting(limit) {
      const rows = await db.selectFrom('issue_moves').selectAll().orderBy('id').limit(limit).execute()
      return rows.map(({ id, move }) => Object.assign(JSON.parse(move) as IssueMove, { id }))
    },
    async told({ id }) {
      await db.deleteFrom('issue_moves').where('id', '=', id).execute()
    },
  }
}
