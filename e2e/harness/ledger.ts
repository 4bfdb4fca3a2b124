import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from './eventually.ts'
import type { FreshEvent } from './fresh-events.ts'
import type { Installation } from './installation.ts'
import { send } from './send.ts'

/** How much is sent at a time. */
export interface Load {
  readonly connections: number
  readonly pauseMs: number
}
const HEAVY: Load = { connections: 16, pauseMs: 6 }

/** What was sent to a server that ends again and again, and what it said of it. */
export interface Ledger {
  readonly acknowledged: Set<string>
  /** Those whose answer never came may be stored or not, but not twice. */
  readonly sent: Set<string>
  refused: number
}

export const openLedger = (): Ledger => ({ acknowledged: new Set(), sent: new Set(), refused: 0 })

/** Sends over many connections until the server ends. */
export async function sendUntilTheEnd(
  { origin }: Pick<Installation, 'origin'>,
  next: () => FreshEvent,
  ledger: Ledger,
  { connections, pauseMs } = HEAVY,
): Promise<void> {
  await Promise.all(Array.from({ length: connections }, () => sendOverOne(origin, next, ledger, pauseMs)))
}

async function sendOverOne(
  origin: string,
  next: () => FreshEvent,
  ledger: Ledger,
  pauseMs: number,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    for (;;) {
      const event = next()
      ledger.sent.add(event.eventId)
      const { status } = await send(origin, event, agent)
      if (status === 200) ledger.acknowledged.add(event.eventId)
      else ledger.refused += 1
      await sleep(pauseMs)
    }
  } catch {
    // The server has ended.
  } finally {
    agent.destroy()
  }
}

/** How many events the issues count together. */
export async function countedEvents({ api }: Pick<Installation, 'api'>): Promise<number> {
  return (await api.allIssues()).reduce((sum, { events }) => sum + events, 0)
}

/** Everything acknowledged can be read, and the list has stopped growing. The list is long: it is not read before issues count enough. */
export async function drained(
  { api }: Pick<Installation, 'api'>,
  acknowledged: ReadonlySet<string>,
): Promise<readonly { readonly eventId: string }[]> {
  let before = -1
  let missing = acknowledged.size
  try {
    return await eventually(
      'storing everything acknowledged',
      async () => {
        const isCounted = (await countedEvents({ api })) >= acknowledged.size
        const events = isCounted ? await api.allEvents() : []
        const ids = new Set(events.map((event) => event.eventId))
        missing = [...acknowledged].filter((id) => !ids.has(id)).length
        const settled = missing === 0 && events.length === before
        before = events.length
        if (settled) return events
        await sleep(1500)
        return undefined
      },
      60_000,
    )
  } catch (error) {
    throw new Error(`${missing} of ${acknowledged.size} acknowledged events are missing`, { cause: error })
  }
}
