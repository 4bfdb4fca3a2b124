import { randomUUID } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import { AppError } from '#domain/app-error.ts'
import type { Organization } from '#domain/projects/project.ts'
import type { OrganizationRecords } from '#stores/records/records.ts'
import type { RecordsEngine } from '#stores/records/sql/engine.ts'
import type { Schema } from '#stores/records/sql/schema.ts'
import { storable } from '#stores/records/sql/text.ts'

export function organizationRecords(db: Kysely<Schema>, engine: RecordsEngine): OrganizationRecords {
  return {
    async create({ slug, name, now }) {
      const row = { id: randomUUID(), slug, name: storable(name), created_at: now }
      try {
        await db.insertInto('organizations').values(row).execute()
      } catch (error) {
        if (!engine.violates(error, 'unique')) throw error
        throw new AppError('conflict', `Organization "${slug}" already exists.`, { cause: error })
      }
      return toOrganization(row)
    },
    async list() {
      const rows = await db
        .selectFrom('organizations')
        .selectAll()
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map(toOrganization)
    },
    async bySlug(slug) {
      const row = await db.selectFrom('organizations').selectAll().where('slug', '=', slug).executeTakeFirst()
      return row && toOrganization(row)
    },
    addMember: async (organizationId, userId, role, now) => {
      await orNoSuchUser(engine, () =>
        db
          .insertInto('members')
          .values({ organization_id: organizationId, user_id: userId, role, created_at: now })
          .onConflict((conflict) => conflict.columns(['user_id', 'organization_id']).doUpdateSet({ role }))
          .execute(),
      )
    },
    addFirstOwner: async (organizationId, userId, now) =>
      addFirstOwner(db, engine, organizationId, userId, now),
    async ofUser(userId) {
      const rows = await db
        .selectFrom('organizations')
        .innerJoin('members', 'members.organization_id', 'organizations.id')
        .selectAll('organizations')
        .where('members.user_id', '=', userId)
        .orderBy('organizations.created_at')
        .orderBy('organizations.id')
        .execute()
      return rows.map(toOrganization)
    },
    async hasAnyMember() {
      return (await db.selectFrom('members').select('user_id').limit(1).executeTakeFirst()) !== undefined
    },
  }
}

async function addFirstOwner(
  db: Kysely<Schema>,
  engine: RecordsEngine,
  organizationId: string,
  userId: string,
  now: number,
): Promise<boolean> {
  return orNoSuchUser(engine, () =>
    db.transaction().execute(async (transaction) => {
      // Looking for a member locks nothing where there is none, so this row is what two at once queue for.
      await transaction
        .updateTable('organizations')
        .set((eb) => ({ name: eb.ref('name') }))
        .execute()
      const member = await transaction.selectFrom('members').select('user_id').limit(1).executeTakeFirst()
      if (member) return false
      await transaction
        .insertInto('members')
        .values({ organization_id: organizationId, user_id: userId, role: 'owner', created_at: now })
        .execute()
      return true
    }),
  )
}

async function orNoSuchUser<T>(engine: RecordsEngine, action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    if (!engine.violates(error, 'reference')) throw error
    throw new AppError('not_found', 'User or organization not found.', { cause: error })
  }
}

function toOrganization(row: Selectable<Schema['organizations']>): Organization {
  return { id: row.id, slug: row.slug, name: row.name, createdAt: row.created_at }
}
