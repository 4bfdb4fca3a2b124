import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Commit } from '#domain/releases/release.ts'
import { textOrNull } from '#stores/records/tables/source-maps/artifact-files.ts'
import { orNoRelease } from './release-rows.ts'
import type { ReleaseCommitTable, Schema } from '#stores/records/sql/schema.ts'
import { storable } from '#stores/records/sql/text.ts'

const ROWS_AT_ONCE = 500

export async function replaceCommits(
  transaction: Transaction<Schema>,
  organizationId: string,
  version: string,
  commits: readonly Commit[],
): Promise<void> {
  await orNoRelease(transaction, organizationId, version)
  await transaction
    .deleteFrom('release_commits')
    .where('organization_id', '=', organizationId)
    .where('version', '=', storable(version))
    .execute()
  const rows = commits.map((commit, position) => toRow(commit, organizationId, version, position))
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await transaction
      .insertInto('release_commits')
      .values(rows.slice(from, from + ROWS_AT_ONCE))
      .execute()
  }
}

export async function readCommits(
  db: Kysely<Schema>,
  organizationId: string,
  version: string,
): Promise<readonly Commit[]> {
  const rows = await db
    .selectFrom('release_commits')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('version', '=', storable(version))
    .orderBy('position')
    .execute()
  return rows.map(toCommit)
}

function toRow(
  commit: Commit,
  organizationId: string,
  version: string,
  position: number,
): ReleaseCommitTable {
  return {
    organization_id: organizationId,
    version: storable(version),
    position,
    id: storable(commit.id),
    repository: storable(commit.repository),
    author_name: textOrNull(commit.authorName),
    author_email: textOrNull(commit.authorEmail),
    message: textOrNull(commit.message),
    committed_at: commit.at ?? null,
    files: storable(JSON.stringify(commit.files)),
  }
}

function toCommit(row: Selectable<ReleaseCommitTable>): Commit {
  return {
    id: row.id,
    repository: row.repository,
    authorName: row.author_name ?? undefined,
    authorEmail: row.author_email ?? undefined,
    message: row.message ?? undefined,
    at: row.committed_at ?? undefined,
    files: JSON.parse(row.files) as Commit['files'],
  }
}
