import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from '#domain/log.ts'
import { cancelled } from '#domain/question.ts'
import type { Reader } from '#stores/records/sql/readers.ts'
import { openClient } from './connections.ts'
import { explained } from './postgres-errors.ts'
import { acceptable } from './values.ts'

/** A statement that the server does not end by then has lost its connection. */
const CANCEL_GRACE_MS = 5_000
const CANCEL_EVERY_MS = 20

interface Session {
  readonly client: pg.Client
  readonly pid: number
}

/** One connection for reads that grow with the data; made at the first read, and anew after it was lost. */
export function openPostgresReader(url: string, canceller: pg.Pool, log: Log): Reader {
  let session: Promise<Session> | undefined
  let cancelling: Promise<void> | undefined
  /** Of the statement under way. */
  const now = { isRunning: false, isInterrupted: false }

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

  /** A failed attempt to connect must not answer the next read as well, nor a connection that is in doubt. */
  function leave(): void {
    const left = session
    session = undefined
    left?.then(({ client }) => client.end()).catch(() => undefined)
  }

  return {
    async run(sql, parameters) {
      now.isInterrupted = false
      now.isRunning = true
      try {
        session ??= connect()
        const { client } = await session
        if (now.isInterrupted) throw cancelled()
        const { rows } = await client.query<pg.QueryResultRow>(sql, parameters.map(acceptable))
        return rows
      } catch (error) {
        const told = explained(error)
        if (told !== error && !now.isInterrupted) leave()
        throw told
      } finally {
        now.isRunning = false
        // Or it would end the statement that comes next.
        await cancelling
        cancelling = undefined
      }
    },
    interrupt() {
      now.isInterrupted = true
      cancelling ??= session?.then(
        (open) => cancel(open, canceller, now),
        () => undefined,
      )
    },
    async close() {
      const open = await session?.catch(() => undefined)
      await open?.client.end()
    },
  }
}

/** Again and again: a backend that has not begun with the statement yet has nothing to cancel. */
async function cancel(
  { client, pid }: Session,
  canceller: pg.Pool,
  now: { readonly isRunning: boolean },
): Promise<void> {
  const asked = performance.now()
  try {
    while (now.isRunning && performance.now() - asked < CANCEL_GRACE_MS) {
      await canceller.query('select pg_cancel_backend($1)', [pid])
      await sleep(CANCEL_EVERY_MS)
    }
    if (!now.isRunning) return
  } catch {
    // The server cannot be told: what it still does ends with the connection.
  }
  await client.end().catch(() => undefined)
}
