import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApi } from './harness/api.ts'
import { namedError, postEvent } from './harness/app.ts'
import { openClickHouse, type TestClickHouse } from './harness/clickhouse.ts'
import { newDatabase } from './harness/clickhouse-stores.ts'
import { bringEarlierVersion, type EarlierVersion, missingHistory } from './harness/earlier-version.ts'
import { eventually } from './harness/eventually.ts'
import { install, type Installation } from './harness/installation.ts'
import { openPostgres, type TestPostgres } from './harness/postgres.ts'
import { OWNER, startServer, type Server } from './harness/server.ts'

let postgres: TestPostgres
let clickhouse: TestClickHouse
const telemetry = newDatabase()
let database: string
let env: Record<string, string>
let earlier: EarlierVersion
/** The installation as the earlier version made and runs it. */
let old: Installation
let fresh: Server
const folders: string[] = []
beforeAll(async () => {
  postgres = await openPostgres()
  clickhouse = await openClickHouse()
  database = await postgres.create()
  earlier = await bringEarlierVersion()
  env = {
    HINDCAST_DATABASE_URL: database,
    HINDCAST_CLICKHOUSE_URL: clickhouse.urlOf(telemetry),
    HINDCAST_SECRET: 'the same secret in both of the versions',
  }
  old = await install({ env, hindcast: earlier.program })
  expect(await send(old.origin, 'FaultBefore')).toBe(200)
  await storedOn(old.origin, 'FaultBefore', 1)
  fresh = await startFresh()
})
afterAll(async () => {
  if (fresh !== undefined) expect(await fresh.stop()).toBe(0)
  await old?.close()
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
  await earlier?.close()
  await clickhouse?.close()
  await postgres?.close()
})

async function startFresh(): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'hindcast-new-version-'))
  folders.push(folder)
  return startServer({ dataDir: folder, env })
}

async function send(origin: string, name: string, key = old.publicKey): Promise<number> {
  const dsn = Object.assign(new URL(`${origin}/${old.projectId}`), { username: key }).href
  return (await postEvent(dsn, { release: 'shop@1', ...namedError(name) })).status
}

const issuesOn = async (origin: string) =>
  (await openApi(origin, old.init.token, old.init.project).allIssues()).toSorted((a, b) =>
    a.id.localeCompare(b.id),
  )

const eventsOn = async (origin: string) =>
  (await openApi(origin, old.init.token, old.init.project).allEvents())
    .map(({ eventId }) => eventId)
    .toSorted()

async function haveEvents([one, another]: readonly string[], many: number): Promise<void> {
  await eventually(`${many} events`, async () => ((await eventsOn(one!)).length === many ? true : undefined))
  expect(await eventsOn(another!)).toEqual(await eventsOn(one!))
}

/** In both places: an issue counts its event a moment before the event is in the list. */
const storedOn = (origin: string, name: string, many: number) =>
  eventually(`${name} to be there ${many} times`, async () => {
    const listed = await openApi(origin, old.init.token, old.init.project).allEvents()
    if (listed.filter(({ title }) => title.startsWith(name)).length !== many) return undefined
    return (await issuesOn(origin)).find(({ title, events }) => title.startsWith(name) && events === many)
  })

async function call<T>(origin: string, method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${origin}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${old.init.token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

async function signIn(origin: string): Promise<string> {
  const response = await fetch(`${origin}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify(OWNER),
  })
  expect(response.status).toBe(200)
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
}

const whoIs = async (origin: string, cookie: string) =>
  (await fetch(`${origin}/api/v1/session`, { headers: { cookie } })).json()

const missing = await missingHistory()
if (missing !== undefined) console.warn(`[e2e] The rolling upgrade was not tested: ${missing}`)

describe.skipIf(missing !== undefined)('the earlier version and this one on one database', () => {
  it('[OP222] both accept and digest, and count an error that is new to both once as an issue', async () => {
    const both = [old.origin, fresh.origin]
    await storedOn(fresh.origin, 'FaultBefore', 1)
    const sent = [...both, ...both, ...both].map((origin) => send(origin, 'FaultBoth'))
    expect(new Set(await Promise.all(sent))).toEqual(new Set([200]))
    for (const origin of both) {
      expect(await send(origin, 'FaultBefore')).toBe(200)
    }
    for (const origin of both) {
      await storedOn(origin, 'FaultBoth', 6)
      await storedOn(origin, 'FaultBefore', 3)
    }
    expect(await issuesOn(old.origin)).toEqual(await issuesOn(fresh.origin))
    expect(await issuesOn(fresh.origin)).toHaveLength(2)
    await haveEvents(both, 9)
  })

  it('[OP222] sessions, keys and what people change hold on both', async () => {
    const [there, here] = [await signIn(old.origin), await signIn(fresh.origin)]
    for (const origin of [old.origin, fresh.origin])
      for (const cookie of [there, here])
        expect(await whoIs(origin, cookie)).toMatchObject({ user: { email: OWNER.email } })
    for (const [made, used] of [
      [old.origin, fresh.origin],
      [fresh.origin, old.origin],
    ] as const) {
      const keys = `/projects/${old.init.project}/keys`
      const key = await call<{ id: string; publicKey: string }>(made, 'POST', keys, { label: 'Another' })
      await eventually('the key to be known', async () =>
        (await send(used, 'FaultKey', key.publicKey)) === 200 ? true : undefined,
      )
      await call(used, 'PATCH', `${keys}/${key.id}`, { enabled: false })
      await eventually('the key to be refused', async () =>
        (await send(made, 'FaultKey', key.publicKey)) === 403 ? true : undefined,
      )
    }
    const [issue] = await issuesOn(old.origin)
    await call(old.origin, 'PATCH', `/issues/${issue!.id}`, { status: 'resolved' })
    expect((await issuesOn(fresh.origin)).find(({ id }) => id === issue!.id)).toMatchObject({
      status: 'resolved',
    })
  })

  it('[RS114] the earlier one starts again on the newer schema, or says why not', async () => {
    expect(await old.server.stop()).toBe(0)
    const starting = old.start()
    if (!earlier.startsBeside)
      return expect(starting).rejects.toThrow(/written by a newer version of Hindcast/)
    await starting
    expect(await send(old.origin, 'FaultAgain')).toBe(200)
    await storedOn(fresh.origin, 'FaultAgain', 1)
  })

  it('[OP222] this one goes on when the earlier is gone, and runs the jobs', async () => {
    await old.server.stop()
    await eventually('the jobs to be taken over', async () =>
      fresh.output().includes('this node runs the jobs') ? true : undefined,
    )
    expect(await send(fresh.origin, 'FaultAfter')).toBe(200)
    await storedOn(fresh.origin, 'FaultAfter', 1)
  })

  it('[RS114] this one starts beside a later version, unless that took away what this one needs', async () => {
    const add = (name: string) =>
      postgres.query(database, `insert into migrations (name, applied_at) values ('${name}', 1)`)
    await add('9001-more')
    await add('9002-drop-old-needs-0023')
    await clickhouse.run(`insert into ${telemetry}.schema_migrations values (9001, '9001_more.sql', 1)`)
    const before = (await eventsOn(fresh.origin)).length
    const beside = await startFresh()
    expect(await send(beside.origin, 'FaultBeside')).toBe(200)
    await storedOn(beside.origin, 'FaultBeside', 1)
    await haveEvents([beside.origin, fresh.origin], before + 1)
    expect(await beside.stop()).toBe(0)
    await add('9003-drop-more-needs-9001')
    await expect(startFresh()).rejects.toThrow(
      /written by a newer version of Hindcast \(.*9003-drop-more-needs-9001/,
    )
  })
})
