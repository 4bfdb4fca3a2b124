import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { openLine, type Line } from './line.ts'
import { openPostgresProcess, USER, type PostgresProcess } from './postgres-process.ts'

/** A PostgreSQL server, behind a line that can be cut. */
export interface TestPostgres extends Pick<Line, 'cut' | 'mend'> {
  /** Ends the server, as an operator does; where it is not ours, only the line to it. */
  stop(): Promise<void>
  start(): Promise<void>
  /** What `HINDCAST_DATABASE_URL` has to be for a new database; a copy of another one where that is given. */
  create(template?: string): Promise<string>
  /** In the background: a test need not wait for the disk. */
  drop(url: string): void
  /** Without the line. */
  query(url: string, sql: string): Promise<readonly Record<string, unknown>[]>
  close(): Promise<void>
}

/** Sorts and folds case otherwise than by bytes, as the databases of most operators do. */
const GERMAN = `locale_provider icu icu_locale 'de-DE' locale 'C'`

/** The server of `HINDCAST_TEST_POSTGRES_URL` where it is set; its user has to be allowed to create databases. */
export async function openPostgres(): Promise<TestPostgres> {
  const given = process.env['HINDCAST_TEST_POSTGRES_URL']
  if (given !== undefined) return overLine(new URL(given), undefined)
  const server = await openPostgresProcess()
  return overLine(new URL(`postgres://${USER}:very-secret@127.0.0.1:${server.port}/postgres`), server)
}

async function overLine(direct: URL, server: PostgresProcess | undefined): Promise<TestPostgres> {
  const line = await openLine(Number(direct.port || 5432), direct.hostname)
  const admin = new pg.Pool({ connectionString: direct.href, max: 2 })
  // What was idle when the server was stopped.
  admin.on('error', () => undefined)
  const nameIn = (url: string) => new URL(url).pathname.slice(1)
  let dropping: Promise<unknown> = Promise.resolve()
  return {
    cut: () => line.cut(),
    mend: () => line.mend(),
    async stop() {
      if (server === undefined) line.cut()
      else await server.stop()
    },
    async start() {
      if (server === undefined) line.mend()
      else await server.start()
    },
    async create(template) {
      const name = `hindcast_${randomUUID().replaceAll('-', '')}`
      const copied = template === undefined ? `template0 ${GERMAN}` : `${nameIn(template)} strategy file_copy`
      await admin.query(`create database ${name} template ${copied}`)
      const url = new URL(direct)
      url.host = `127.0.0.1:${line.port}`
      url.pathname = `/${name}`
      return url.href
    },
    drop(url) {
      dropping = dropping.then(() => admin.query(`drop database ${nameIn(url)} with (force)`))
    },
    async query(url, sql) {
      const client = new pg.Client({
        connectionString: Object.assign(new URL(direct), { pathname: `/${nameIn(url)}` }).href,
      })
      await client.connect()
      try {
        return (await client.query<Record<string, unknown>>(sql)).rows
      } finally {
        await client.end()
      }
    },
    async close() {
      await dropping
      await admin.end()
      await line.close()
      await server?.close()
    },
  }
}
