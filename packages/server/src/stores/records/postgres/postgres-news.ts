import type pg from 'pg'
import type { Log } from '#domain/log.ts'
import type { News, NodeNews } from '#stores/records/nodes.ts'
import { CHANNEL } from './announce-changes.ts'
import { openClient } from './connections.ts'
import { explained } from './postgres-errors.ts'

const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 5_000
/** A connection that is silent because nothing happens looks like one that is dead. */
const LOOK_EVERY_MS = 15_000

export interface PostgresNews extends NodeNews {
  close(): Promise<void>
}

interface Place {
  readonly url: string
  readonly pool: pg.Pool
  /** Who is not told of what it did itself. */
  readonly node: string
  readonly log: Log
}

/** Listens with a connection of its own, which is made anew whenever it is lost. */
export async function openPostgresNews({ url, pool, node, log }: Place): Promise<PostgresNews> {
  const listeners = new Set<(news: News) => void>()
  const publish = (news: News) => listeners.forEach((listener) => listener(news))
  const hear = (payload: string) => {
    const news = newsIn(payload, node)
    if (news !== undefined) publish(news)
  }
  let isClosed = false
  let again: NodeJS.Timeout | undefined
  let client = await listen(url, hear, () => relisten(FIRST_PAUSE_MS)).catch((error: unknown) => {
    throw explained(error)
  })

  function relisten(pauseMs: number): void {
    if (isClosed) return
    again = setTimeout(() => void listenAgain(pauseMs), pauseMs)
    again.unref()
  }

  async function listenAgain(pauseMs: number): Promise<void> {
    try {
      client = await listen(url, hear, () => relisten(FIRST_PAUSE_MS))
      if (isClosed) await client.end()
      else publish({ kind: 'missed' })
    } catch (error) {
      log.debug('other nodes can’t be heard yet', { error: explained(error) })
      relisten(Math.min(pauseMs * 2, LONGEST_PAUSE_MS))
    }
  }

  return {
    async tell(message) {
      try {
        await pool.query('select pg_notify($1, $2)', [CHANNEL, JSON.stringify({ from: node, told: message })])
      } catch (error) {
        throw explained(error)
      }
    },
    hear: (listener) => void listeners.add(listener),
    async close() {
      isClosed = true
      clearTimeout(again)
      await client.end().catch(() => undefined)
    },
  }
}

/** `lost` is called once, and only where it was open before. */
async function listen(url: string, hear: (payload: string) => void, lost: () => void): Promise<pg.Client> {
  const client = openClient(url, { query_timeout: LOOK_EVERY_MS })
  client.on('notification', ({ payload = '' }) => hear(payload))
  client.on('error', () => undefined)
  await client.connect()
  await client.query(`listen ${CHANNEL}`).catch((error: unknown) => {
    void client.end().catch(() => undefined)
    throw error
  })
  const looking = setInterval(() => void client.query('select 1').catch(lose), LOOK_EVERY_MS)
  looking.unref()
  let isLost = false
  function lose(): void {
    if (isLost) return
    isLost = true
    clearInterval(looking)
    void client.end().catch(() => undefined)
    lost()
  }
  client.on('error', lose)
  client.on('end', lose)
  return client
}

/** Undefined: one’s own. Anybody may write to the channel of a database, so nothing is taken for granted. */
function newsIn(payload: string, node: string): News | undefined {
  try {
    const { changed, from, told } = JSON.parse(payload) as Record<string, unknown>
    if (from === node) return undefined
    return typeof changed === 'string' ? { kind: 'changed', table: changed } : { kind: 'told', message: told }
  } catch {
    return undefined
  }
}
