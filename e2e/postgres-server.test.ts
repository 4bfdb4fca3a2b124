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
import { freePort } from './harness/free-port.ts'
import { install, type Installation } from './harness/installation.ts'
import { HINDCAST, ROOT } from './harness/paths.ts'
import { openPostgres, type TestPostgres } from './harness/postgres.ts'
import { run } from './harness/run.ts'
import { end, OWNER, spawnServer } from './harness/server.ts'
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

async function send(name: string, count = 1, origin: string = hindcast.origin): Promise<readonly number[]> {
  const { projectId, publicKey } = hindcast
  const dsn = Object.assign(new URL(`${origin}/${projectId}`), { username: publicKey }).href
  const statuses: number[] = []
  for (let index = 0; index < count; index += 1)
    statuses.push((await postEvent(dsn, { release: 'shop@1', ...namedError(name) })).status)
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
    for (const path of ['/api/v1/session', '/api/auth/get-session', '/api/auth/list-sessions']) {
      const answer = await fetch(`${hindcast.origin}${path}`, { headers: { cookie: cookie.join('; ') } })
      expect([path, answer.status, answer.headers.get('retry-after')]).toEqual([
        path,
        503,
        expect.stringMatching(/^\d+$/),
      ])
    }
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

describe('a server that starts while its database is away', () => {
  const startAt = (port: number, database = url) =>
    spawnServer({ dataDir: hindcast.dataDir, port, env: { HINDCAST_DATABASE_URL: database } })
  const ended = async ({ child, output }: ReturnType<typeof spawnServer>) => {
    await eventually('its end', async () => (child.exitCode === null ? undefined : true))
    return { code: child.exitCode, output: output() }
  }

  it('[OP240] is alive and not ready, takes nothing, tells everybody when to come back, and goes on when the database is there', async () => {
    await hindcast.server.stop()
    await postgres.stop()
    const port = await freePort()
    const origin = `http://127.0.0.1:${port}`
    const waiting = startAt(port)
    const ask = (path: string, init?: RequestInit) => fetch(`${origin}${path}`, init)
    await eventually('an answer', () => ask('/healthz').catch(() => undefined))
    expect((await ask('/healthz')).status).toBe(200)
    const why = 'The records are not available: the database can’t be reached.'
    const ready = await ask('/readyz')
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { ok: false, checks: [{ name: 'records', ok: false, detail: why }] },
    ])
    const { projectId, publicKey } = hindcast
    const event = await ask(`/api/${projectId}/envelope/?sentry_key=${publicKey}`, {
      method: 'POST',
      body: '{}',
    })
    expect([event.status, await event.json()]).toEqual([503, { detail: why }])
    expect(Number(event.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(event.headers.get('access-control-allow-origin')).toBe('*')
    const page = await ask('/api/v1/session')
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)])
    expect(await page.json()).toMatchObject({ code: 'store_unavailable', message: why })

    await postgres.start()
    await eventually('the server itself', async () =>
      (await ask('/readyz').catch(() => undefined))?.status === 200 ? true : undefined,
    )
    expect(await send('FaultGamma', 1, origin)).toEqual([200])
    expect(await end(waiting.child, 'SIGTERM', waiting.output)).toBe(0)
    expect(waiting.output().match(/waiting for the database; nothing is accepted/g)).toHaveLength(1)
    expect(waiting.output()).toMatch(/no longer waiting for the database/)
    expect(waiting.output()).not.toContain(PASSWORD)
  })

  it('[OP241] ends with 0 when it is asked to while it waits', async () => {
    postgres.cut()
    const waiting = startAt(0)
    await eventually('waiting', async () =>
      waiting.output().includes('waiting for the database') ? true : undefined,
    )
    expect(await end(waiting.child, 'SIGTERM', waiting.output)).toBe(0)
    postgres.mend()
  })

  it('[OP242] ends with 1 and a sentence where waiting would not help', async () => {
    const missing = new URL(url)
    missing.pathname = '/nowhere'
    const first = await ended(startAt(0, missing.href))
    expect([first.code, first.output]).toEqual([1, expect.stringContaining('the database does not exist')])
    const stranger = new URL(url)
    stranger.username = 'stranger'
    const second = await ended(startAt(0, stranger.href))
    expect([second.code, second.output]).toEqual([
      1,
      expect.stringContaining('the database refuses the user or the password'),
    ])
    for (const { output } of [first, second]) expect(output).not.toMatch(/waiting for|very-secret/)
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
