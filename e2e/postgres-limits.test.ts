import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodeEnvelope } from '../packages/server/src/protocol/encode-envelope.ts'
import { eventually } from './harness/eventually.ts'
import { install, type Installation } from './harness/installation.ts'
import { openPostgres, type TestPostgres } from './harness/postgres.ts'
import { OWNER, startServer, type Server } from './harness/server.ts'

interface Key {
  readonly id: string
  readonly publicKey: string
}

const QUOTA = 20

let postgres: TestPostgres
let database: string
let env: Record<string, string>
let first: Installation
let second: Server
let limited: Key
let alone: Key
const servers: Server[] = []
const folders: string[] = []
beforeAll(async () => {
  postgres = await openPostgres()
  database = await postgres.create()
  env = { HINDCAST_DATABASE_URL: database, HINDCAST_SECRET: 'the same secret on all of the nodes' }
  first = await install({ env })
  limited = await addKey()
  alone = await addKey()
  second = await startNode()
})
afterAll(async () => {
  for (const server of servers) expect(await server.stop()).toBe(0)
  await first?.close()
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
  await postgres?.close()
})

async function startNode(): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'hindcast-another-node-'))
  folders.push(folder)
  const server = await startServer({ dataDir: folder, env })
  servers.push(server)
  return server
}

/** A key of its own for each test, with a quota for everything. */
async function addKey(): Promise<Key> {
  const keys = `/api/v1/projects/${first.init.project}/keys`
  const call = async (method: string, path: string, body: object) => {
    const response = await fetch(`${first.origin}${path}`, {
      method,
      headers: { authorization: `Bearer ${first.init.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(response.ok).toBe(true)
    return (await response.json()) as Key
  }
  const key = await call('POST', keys, { label: 'Limited' })
  await call('PATCH', `${keys}/${key.id}`, {
    quotas: [{ category: 'all', limit: QUOTA, windowSeconds: 2_592_000 }],
  })
  return key
}

async function post(origin: string, { publicKey }: Key, items: Parameters<typeof encodeEnvelope>[1]) {
  const body = encodeEnvelope({}, items)
  const address = `${origin}/api/${first.projectId}/envelope/?sentry_version=7&sentry_key=${publicKey}`
  return (await fetch(address, { method: 'POST', body: new Uint8Array(body) })).status
}

const send = (origin: string, key: Key, message: string) =>
  post(origin, key, [{ type: 'event', payload: { event_id: newId(), message } }])
const newId = () => crypto.randomUUID().replaceAll('-', '')

async function sendMany(origin: string, key: Key, message: string, many: number): Promise<number[]> {
  const statuses: number[] = []
  for (let sent = 0; sent < many; sent++) statuses.push(await send(origin, key, message))
  return statuses
}

const signIn = (origin: string, password: string, email: string = OWNER.email) =>
  fetch(`${origin}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ email, password }),
  })

describe('limits of two nodes on one database', () => {
  it('[OP220] lock an account after as many wrong passwords as on one node, whichever nodes were asked', async () => {
    // All at once: one after the other they may take longer than the window, where the machine is busy.
    const tries = Array.from({ length: 12 }, (_, index) =>
      signIn(index % 2 === 0 ? first.origin : second.origin, `guess number ${index}`),
    )
    const statuses = (await Promise.all(tries)).map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([...Array<number>(5).fill(401), ...Array<number>(7).fill(429)])
    for (const origin of [first.origin, second.origin]) {
      const refused = await signIn(origin, OWNER.password)
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect((await signIn(second.origin, 'another account', 'eve@example.com')).status).toBe(401)
  })

  it('[OP220] let nobody try while the database that counts is away', async () => {
    postgres.cut()
    try {
      const refused = await signIn(second.origin, 'any password', 'ann@example.com')
      expect(refused.status).toBe(503)
      expect(refused.headers.get('retry-after')).not.toBeNull()
    } finally {
      postgres.mend()
    }
    await eventually('sign-ins to be counted again', async () =>
      (await signIn(second.origin, 'any password', 'ann@example.com')).status === 401 ? true : undefined,
    )
  })

  it('[OP221] refuse what is beyond a quota that was used up on another node', async () => {
    expect(await sendMany(first.origin, limited, 'QuotaShared', QUOTA)).toEqual(Array(QUOTA).fill(200))
    expect(await send(first.origin, limited, 'QuotaShared')).toBe(429)
    // Without items nothing is taken, and the answer tells what is known.
    await eventually('the other node to hear of it', async () =>
      (await post(second.origin, limited, [])) === 429 ? true : undefined,
    )
    expect(await send(second.origin, limited, 'QuotaShared')).toBe(429)
    const late = await startNode()
    expect(await send(late.origin, limited, 'QuotaShared')).toBe(429)
    await eventually('everything accepted to be stored', async () =>
      (await first.api.allIssues()).find(
        ({ title, events }) => title.startsWith('QuotaShared') && events === QUOTA,
      ),
    )
  })

  it('[OP221] take what each of them may by itself while the database is away, and tell it afterwards', async () => {
    postgres.cut()
    try {
      for (const origin of [first.origin, second.origin]) {
        const statuses = await sendMany(origin, alone, 'QuotaAlone', QUOTA + 1)
        expect(statuses).toEqual([...Array<number>(QUOTA).fill(200), 429])
      }
    } finally {
      postgres.mend()
    }
    await eventually('both to have told', async () => {
      const [row] = await postgres.query(
        database,
        `select sum(count)::int as taken from quota_counts where "window" like 'k${alone.id}:%'`,
      )
      return row!['taken'] === 2 * QUOTA ? true : undefined
    })
    const late = await startNode()
    expect(await send(late.origin, alone, 'QuotaAlone')).toBe(429)
  })
})
