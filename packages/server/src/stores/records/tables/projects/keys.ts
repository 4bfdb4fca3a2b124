import { randomBytes, randomUUID } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import { AppError } from '#domain/app-error.ts'
import type { ProjectKey, Quota } from '#domain/projects/project.ts'
import type { KeyRecords } from '#stores/records/records.ts'
import type { RecordsEngine } from '#stores/records/sql/engine.ts'
import type { ProjectKeyTable, Schema } from '#stores/records/sql/schema.ts'
import { storable } from '#stores/records/sql/text.ts'

export function keyRecords(db: Kysely<Schema>, engine: RecordsEngine): KeyRecords {
  const select = () => db.selectFrom('project_keys').selectAll().orderBy('created_at').orderBy('id')
  return {
    async create(input) {
      try {
        return await insertKey(db, input)
      } catch (error) {
        if (!engine.violates(error, 'reference')) throw error
        throw new AppError('not_found', 'Project not found.', { cause: error })
      }
    },
    async list(projectId) {
      return (await select().where('project_id', '=', projectId).execute()).map(toKey)
    },
    async all() {
      return (await select().execute()).map(toKey)
    },
    async update(id, { enabled, label, quotas }) {
      const values = {
        ...(enabled !== undefined && { enabled: enabled ? 1 : 0 }),
        ...(label !== undefined && { label: storable(label) }),
        ...(quotas !== undefined && { quotas: JSON.stringify(quotas) }),
      }
      if (Object.keys(values).length === 0) return
      const result = await db.updateTable('project_keys').set(values).where('id', '=', id).executeTakeFirst()
      if (result.numUpdatedRows === 0n) throw new AppError('not_found', 'Key not found.')
    },
  }
}

export async function insertKey(
  db: Kysely<Schema>,
  input: Parameters<KeyRecords['create']>[0],
): Promise<ProjectKey> {
  const row: ProjectKeyTable = {
    id: randomUUID(),
    project_id: input.projectId,
    public_key: randomBytes(16).toString('hex'),
    label: storable(input.label),
    enabled: 1,
    quotas: '[]',
    created_at: input.now,
  }
  await db.insertInto('project_keys').values(row).execute()
  return toKey(row)
}

function toKey(row: Selectable<ProjectKeyTable>): ProjectKey {
  return {
    id: row.id,
    projectId: row.project_id,
    publicKey: row.public_key,
    label: row.label,
    enabled: row.enabled === 1,
    quotas: JSON.parse(row.quotas) as Quota[],
    createdAt: row.created_at,
  }
}
