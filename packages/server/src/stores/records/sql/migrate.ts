import type { Kysely, Transaction } from 'kysely'
import { AppError } from '#domain/app-error.ts'
import type { Log } from '#domain/log.ts'
import { goesWithout } from '#stores/side-by-side.ts'
import type { RecordsEngine } from './engine.ts'
import * as m0001 from '#stores/records/migrations/0001-first.ts'
import * as preferences from '#stores/records/migrations/0002-preferences.ts'
import * as m0003 from '#stores/records/migrations/0003-assignees.ts'
import * as m0004 from '#stores/records/migrations/0004-builds.ts'
import * as m0005 from '#stores/records/migrations/0005-recognised.ts'
import * as m0006 from '#stores/records/migrations/0006-regroup.ts'
import * as m0007 from '#stores/records/migrations/0007-merges.ts'
import * as m0008 from '#stores/records/migrations/0008-activity-people.ts'
import * as m0009 from '#stores/records/migrations/0009-map-fetches.ts'
import * as m0010 from '#stores/records/migrations/0010-people.ts'
import * as m0011 from '#stores/records/migrations/0011-issue-life.ts'
import * as m0012 from '#stores/records/migrations/0012-search.ts'
import * as m0013 from '#stores/records/migrations/0013-release-health.ts'
import * as m0014 from '#stores/records/migrations/0014-alerts.ts'
import * as m0015 from '#stores/records/migrations/0015-owners.ts'
import * as m0016 from '#stores/records/migrations/0016-share-ends.ts'
import * as m0018 from '#stores/records/migrations/0018-map-openings.ts'
import * as m0019 from '#stores/records/migrations/0019-routes.ts'
import * as m0020 from '#stores/records/migrations/0020-route-revisions.ts'
import * as m0021 from '#stores/records/migrations/0021-nodes.ts'
import * as m0022 from '#stores/records/migrations/0022-event-claims.ts'
import * as m0023 from '#stores/records/migrations/0023-attempt-counts.ts'
import * as m0024 from '#stores/records/migrations/0024-quota-counts.ts'
import * as m0025 from '#stores/records/migrations/0025-spools.ts'
import * as m0026 from '#stores/records/migrations/0026-artifact-holds.ts'
import type { Schema } from './schema.ts'

export interface Migration {
  /** Of one that contracts: `0030-drop-colours-needs-0027`, see `side-by-side.ts`. */
  readonly name: string
  up(transaction: Transaction<Schema>, engine: RecordsEngine): Promise<void>
}

/** In order, forward only: a released migration is never edited, the next one corrects it. */
export const MIGRATIONS: readonly Migration[] = [
  { name: '0001-first', up: m0001.up },
  { name: '0002-preferences', up: preferences.up },
  { name: '0003-assignees', up: m0003.up },
  { name: '0004-builds', up: m0004.up },
  { name: '0005-recognised', up: m0005.up },
  { name: '0006-regroup', up: m0006.up },
  { name: '0007-merges', up: m0007.up },
  { name: '0008-activity-people', up: m0008.up },
  { name: '0009-map-fetches', up: m0009.up },
  { name: '0010-people', up: m0010.up },
  { name: '0011-issue-life', up: m0011.up },
  { name: '0012-search', up: m0012.up },
  { name: '0013-release-health', up: m0013.up },
  { name: '0014-alerts', up: m0014.up },
  { name: '0015-owners', up: m0015.up },
  { name: '0016-share-ends', up: m0016.up },
  { name: '0018-map-openings', up: m0018.up },
  { name: '0019-routes', up: m0019.up },
  { name: '0020-route-revisions', up: m0020.up },
  { name: '0021-nodes', up: m0021.up },
  { name: '0022-event-claims', up: m0022.up },
  { name: '0023-attempt-counts', up: m0023.up },
  { name: '0024-quota-counts', up: m0024.up },
  { name: '0025-spools', up: m0025.up },
  { name: '0026-artifact-holds', up: m0026.up },
]

/**
 * All pending migrations in one transaction: a crash leaves the old version whole, and of two processes that start at the
 * same time the second waits for the first.
 */
export async function migrate(
  db: Kysely<Schema>,
  engine: RecordsEngine,
  options: { readonly log: Log; readonly now: () => number; readonly migrations?: readonly Migration[] },
): Promise<void> {
  const migrations = options.migrations ?? MIGRATIONS
  await db.transaction().execute(async (transaction) => {
    await transaction.schema
      .createTable('migrations')
      .ifNotExists()
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('applied_at', 'bigint', (column) => column.notNull())
      .execute()
    const rows = await transaction.selectFrom('migrations').select('name').orderBy('name').execute()
    const applied = new Set(rows.map((row) => row.name))
    refuseNewer(applied, migrations, engine)
    for (const migration of migrations) {
      if (applied.has(migration.name)) continue
      await migration.up(transaction, engine)
      const appliedAt = options.now()
      await transaction
        .insertInto('migrations')
        .values({ name: migration.name, applied_at: appliedAt })
        .execute()
      options.log.info('records migrated', { migration: migration.name })
    }
  })
}

function refuseNewer(
  applied: ReadonlySet<string>,
  migrations: readonly Migration[],
  { sharedByNodes }: Pick<RecordsEngine, 'sharedByNodes'>,
): void {
  const known = new Set(migrations.map((migration) => migration.name))
  const unknown = [...applied].filter((name) => !known.has(name))
  const newest = migrations.at(-1)?.name ?? ''
  if (unknown.every((name) => sharedByNodes && goesWithout(newest, name))) return
  throw new AppError(
    'store_unavailable',
    `The records were written by a newer version of Hindcast (${unknown.join(', ')} is unknown here). ` +
      'Start that version, or restore a backup made by this one.',
  )
}
