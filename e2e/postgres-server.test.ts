import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Alert } from '@hindcast/contract/alerts/alerts.ts'
import type { Channel } from '@hindcast/contract/alerts/channels.ts'
import { startReceiver } from '../packages/server/src/product/alerts/channels/testing/receiver.ts'
import { namedError, postEvent } from './harness/app.ts'
import { eventually } from './harness/eventually.ts'
import { install, type Installation } from './harness/installation.ts'
import { HINDCAST, ROOT } from './harness/paths.ts'
import { openPostgres, type TestPostgres } from './harness/postgres.ts'
import { run } from './harness/run.ts'
import { OWNER } from './harness/server.ts'
import { uploadBuild } from './harness/upload.ts'

const PASSWORD = 'very-secret'

let postgres: TestPostgres
let url: string
let hindcast: Installation
let receiver: Awaited<ReturnType<typeof startReceiver>>
beforeAll(async () => {
  postgres = await openPostgres()
  url = await postgres.create()
  receiver = await startReceiver((response) => response.end('ok'))
  hindcast = await install({ env: { HINDCAST_DATABASE_URL: url, HINDCAST_OUTBOUND_ALLOW: receiver.host } })
})
afterAll(async () => {
  expect(await hindcast?.close()).toBe(0)
  await receiver?.close()
  await postgres?.close()
})

async function send(name: string, count = 1): Promise<readonly number[]> {
  const statuses: number[] = []
  for (let index = 0; index < count; index += 1)
    statuses.push((await postEvent(hindcast.dsn, { release: 'shop@1', ...namedError(name) })).status)
  return statuses
}

/** The issue of this error, once it has so many events. */
const issueOf = (name: string, events = 1) =>
  eventually(`${events} events of ${name}`, async () =>
    (await hindcast.api.allIssues().catch(() => [])).find(
      ({ title, events: counted }) => title.startsWith(name) && counted === events,
    ),
  )

async function call<T>(path: string, body: object): Promise<T> {
  const response = await fetch(`${hindcast.origin}/api/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${hindcast.init.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

const signIn = () =>
  fetch(`${hindcast.origin}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: hindcast.origin },
    body: JSON.stringify(OWNER),
  })

const command = (args: readonly string[], env: Record<string, string> = { HINDCAST_DATABASE_URL: url }) =>
  run(process.execPath, [HINDCAST, ...args], { cwd: ROOT, env })

describe('a server whose records are in PostgreSQL', () => {
  it('[OP121] signs in, stores, alerts and maps as one with its own records, of which its folder has none', async () => {
    expect((await signIn()).status).toBe(200)
    const { channel } = await call<{ channel: Channel }>('/channels', {
      name: 'hook',
      target: { kind: 'webhook', url: receiver.url },
    })
    await call<Alert>('/alerts', {
      when: { kind: 'new' },
      for: { projectIds: [], query: '', environments: [], levels: [] },
      every: 1,
      tell: [{ kind: 'channel', id: channel.id }],
    })
    const map = {
      version: 3,
      sources: ['src/cart.js'],
      sourcesContent: ['buy()'],
      names: [],
      mappings: 'AAAA',
    }
    const files = [
      { url: '~/cart.js', text: 'a()\n//# sourceMappingURL=cart.js.map' },
      { url: '~/cart.js.map', type: 'source_map', text: JSON.stringify(map) },
    ]
    expect((await uploadBuild(hindcast, hindcast.init.project, files, 'shop@1')).state).toBe('ok')
    expect(await send('FaultAlpha', 2)).toEqual([200, 200])
    const { id } = await issueOf('FaultAlpha', 2)
    const alerts = await eventually('the alert', async () =>
      receiver.received.length > 0 ? receiver.received : undefined,
    )
    expect(alerts).toHaveLength(1)
    expect(alerts[0]!.body).toContain('FaultAlpha')
    const [event] = await hindcast.api.allEvents()
    const { exceptions } = await hindcast.api.awaitEvent(event!.eventId)
    expect(exceptions[0]!.frames[0]!.original?.filename).toBe('src/cart.js')
    expect((await hindcast.api.issue(id)).events).toBe(2)
    expect(existsSync(join(hindcast.dataDir, 'records.sqlite'))).toBe(false)
  })

  it('[OP121] goes on after a restart, and is operated by the same commands', async () => {
    expect(await hindcast.server.stop()).toBe(0)
    const reset = await command([
      'account',
      'reset-password',
      '--email',
      OWNER.email,
      '--data',
      hindcast.dataDir,
    ])
    expect(reset.code).toBe(0)
    await hindcast.start()
    await issueOf('FaultAlpha', 2)
    expect((await signIn()).status).toBe(200)
    await send('FaultAlpha')
    await issueOf('FaultAlpha', 3)
  })

  it('[OP122] names the database and its version to the doctor, without the password', async () => {
    const { code, stdout } = await command(['doctor', '--data', hindcast.dataDir], {})
    expect(stdout).toMatch(
      /records +\d projects?, PostgreSQL \d+\.\d+ at 127\.0\.0\.1:\d+\/hindcast_\w+ answers in \d+ ms/,
    )
    expect(stdout).not.toContain(PASSWORD)
    expect(code).toBe(0)
  })

  it('[OP123] takes events while the database is away, says so to readers, and stores everything once when it is back', async () => {
    const cookie = (await signIn()).headers.getSetCookie().map((line) => line.split(';', 1)[0]!)
    postgres.cut()
    expect(new Set(await send('FaultBeta', 20))).toEqual(new Set([200]))
    const read = await hindcast.api.get(`/api/v1/projects/${hindcast.init.project}/issues`)
    expect([read.status, read.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)])
    expect(await read.json()).toMatchObject({
      message: 'The records are not available: the database can’t be reached.',
    })
    expect((await signIn()).status).toBe(503)
    const session = await fetch(`${hindcast.origin}/api/v1/session`, {
      headers: { cookie: cookie.join('; ') },
    })
    expect([session.status, session.headers.get('retry-after')]).toEqual([503, expect.any(String)])
    const { code, stdout } = await command(['doctor', '--data', hindcast.dataDir], {})
    expect(code).toBe(1)
    expect(stdout).toMatch(/FAIL +records +The records are not available: the database can’t be reached\./)
    expect(new Set(await send('FaultBeta', 20))).toEqual(new Set([200]))
    postgres.mend()
    await issueOf('FaultBeta', 40)
    // Records are written before telemetry.
    const events = await eventually('every event stored', async () => {
      const stored = await hindcast.api.allEvents()
      return stored.length < 43 ? undefined : stored
    })
    expect(events.filter(({ title }) => title.startsWith('FaultBeta'))).toHaveLength(40)
    expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(events.length)
    expect(hindcast.server.output()).not.toContain(PASSWORD)
  })

  it('[OP124] is not backed up by halves: the command says what does it', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'hindcast-postgres-backup-'))
    const { code, stderr } = await command(['backup', dir, '--data', hindcast.dataDir], {})
    expect(code).toBe(1)
    expect(stderr).toMatch(/in a PostgreSQL database, which hindcast backup does not copy.*pg_dump/)
    await rm(dir, { recursive: true })
  })
})

describe('a data folder and a database that do not belong together', () => {
  const doctor = (dataDir: string, env: Record<string, string>) => command(['doctor', '--data', dataDir], env)

  it('[OP125] are refused before anything is written', async () => {
    const embedded = await mkdtemp(join(tmpdir(), 'hindcast-embedded-'))
    const owner = ['--email', OWNER.email, '--password', OWNER.password, '--project', 'Shop']
    expect((await command(['init', ...owner, '--data', embedded], {})).code).toBe(0)
    const moved = await doctor(embedded, { HINDCAST_DATABASE_URL: url })
    expect(moved.code).toBe(1)
    expect(moved.stderr).toMatch(/records\.sqlite, and HINDCAST_DATABASE_URL names a database instead/)
    await rm(embedded, { recursive: true })

    const scaled = await mkdtemp(join(tmpdir(), 'hindcast-scaled-'))
    const fresh = await postgres.create()
    expect((await command(['init', ...owner, '--data', scaled], { HINDCAST_DATABASE_URL: fresh })).code).toBe(
      0,
    )
    const forgotten = await doctor(scaled, {})
    expect(forgotten.code).toBe(1)
    expect(forgotten.stderr).toMatch(/are in a database\. Set HINDCAST_DATABASE_URL/)
    expect(existsSync(join(scaled, 'records.sqlite'))).toBe(false)
    await rm(scaled, { recursive: true })
  })

  it('[OP126] are refused where the secrets differ, which would sign everybody out', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'hindcast-second-node-'))
    const other = await doctor(dir, { HINDCAST_DATABASE_URL: url })
    expect(other.code).toBe(1)
    expect(other.stderr).toMatch(/another secret\. Set HINDCAST_SECRET to the same value on all nodes/)
    await rm(dir, { recursive: true })
  })
})
