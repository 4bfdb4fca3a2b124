import { randomUUID } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { AppError } from '#domain/app-error.ts'
import type { ShareLink } from '#domain/issues/share.ts'
import type { NewShareLink, SharedIssueLink, ShareLimits, ShareRecords } from '#stores/records/alerts.ts'
import type { Schema } from '#stores/records/sql/schema.ts'

export function shareRecords(db: Kysely<Schema>): ShareRecords {
  return {
    create: async (link, limits) =>
      db.transaction().execute(async (transaction) => {
        await refuseTooMany(transaction, link, limits)
        const row = toRow(link)
        await transaction.insertInto('share_links').values(row).execute()
        return toLink(row)
      }),
    async byHash(hash, now) {
      const row = await openLinks(db, now).where('share_links.hash', '=', hash).executeTakeFirst()
      return row && toLink(row)
    },
    async ofIssue(issueId, now) {
      const rows = await openLinks(db, now).where('share_links.issue_id', '=', issueId).execute()
      return rows.map(toLink)
    },
    async ofProject(projectId, now) {
      const rows = await openLinks(db, now)
        .select(['issues.number', 'issues.title'])
        .where('issues.project_id', '=', projectId)
        .execute()
      return rows.map((row) => ({ link: toLink(row), issue: { number: row.number, title: row.title } }))
    },
    async opened(id, now) {
      await db.updateTable('share_links').set({ last_opened_at: now }).where('id', '=', id).execute()
    },
    async delete(issueId, id) {
      const { numDeletedRows } = await db
        .deleteFrom('share_links')
        .where('issue_id', '=', issueId)
        .where('id', '=', id)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
    deleteOf: async (organizationId, userId) =>
      db.transaction().execute(async (transaction) => deleteOf(transaction, organizationId, userId)),
  }
}

/** Newest first. The creator must still be a member, so that links of a removed member never work. */
function openLinks(db: Kysely<Schema>, now: number) {
  return db
    .selectFrom('share_links')
    .innerJoin('issues', 'issues.id', 'share_links.issue_id')
    .innerJoin('projects', 'projects.id', 'issues.project_id')
    .leftJoin('members', (join) =>
      join
        .onRef('members.organization_id', '=', 'projects.organization_id')
        .onRef('members.user_id', '=', 'share_links.created_by'),
    )
    .selectAll('share_links')
    .where((eb) => eb.or([eb('share_links.expires_at', 'is', null), eb('share_links.expires_at', '>', now)]))
    .where((eb) => eb.or([eb('share_links.created_by', 'is', null), eb('members.user_id', 'is not', null)]))
    .orderBy('share_links.created_at', 'desc')
    .orderBy('share_links.id')
}

/** Expired links are removed when the next one is created. */
async function refuseTooMany(
  transaction: Transaction<Schema>,
  { issueId, createdAt }: NewShareLink,
  { most, mostOfProject }: ShareLimits,
): Promise<void> {
  await transaction.deleteFrom('share_links').where('expires_at', '<=', createdAt).execute()
  const ofProject = transaction
    .selectFrom('share_links')
    .innerJoin('issues', 'issues.id', 'share_links.issue_id')
    .innerJoin('issues as shared', 'shared.project_id', 'issues.project_id')
    .where('shared.id', '=', issueId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
  const { count: inProject } = await ofProject.executeTakeFirstOrThrow()
  const { count } = await ofProject.where('share_links.issue_id', '=', issueId).executeTakeFirstOrThrow()
  if (count >= most) throw new AppError('conflict', `This issue already has ${most} links.`)
  if (inProject >= mostOfProject)
    throw new AppError('conflict', `This project already has ${mostOfProject} links. Revoke some first.`)
}

async function deleteOf(
  transaction: Transaction<Schema>,
  organizationId: string,
  userId: string,
): Promise<readonly SharedIssueLink[]> {
  const rows = await transaction
    .selectFrom('share_links')
    .innerJoin('issues', 'issues.id', 'share_links.issue_id')
    .innerJoin('projects', 'projects.id', 'issues.project_id')
    .select(['share_links.id', 'projects.slug', 'issues.number', 'issues.title'])
    .where('share_links.created_by', '=', userId)
    .where('projects.organization_id', '=', organizationId)
    .execute()
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await transaction.deleteFrom('share_links').where('id', 'in', ids).execute()
  return rows.map(({ id, slug, number, title }) => ({ id, projectSlug: slug, number, title }))
}

function toRow(link: NewShareLink): Schema['share_links'] {
  return {
    id: randomUUID(),
    issue_id: link.issueId,
    hash: link.hash,
    created_by: link.createdBy ?? null,
    created_at: link.createdAt,
    expires_at: link.expiresAt ?? null,
    last_opened_at: null,
  }
}

function toLink(row: Schema['share_links']): ShareLink {
  return {
    id: row.id,
    issueId: row.issue_id,
    createdBy: row.created_by ?? undefined,
    createdAt: row.created_at,
    expiresAt: row.expires_at ?? undefined,
    lastOpenedAt: row.last_opened_at ?? undefined,
  }
}
