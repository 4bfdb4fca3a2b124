import { DatabaseSync } from 'node:sqlite'

import { migrateSql } from '#stores/migrate-sql.ts'
import type { SqlEngine } from '#stores/migrate-sql.ts'

/**
 * The lock is held until close. It also guards the columns: DuckDB lets a second thread of this process open the
 * same file, and the two silently diverge (spec TS9).
 */
export async function openVaultFile(file: string, now: () => number): Promise<DatabaseSync> {
  const db = new DatabaseSync(file, { timeout: 0 })
  try {
    db.exec(`
      pragma locking_mode = exclusive;
      pragma auto_vacuum = incremental;
      pragma journal_mode = wal;
      pragma synchronous = full;
      pragma cache_size = -16384;
      begin exclusive;
      commit;
    `)
    await migrateSql(migrationEngine(db, file, now), new URL('./migrations/vault/', import.meta.url))
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

function migrationEngine(db: DatabaseSync, name: string, now: () => number): SqlEngine {
  return {
    name,
    applied: async () => {
      db.exec(`create table if not exists schema_migrations
               (version integer primary key, file text not null, applied_at integer not null)`)
      return db
        .prepare('select version from schema_migrations')
        .all()
        .map(({ version }) => Number(version))
    },
    apply: async ({ version, file, sql }) =>
      inTransaction(db, () => {
        db.exec(sql)
        db.prepare('insert into schema_migrations values (?, ?, ?)').run(version, file, now())
      }),
  }
}

export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('begin immediate')
  try {
    const result = work()
    db.exec('commit')
    return result
  } catch (error) {
    if (db.isTransaction) db.exec('rollback')
    throw error
  }
}
