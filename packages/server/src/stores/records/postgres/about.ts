import { sql, type Kysely } from 'kysely'
import type pg from 'pg'
import { AppError } from '#domain/app-error.ts'
import { explained } from './postgres-errors.ts'

/** What the tests run on is newer; nothing before this one is looked after by its makers for long. */
const OLDEST = 15

/** Before anything is made or changed. */
export async function requireVersion(pool: pg.Pool): Promise<void> {
  const version = await versionOf(pool)
  if (Number.parseInt(version, 10) >= OLDEST) return
  throw new AppError(
    'store_unavailable',
    `The records need PostgreSQL ${OLDEST} or newer, and this is ${version}.`,
  )
}

async function versionOf(pool: pg.Pool): Promise<string> {
  try {
    const { rows } = await pool.query<{ version: string }>(
      `select current_setting('server_version') as version`,
    )
    return rows[0]!.version
  } catch (error) {
    throw explained(error)
  }
}

export async function described<S>(db: Kysely<S>, url: string): Promise<string> {
  const asked = performance.now()
  const { rows } = await sql<{
    version: string
  }>`select current_setting('server_version') as version`.execute(db)
  const ms = Math.ceil(performance.now() - asked)
  const { host, pathname } = new URL(url)
  return `PostgreSQL ${rows[0]!.version.split(' ')[0]} at ${host}${pathname} answers in ${ms} ms`
}
