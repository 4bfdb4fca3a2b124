import type pg from 'pg'
import type { Log } from '#domain/log.ts'
import type { Reader } from '#stores/records/sql/readers.ts'
import { openClient } from './connections.ts'
import { explained } from './postgres-errors.ts'
import { acceptable } from './values.ts'

/** A statement that the server does not end by then has lost its connection. */
const CANCEL_GRACE_MS = 5_000

interface Session {
  readonly client: pg.Client
  readonly pid: number
}

/** One connection for reads that grow with the data; made at the first read, and anew after it was lost. */
export function openPostgresReader(url: string, canceller: pg.Pool, log: Log): Reader {
  let session: Promise<Session> | undefined
  let cancelling: Promise<void> | undefined

  async function connect(): Promise<Session> {
    const client = openClient(url)
    const forget = () => {
      session = undefined
    }
    client.on('error', (error) => {
      forget()
      log.warn('a connection that reads the records was lost', { error })
    })
    client.on('end', forget)
    await client.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return { client, pid: rows[0]!.pid }
  }

  async function cancel({ client, pid }: Session): Promise<void> {
    const timer = setTimeout(() => void client.end().catch(() => undefined), CANCEL_GRACE_MS)
    try {
      await canceller.query('select pg_cancel_backend($1)', [pid])
    } catch {
      // The server cannot be told: what it still does ends with the connection.
      await client.end().catch(() => undefined)
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    async run(sql, parameters) {
      try {
        session ??= connect()
        const { client } = await session
        const { rows } = await client.query<pg.QueryResultRow>(sql, parameters.map(acceptable))
        return rows
      } catch (error) {
        const told = explained(error)
        // A failed attempt to connect must not answer the next read as well.
        if (told !== error) session = undefined
        throw told
      } finally {
        // Or it would end the statement that comes next.
        await cancelling
        cancelling = undefined
      }
    },
    interrupt() {
      const interrupted = session
      cancelling ??= interrupted?.then(cancel, () => undefined)
    },
    async close() {
      const open = await session?.catch(() => undefined)
      await open?.client.end()
    },
  }
}
