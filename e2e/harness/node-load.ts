import { randomBytes } from 'node:crypto'
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { pick, type Random } from '../../packages/server/src/domain/seeded-random.ts'
import { encodeEnvelope, type ItemToEncode } from '../../packages/server/src/protocol/encode-envelope.ts'
import { openLedger, type Ledger } from './ledger.ts'
import type { TestNode, TestNodes } from './nodes.ts'
import { send, type Sendable } from './send.ts'

const CONNECTIONS_PER_NODE = 2
const PAUSE_MS = 25
const RELEASE = 'shop@1.0'
const NAMES = ['FaultCart', 'FaultBasket', 'FaultLogin', 'FaultSearch', 'FaultOrder']
/** Larger than what is stored beside its row, so that it goes to the bucket. */
const REPLAY = Buffer.alloc(60_000, 'a replay that is not read yet ')

/** What is sent to the nodes, and what they said of it. */
export interface NodeLoad {
  readonly ledger: Ledger
  /** Name of the error, by event id. */
  readonly names: ReadonlyMap<string, string>
  readonly sessions: { sent: number; acknowledged: number }
  /** How many times an event was sent again: because no answer came, or for no reason. */
  resent: number
  /** Who refused, with which status, and whether it said when to come back. */
  readonly refusals: Set<string>
  /** An error of this name to every running node at the same moment; each has to answer. */
  everywhere(name: string): Promise<void>
  /** Ends when the answers to what is under way are there. */
  stop(): Promise<void>
}

interface Sent extends Sendable {
  readonly eventId: string
  readonly name: string
  readonly hasSession: boolean
}

/** Clients that send to all nodes until they are stopped. One that gets no answer sends the same again, to any node. */
export function startLoad({ nodes, projectId, publicKey }: TestNodes, random: Random): NodeLoad {
  const names = new Map<string, string>()
  const isOver = new AbortController()
  const load = {
    ledger: openLedger(),
    names,
    sessions: { sent: 0, acknowledged: 0 },
    resent: 0,
    refusals: new Set<string>(),
  }
  const target = { method: 'POST', path: `/api/${projectId}/envelope/`, query: `?sentry_key=${publicKey}` }

  function compose(name: string, eventId = randomBytes(16).toString('hex'), isAgain = false): Sent {
    const hasSession = !isAgain && random() < 0.2
    const items: ItemToEncode[] = [{ type: 'event', payload: errorOf(name, eventId) }]
    if (hasSession) items.push({ type: 'session', payload: sessionOf() })
    if (!isAgain && random() < 0.05) items.push({ type: 'replay_recording', payload: REPLAY })
    if (hasSession) load.sessions.sent += 1
    names.set(eventId, name)
    load.ledger.sent.add(eventId)
    return { ...target, eventId, name, hasSession, body: encodeEnvelope({ event_id: eventId }, items) }
  }

  async function deliver(event: Sent, node: TestNode, agent?: Agent): Promise<void> {
    const { status, headers } = await send(node.origin, event, agent)
    if (status === 200) {
      load.ledger.acknowledged.add(event.eventId)
      if (event.hasSession) load.sessions.acknowledged += 1
      return
    }
    load.ledger.refused += 1
    const says = headers['retry-after'] === undefined ? 'without' : 'with'
    load.refusals.add(`${node.name}: ${status} ${says} Retry-After`)
  }

  async function client(first: TestNode): Promise<void> {
    const agent = new Agent({ keepAlive: true })
    while (!isOver.signal.aborted) {
      const old = random() < 0.02 ? pick(random, [...names.keys()]) : undefined
      if (old !== undefined) load.resent += 1
      const event = old === undefined ? compose(pick(random, NAMES)) : compose(names.get(old)!, old, true)
      try {
        await deliver(event, first, agent)
      } catch {
        // The node was killed: it may have stored the event or not.
        load.resent += 1
        await deliver(compose(event.name, event.eventId, true), pick(random, nodes)).catch(() => undefined)
        await sleep(PAUSE_MS * 4)
      }
      await sleep(PAUSE_MS)
    }
    agent.destroy()
  }

  const clients = nodes.flatMap((node) => Array.from({ length: CONNECTIONS_PER_NODE }, () => client(node)))
  return Object.assign(load, {
    async everywhere(name: string) {
      const running = nodes.filter(({ server }) => server.running())
      await Promise.all(running.map((node) => deliver(compose(name), node)))
    },
    async stop() {
      isOver.abort()
      await Promise.all(clients)
    },
  })
}

function errorOf(name: string, eventId: string) {
  const frame = { abs_path: 'https://shop.example/app.js', function: name, lineno: 1, colno: 1, in_app: true }
  const value = { type: name, value: 'the drawer is stuck', stacktrace: { frames: [frame] } }
  return { event_id: eventId, platform: 'javascript', release: RELEASE, exception: { values: [value] } }
}

function sessionOf() {
  const started = new Date().toISOString()
  return {
    sid: crypto.randomUUID(),
    init: true,
    status: 'exited',
    errors: 0,
    started,
    timestamp: started,
    attrs: { release: RELEASE, environment: 'production' },
  }
}
