import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { AppError } from '#domain/app-error.ts'
import type { ShareLink } from '#domain/share.ts'
import type { ShareRecords } from '#stores/alerts.ts'
import type { Schema } from './schema.ts'

export function shareRecords(db: Kysely<Schema>): ShareRecords {
  return {
    async create({ issueId, createdBy, createdAt, hash }, { most }) {
      return db.transaction().execute(async (transaction) => {
        const { count } = await transaction
          .selectFrom('share_links')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where('issue_id', '=', issueId)
          .executeTakeFirstOrThrow()
        if (count >= most) throw new AppError('conflict', `The issue has ${most} links already.`)
        const row = {
          id: randomUUID(),
          issue_id: issueId,
          hash,
          created_by: createdBy ?? null,
          created_at: createdAt,
        }
        await transaction.insertInto('share_links').values(row).execute()
        return toLink(row)
      })
    },
    async byHash(hash) {
      const row = await db.selectFrom('share_links').selectAll().where('hash', '=', hash).executeTakeFirst()
      return row && toLink(row)
    },
    async ofIssue(issueId) {
      const rows = await db
        .selectFrom('share_links')
        .selectAll()
        .where('issue_id', '=', issueId)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute()
      return rows.map(toLink)
    },
    async delete(issueId, id) {
      const { numDeletedRows } = await db
        .deleteFrom('share_links')
        .where('issue_id', '=', issueId)
        .where('id', '=', id)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}

function toLink(row: Schema['share_links']): ShareLink {
  const { id, issue_id: issueId, created_by: createdBy, created_at: createdAt } = row
  return { id, issueId, createdBy: createdBy ?? undefined, createdAt }
}
