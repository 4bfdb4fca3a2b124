import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Intake } from '@hindcast/contract/intake/intake.ts'
import type { ProjectDetail } from '@hindcast/contract/projects/projects.ts'
import { encodeEnvelope } from '../packages/server/src/protocol/encode-envelope.ts'
import { eventually } from './harness/eventually.ts'
import type { Installation } from './harness/installation.ts'
import { openPostgres, type TestPostgres } from './harness/postgres.ts'
import type { Server } from './harness/server.ts'
import { startTwoNodes, type TwoNodes } from './harness/two-nodes.ts'

const BUDGET = 4000
const ROUNDS = 12
/** Of each project and round. */
const TRACES = 480
const TRACES_PER_ENVELOPE = 60

interface Project {
  readonly slug: string
  readonly id: string
  readonly publicKey: string
}

let postgres: TestPostgres
let database: string
let first: Installation
let second: Server
let nodes: TwoNodes
beforeAll(async () => {
  postgres = await openPostgres()
  database = await postgres.create()
  nodes = await startTwoNodes({ HINDCAST_DATABASE_URL: database })
  ;({ first, second } = nodes)
})
afterAll(async () => {
  await nodes?.close()
  await postgres?.close()
})

async function call<T>(origin: string, method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${origin}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${first.init.token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

async function addProject(name: string): Promise<Project> {
  const { slug, keys } = await call<ProjectDetail>(first.origin, 'POST', '/projects', { name })
  const { pathname, username } = new URL(keys[0]!.dsn)
  return { slug, id: pathname.slice(1), publicKey: username }
}

/** Page loads without children: as many spans as traces. */
function pageLoads(): Uint8Array<ArrayBuffer> {
  const end = Date.now() / 1000
  const items = Array.from({ length: TRACES_PER_ENVELOPE }, () => ({
    type: 'transaction',
    payload: {
      type: 'transaction',
      event_id: randomBytes(16).toString('hex'),
      transaction: '/cart',
      transaction_info: { source: 'route' },
      start_timestamp: end - 0.1,
      timestamp: end,
      contexts: {
        trace: {
          trace_id: randomBytes(16).toString('hex'),
          span_id: randomBytes(8).toString('hex'),
          op: 'pageload',
          status: 'ok',
        },
      },
    },
  }))
  return new Uint8Array(encodeEnvelope({}, items))
}

async function send(origin: string, { id, publicKey }: Project): Promise<void> {
  const address = `${origin}/api/${id}/envelope/?sentry_version=7&sentry_key=${publicKey}`
  expect((await fetch(address, { method: 'POST', body: pageLoads() })).status).toBe(200)
}

/** Counts of all nodes: they are in the records. */
async function counted({ slug }: Project): Promise<{ kept: number; out: number }> {
  const { totals } = await call<Intake>(first.origin, 'GET', `/projects/${slug}/intake`)
  const of = (wanted: string) =>
    totals
      .filter(
        ({ category, outcome, reason }) => category === 'transaction' && `${outcome} ${reason}` === wanted,
      )
      .reduce((sum, { quantity }) => sum + quantity, 0)
  return { kept: of('accepted '), out: of('dropped thinned_out') }
}

async function visits(origin: string, { slug }: Project) {
  type Routes = { routes: ReadonlyArray<{ pageloads: { total: number; margin: number } }> }
  const { routes } = await call<Routes>(origin, 'GET', `/projects/${slug}/route-stats`)
  return routes[0]!.pageloads
}

describe('two nodes on one database', () => {
  let both: Project
  let alone: Project

  it('[OP250] keep about as many spans of a project together as one node alone keeps of another', async () => {
    both = { slug: first.init.project, id: first.projectId, publicKey: first.publicKey }
    alone = await addProject('Alone')
    for (const { slug } of [both, alone])
      await call(second.origin, 'PATCH', `/projects/${slug}`, { settings: { spansPerHour: BUDGET } })
    const origins = [first.origin, second.origin]
    for (let round = 0; round < ROUNDS; round++) {
      for (let sent = 0; sent < TRACES / TRACES_PER_ENVELOPE; sent++) {
        await send(origins[sent % 2]!, both)
        await send(first.origin, alone)
      }
      // Nodes ask each other once a second.
      await setTimeout(1000)
    }
    const all = ROUNDS * TRACES
    const [together, single] = await eventually('all traces to be counted', async () => {
      const counts = [await counted(both), await counted(alone)]
      return counts.every(({ kept, out }) => kept + out === all) ? counts : undefined
    })
    expect(single!.kept).toBeLessThan(all / 3)
    expect(together!.kept).toBeLessThan(1.35 * single!.kept)
    expect(together!.kept).toBeGreaterThan(0.7 * single!.kept)
    const told = await postgres.query(
      database,
      `select distinct spool_id from thinning_shares where project_id = '${both.id}'`,
    )
    expect(told).toHaveLength(2)
  })

  it('[OP250] say how many there were, within the margin', async () => {
    const parts = await Promise.all([first.origin, second.origin].map((origin) => visits(origin, both)))
    const total = parts.reduce((sum, part) => sum + part.total, 0)
    const margin = Math.hypot(...parts.map((part) => part.margin))
    expect(margin).toBeGreaterThan(0)
    // Four standard deviations: a test must not fail once in twenty runs.
    expect(Math.abs(total - ROUNDS * TRACES)).toBeLessThan(2.05 * margin)
  })
})
