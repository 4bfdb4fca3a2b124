import { randomUUID } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import type { SavedView } from '#domain/issues/saved-view.ts'
import type { SavedViewRecords } from '#stores/records/saved-views.ts'
import type { SavedViewTable, Schema } from '#stores/records/sql/schema.ts'
import { storable } from '#stores/records/sql/text.ts'

export function savedViewRecords(db: Kysely<Schema>): SavedViewRecords {
  return {
    async list(projectId, userId) {
      const rows = await db
        .selectFrom('saved_views')
        .selectAll()
        .where('project_id', '=', projectId)
        .where((eb) =>
          eb.or([eb('shared', '=', 1), ...(userId === undefined ? [] : [eb('owner_id', '=', userId)])]),
        )
        .orderBy('name')
        .orderBy('id')
        .execute()
      return rows.map(toView)
    },
    async byId(id) {
      const row = await db.selectFrom('saved_views').selectAll().where('id', '=', id).executeTakeFirst()
      return row && toView(row)
    },
    async create(view) {
      const made = { ...view, id: randomUUID() }
      await db.insertInto('saved_views').values(toRow(made)).execute()
      return made
    },
    async update(id, { name, query, sort, columns, shared }) {
      const change = {
        ...(name !== undefined && { name: storable(name) }),
        ...(query !== undefined && { query: storable(query) }),
        ...(sort !== undefined && { sort }),
        ...(columns !== undefined && { columns: JSON.stringify(columns) }),
        ...(shared !== undefined && { shared: Number(shared) }),
      }
      if (Object.keys(change).length === 0) return
      await db.updateTable('saved_views').set(change).where('id', '=', id).execute()
    },
    async delete(id) {
      await db.deleteFrom('saved_views').where('id', '=', id).execute()
    },
  }
}

function toView(row: Selectable<SavedViewTable>): SavedView {
  return {
    id: row.id,
    projectId: row.project_id,
    ownerId: row.owner_id ?? undefined,
    name: row.name,
    list: row.list as SavedView['list'],
    query: row.query,
    sort: row.sort,
    columns: JSON.parse(row.columns) as string[],
    shared: row.shared === 1,
    createdAt: row.created_at,
  }
}

function toRow(view: SavedView): SavedViewTable {
  return {
    id: view.id,
    project_id: view.projectId,
    owner_id: view.ownerId ?? null,
    name: storable(view.name),
    list: view.list,
    query: storable(view.query),
    sort: view.sort,
    columns: JSON.stringify(view.columns),
    shared: Number(view.shared),
    created_at: view.createdAt,
  }
}
