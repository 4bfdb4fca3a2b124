import { randomUUID } from 'node:crypto'
import type { Kysely, Selectable, Transaction } from 'kysely'
import { AppError } from '#domain/app-error.ts'
import type { Team } from '#domain/people/team.ts'
import type { TeamRecords } from '#stores/records/teams.ts'
import type { RecordsEngine } from '#stores/records/sql/engine.ts'
import type { Schema } from '#stores/records/sql/schema.ts'
import { freeSlug, slugOf } from '#stores/records/sql/slug.ts'
import { storable } from '#stores/records/sql/text.ts'

export function teamRecords(db: Kysely<Schema>, engine: RecordsEngine): TeamRecords {
  const select = () => db.selectFrom('teams').selectAll().orderBy('name').orderBy('id')
  const whole = async (rows: Row[]) => withParts(db, engine, rows)
  return {
    create: async (input) => db.transaction().execute(async (transaction) => create(transaction, input)),
    list: async (organizationId) =>
      whole(await select().where('organization_id', '=', organizationId).execute()),
    byIds: async (ids) =>
      ids.length === 0 ? [] : whole(await select().where('id', 'in', engine.listOf(ids)).execute()),
    async ofUser(organizationId, userId) {
      const ids = db.selectFrom('team_members').select('team_id').where('user_id', '=', userId)
      const own = select().where('organization_id', '=', organizationId).where('id', 'in', ids)
      return whole(await own.execute())
    },
    async ofProject(projectId) {
      const ids = db.selectFrom('team_projects').select('team_id').where('project_id', '=', projectId)
      return whole(await select().where('id', 'in', ids).execute())
    },
    change: async (organizationId, id, change) =>
      db.transaction().execute(async (transaction) => {
        await rename(transaction, organizationId, id, change.name)
        if (change.memberIds) await setMembers(transaction, organizationId, id, change.memberIds)
        if (change.projectIds) await setProjects(transaction, organizationId, id, change.projectIds)
        const rows = await transaction.selectFrom('teams').selectAll().where('id', '=', id).execute()
        const [team] = await withParts(transaction, engine, rows)
        return team!
      }),
    async delete(organizationId, id) {
      const result = await db
        .deleteFrom('teams')
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .executeTakeFirst()
      return result.numDeletedRows > 0n
    },
  }
}

type Row = Selectable<Schema['teams']>

async function create(
  transaction: Transaction<Schema>,
  { organizationId, name, now }: Parameters<TeamRecords['create']>[0],
): Promise<Team> {
  const rows = await transaction
    .selectFrom('teams')
    .select('slug')
    .where('organization_id', '=', organizationId)
    .execute()
  const slug = freeSlug(slugOf(name, 'team'), new Set(rows.map((row) => row.slug)))
  const row = {
    id: randomUUID(),
    organization_id: organizationId,
    slug,
    name: storable(name),
    created_at: now,
  }
  await transaction.insertInto('teams').values(row).execute()
  return toTeam(row, [], [])
}

/** Also where the name stays: a team of another organization is not found here. */
async function rename(
  transaction: Transaction<Schema>,
  organizationId: string,
  id: string,
  name: string | undefined,
): Promise<void> {
  const result = await transaction
    .updateTable('teams')
    .set((eb) => ({ name: name === undefined ? eb.ref('name') : eb.val(storable(name)) }))
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (result.numUpdatedRows === 0n) throw new AppError('not_found', 'Team not found.')
}

async function setMembers(
  transaction: Transaction<Schema>,
  organizationId: string,
  id: string,
  userIds: readonly string[],
): Promise<void> {
  const rows = await transaction
    .selectFrom('members')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .execute()
  const wanted = allOf(userIds, new Set(rows.map((row) => row.user_id)), 'member')
  await transaction.deleteFrom('team_members').where('team_id', '=', id).execute()
  if (wanted.length === 0) return
  const values = wanted.map((user_id) => ({ team_id: id, user_id }))
  await transaction.insertInto('team_members').values(values).execute()
}

async function setProjects(
  transaction: Transaction<Schema>,
  organizationId: string,
  id: string,
  projectIds: readonly string[],
): Promise<void> {
  const rows = await transaction
    .selectFrom('projects')
    .select('id')
    .where('organization_id', '=', organizationId)
    .execute()
  const wanted = allOf(projectIds, new Set(rows.map((row) => row.id)), 'project')
  await transaction.deleteFrom('team_projects').where('team_id', '=', id).execute()
  if (wanted.length === 0) return
  const values = wanted.map((project_id) => ({ team_id: id, project_id }))
  await transaction.insertInto('team_projects').values(values).execute()
}

function allOf(ids: readonly string[], known: ReadonlySet<string>, what: string): readonly string[] {
  const wanted = [...new Set(ids)]
  const unknown = wanted.find((id) => !known.has(id))
  if (unknown !== undefined) throw new AppError('not_found', `Unknown ${what}.`)
  return wanted
}

async function withParts(db: Kysely<Schema>, engine: RecordsEngine, rows: Row[]): Promise<readonly Team[]> {
  if (rows.length === 0) return []
  const ids = engine.listOf(rows.map(({ id }) => id))
  const members = await db
    .selectFrom('team_members')
    .selectAll()
    .where('team_id', 'in', ids)
    .orderBy('user_id')
    .execute()
  const projects = await db
    .selectFrom('team_projects')
    .selectAll()
    .where('team_id', 'in', ids)
    .orderBy('project_id')
    .execute()
  return rows.map((row) =>
    toTeam(
      row,
      members.filter(({ team_id }) => team_id === row.id).map(({ user_id }) => user_id),
      projects.filter(({ team_id }) => team_id === row.id).map(({ project_id }) => project_id),
    ),
  )
}

function toTeam(row: Row, memberIds: readonly string[], projectIds: readonly string[]): Team {
  const { id, organization_id: organizationId, slug, name, created_at: createdAt } = row
  return { id, organizationId, slug, name, createdAt, memberIds, projectIds }
}
