import type { Kysely, Selectable, Transaction } from 'kysely'
import { AppError } from '#domain/app-error.ts'
import { DEFAULT_PROJECT_SETTINGS, type Project, type ProjectSettings } from '#domain/projects/project.ts'
import type { ProjectRecords } from '#stores/records/records.ts'
import { take } from '#stores/records/sql/counters.ts'
import { insertKey } from './keys.ts'
import type { ProjectTable, Schema } from '#stores/records/sql/schema.ts'
import { freeSlug, slugOf } from '#stores/records/sql/slug.ts'
import { storable } from '#stores/records/sql/text.ts'

export function projectRecords(db: Kysely<Schema>): ProjectRecords {
  const select = () => db.selectFrom('projects').selectAll()
  return {
    create: async (input) =>
      db.transaction().execute(async (transaction) => insertWithKey(transaction, input)),
    createOnce: async (fact, input) =>
      db.transaction().execute(async (transaction) => insertOnce(transaction, fact, input)),
    async list(organizationId) {
      const rows = await select()
        .where('organization_id', '=', organizationId)
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map(toProject)
    },
    async all() {
      const rows = await select().orderBy('created_at').orderBy('id').execute()
      return rows.map(toProject)
    },
    async byId(id) {
      const row = await select().where('id', '=', id).executeTakeFirst()
      return row && toProject(row)
    },
    async bySlug(organizationId, slug) {
      const row = await select()
        .where('organization_id', '=', organizationId)
        .where('slug', '=', slug)
        .executeTakeFirst()
      return row && toProject(row)
    },
    updateSettings: async (id, settings) => change(db, id, { settings: JSON.stringify(settings) }),
    rename: async (id, name) => change(db, id, { name: storable(name) }),
    setPlatform: async (id, platform) => change(db, id, { platform: storable(platform) }),
  }
}

type NewProject = Parameters<ProjectRecords['create']>[0]

async function insertWithKey(transaction: Transaction<Schema>, input: NewProject) {
  const project = await insertProject(transaction, input)
  const key = await insertKey(transaction, { projectId: project.id, label: 'Default', now: input.now })
  return { project, key }
}

async function insertOnce(transaction: Transaction<Schema>, fact: string, input: NewProject) {
  // Writing first is what several at once queue for; looking first would let each of them see nothing.
  await transaction
    .insertInto('facts')
    .values({ name: fact, value: '' })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const row = await transaction
    .selectFrom('projects')
    .innerJoin('facts', 'facts.value', 'projects.id')
    .selectAll('projects')
    .where('facts.name', '=', fact)
    .executeTakeFirst()
  if (row) return toProject(row)
  const { project } = await insertWithKey(transaction, input)
  await transaction.updateTable('facts').set({ value: project.id }).where('name', '=', fact).execute()
  return project
}

async function insertProject(transaction: Transaction<Schema>, input: NewProject): Promise<Project> {
  const organization = await transaction
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', input.organizationId)
    .executeTakeFirst()
  if (!organization) throw new AppError('not_found', 'Organization not found.')
  const id = await take(transaction, 'project')
  const taken = await transaction
    .selectFrom('projects')
    .select('slug')
    .where('organization_id', '=', input.organizationId)
    .execute()
  const row: ProjectTable = {
    id: String(id),
    organization_id: input.organizationId,
    slug: freeSlug(slugOf(input.name), new Set(taken.map(({ slug }) => slug))),
    name: storable(input.name),
    platform: input.platform === undefined ? null : storable(input.platform),
    settings: JSON.stringify(DEFAULT_PROJECT_SETTINGS),
    created_at: input.now,
    first_event_at: null,
    last_issue_number: 0,
  }
  await transaction.insertInto('projects').values(row).execute()
  return toProject(row)
}

async function change(
  db: Kysely<Schema>,
  id: string,
  values: { settings?: string; name?: string; platform?: string },
) {
  const result = await db.updateTable('projects').set(values).where('id', '=', id).executeTakeFirst()
  if (result.numUpdatedRows === 0n) throw new AppError('not_found', 'Project not found.')
}

/** A setting added by a later version is missing in older rows; their issues keep their grouping (spec GR120). */
function settingsOf(stored: Partial<ProjectSettings>): ProjectSettings {
  return {
    ...DEFAULT_PROJECT_SETTINGS,
    groupingVersion: 3,
    ...stored,
    filters: { ...DEFAULT_PROJECT_SETTINGS.filters, ...stored.filters },
  }
}

function toProject(row: Selectable<ProjectTable>): Project {
  return {
    id: row.id,
    organizationId: row.organization_id,
    slug: row.slug,
    name: row.name,
    platform: row.platform ?? undefined,
    settings: settingsOf(JSON.parse(row.settings) as Partial<ProjectSettings>),
    createdAt: row.created_at,
    firstEventAt: row.first_event_at === null ? undefined : row.first_event_at,
  }
}
