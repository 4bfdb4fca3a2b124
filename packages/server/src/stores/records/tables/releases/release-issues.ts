import type { Kysely } from 'kysely'
import { detailsOf } from '#domain/issues/lifecycle/details-text.ts'
import type { ReleaseHealthRecords, ReleaseIssues } from '#stores/records/release-health.ts'
import { toActivity } from '#stores/records/tables/issues/activity.ts'
import type { Schema } from '#stores/records/sql/schema.ts'
import { storable } from '#stores/records/sql/text.ts'

export async function releaseIssues(
  db: Kysely<Schema>,
  ...[projectId, version, limit]: Parameters<ReleaseHealthRecords['issues']>
): Promise<ReleaseIssues> {
  const [appeared, cameBack, resolved] = await Promise.all([
    appearedIn(db, projectId, version, limit),
    cameBackIn(db, projectId, version, limit),
    resolvedIn(db, projectId, version, limit),
  ])
  return { appeared, cameBack, resolved }
}

async function appearedIn(db: Kysely<Schema>, projectId: string, version: string, limit: number) {
  const rows = await db
    .selectFrom('issues')
    .select('id')
    .where('project_id', '=', projectId)
    .where('first_release', '=', storable(version))
    .orderBy('first_seen', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** What a line says is read here and not by the engine: JSON is text to some of them. */
async function cameBackIn(db: Kysely<Schema>, projectId: string, version: string, limit: number) {
  const rows = await db
    .selectFrom('issue_activity')
    .innerJoin('issues', 'issues.id', 'issue_activity.issue_id')
    .selectAll('issue_activity')
    .where('issue_activity.kind', '=', 'regressed')
    .where('issues.project_id', '=', projectId)
    .where('issue_activity.data', 'like', likeJson(version))
    .orderBy('issue_activity.at', 'desc')
    .limit(LINES)
    .execute()
  const ids = rows.filter((row) => toActivity(row).data.release === version).map((row) => row.issue_id)
  return [...new Set(ids)].slice(0, limit)
}

async function resolvedIn(db: Kysely<Schema>, projectId: string, version: string, limit: number) {
  const rows = await db
    .selectFrom('issues')
    .select(['id', 'status_details'])
    .where('project_id', '=', projectId)
    .where('status', '=', 'resolved')
    .where('status_details', 'is not', null)
    .where('status_details', 'like', likeJson(version))
    .orderBy('status_changed_at', 'desc')
    .orderBy('id')
    .limit(LINES)
    .execute()
  return rows
    .filter(({ status_details: text }) => {
      const { resolution } = detailsOf('resolved', text)
      return resolution?.kind === 'release' && resolution.release.version === version
    })
    .map(({ id }) => id)
    .slice(0, limit)
}

const LINES = 5_000

/** Wider than meant where the version has a `_`, `%` or backslash, which the reading then puts right. */
function likeJson(version: string): string {
  return `%${JSON.stringify(version).replaceAll('\\', '%')}%`
}
