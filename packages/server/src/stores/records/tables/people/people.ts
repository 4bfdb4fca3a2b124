import type { Kysely } from 'kysely'
import type { PeopleRecords } from '#stores/records/records.ts'
import type { RecordsEngine } from '#stores/records/sql/engine.ts'
import type { Schema } from '#stores/records/sql/schema.ts'

export function peopleRecords(db: Kysely<Schema>, engine: RecordsEngine): PeopleRecords {
  const select = () => db.selectFrom('auth_user').select(['id', 'name', 'email'])
  return {
    async byIds(ids) {
      if (ids.length === 0) return []
      return select().where('id', 'in', engine.listOf(ids)).execute()
    },
    async members(organizationIds) {
      const ids = db
        .selectFrom('members')
        .select('user_id')
        .where('organization_id', 'in', engine.listOf(organizationIds))
      return select().where('id', 'in', ids).orderBy('name').orderBy('id').execute()
    },
  }
}
