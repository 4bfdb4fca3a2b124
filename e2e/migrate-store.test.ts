import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendEvent } from './harness/app.ts'
import { openApi } from './harness/api.ts'
import { openBucket, type TestBucket } from './harness/bucket.ts'
import { openClickHouse, type TestClickHouse } from './harness/clickhouse.ts'
import { newDatabase } from './harness/clickhouse-stores.ts'
import { eventually } from './harness/eventually.ts'
import { install, type Installation } from './harness/installation.ts'
import { HINDCAST, ROOT } from './harness/paths.ts'
import { openPostgres, type TestPostgres } from './harness/postgres.ts'
import { run } from './harness/run.ts'
import { sendSpans } from './harness/spans.ts'
import { OWNER } from './harness/server.ts'
import { startSender, type Sender } from './harness/steady-sender.ts'

const TRACE = 'a'.repeat(32)
/** Of an installation with the samples; each is asked before and after, of stores that hold the same. */
const WEEK = `from=${new Date(Date.now() - 7 * 864e5).toISOString()}&to=${new Date(Date.now() + 36e5).toISOString()}`

let postgres: TestPostgres
let clickhouse: TestClickHouse
let bucket: TestBucket
let hindcast: Installation
let env: Record<string, string> = {}
let second: { readonly dsn: string; readonly project: string }
let sender: Sender
/** The server is started with what is in here. */
const serverEnv: Record<string, string> = {}
beforeAll(async () => {
  ;[postgres, clickhouse, bucket] = await Promise.all([openPostgres(), openClickHouse(), openBucket()])
  env = {
    ...bucket.env,
    HINDCAST_BLOBS_URL: bucket.url.replace('?', '/moved?'),
    HINDCAST_DATABASE_URL: await postgres.create(),
    HINDCAST_CLICKHOUSE_URL: clickhouse.urlOf(newDatabase()),
  }
  hindcast = await install({ env: serverEnv })
  const made = await command(['project', 'create', 'Second', '--json'])
  second = JSON.parse(made.stdout) as typeof second
})
afterAll(async () => {
  await sender?.stop()
  expect(await hindcast?.close()).toBe(0)
  await postgres?.close()
  await clickhouse?.close()
  await bucket?.close()
})

const command = (args: readonly string[], more: Record<string, string> = {}) =>
  run(process.execPath, [HINDCAST, ...args, '--data', hindcast.dataDir], { cwd: ROOT, env: more })

const move = (...flags: readonly string[]) => command(['migrate-store', ...flags], env)

async function answerTo(path: string): Promise<unknown> {
  const answer = await hindcast.api.get(`/api/v1${path}`)
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

async function change(method: string, path: string, body: object, headers: Record<string, string> = {}) {
  const answer = await fetch(`${hindcast.origin}/api/v1${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(headers['cookie'] === undefined && { authorization: `Bearer ${hindcast.init.token}` }),
      ...headers,
    },
    body: JSON.stringify(body),
  })
  return { status: answer.status, text: await answer.text() }
}

const signIn = () =>
  fetch(`${hindcast.origin}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: hindcast.origin },
    body: JSON.stringify(OWNER),
  })

/** The list is the same before and after: it names issues and events of the samples. */
async function questions(): Promise<readonly string[]> {
  const project = `/projects/${hindcast.init.project}`
  const issues = (await hindcast.api.allIssues()).toSorted((a, b) => Number(a.id) - Number(b.id))
  const { releases } = (await answerTo(`${project}/releases`)) as { releases: Array<{ version: string }> }
  const release = releases[0]!.version
  const ofIssues = await Promise.all(
    issues.slice(0, 8).map(async ({ id }) => {
      const { latestEventId } = await hindcast.api.issue(id)
      return [
        `/issues/${id}`,
        `/issues/${id}/events?limit=50`,
        `/issues/${id}/events/${latestEventId}`,
        `/issues/${id}/activity`,
        `/issues/${id}/fingerprints`,
      ]
    }),
  )
  return [
    `${project}/issues?limit=100&query=`,
    `${project}/issues?limit=100&query=${encodeURIComponent('is:resolved')}`,
    `${project}/issues?query=price`,
    `${project}/events?limit=100`,
    `${project}/releases`,
    `${project}/routes`,
    `${project}/route-stats?${WEEK}`,
    `${project}/navigations?${WEEK}`,
    `${project}/feedback`,
    `${project}/source-maps?release=${encodeURIComponent(release)}`,
    project,
    `/traces/${TRACE}`,
    '/members',
    ...ofIssues.flat(),
  ]
}

/** What each engine estimates by a method of its own, and the address, whose port is another after every start. */
const LEFT_OUT = /^(?:p75|navigationP75|waitP75|serverP95|users|before|after|lostSeconds|dsn)$/

/** An issue is new for a time, which may end between the two answers. */
const compared = (answer: unknown): unknown =>
  JSON.parse(
    JSON.stringify(answer, (key, value: unknown) => {
      if (key === 'substatus' && value === 'new') return 'ongoing'
      return LEFT_OUT.test(key) ? null : value
    }),
  )

const journal = async () =>
  JSON.parse(await readFile(join(hindcast.dataDir, 'moving', 'journal.json'), 'utf8')) as {
    state: string
    steps: Record<string, unknown>
  }

/** Kills the command when it begins to move telemetry. */
async function killedInTheMiddle(): Promise<void> {
  const args = [HINDCAST, 'migrate-store', '--data', hindcast.dataDir]
  const child = spawn(process.execPath, args, { cwd: ROOT, env: { ...process.env, ...env } })
  const ended = once(child, 'exit')
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
    if (!said.includes('telemetry events')) return
    // What it has not sent by now it cannot send any more.
    clickhouse.cut()
    child.kill('SIGKILL')
  })
  const [, signal] = (await ended) as [unknown, string]
  clickhouse.mend()
  expect(signal, said).toBe('SIGKILL')
}

const filesOfBuilds = async () =>
  (await readdir(join(hindcast.dataDir, 'artifacts'), { recursive: true })).filter((name) =>
    /[0-9a-f]{64}$/.test(name),
  ).length

let before: ReadonlyMap<string, unknown>

describe('hindcast migrate-store', () => {
  it('[OP215] refuses before anything is held: without an address, and a target that is not empty', async () => {
    const nowhere = await command(['migrate-store'])
    expect([nowhere.code, nowhere.stderr]).toEqual([2, expect.stringContaining('HINDCAST_DATABASE_URL')])
    const other = await postgres.create()
    const taken = { HINDCAST_DATABASE_URL: other, HINDCAST_SECRET: 's'.repeat(40) }
    const dir = join(hindcast.dataDir, '..', 'taken')
    const owner = ['--email', OWNER.email, '--password', OWNER.password, '--project', 'Other']
    const initialised = await run(process.execPath, [HINDCAST, 'init', ...owner, '--data', dir], {
      cwd: ROOT,
      env: taken,
    })
    expect(initialised.code, initialised.stderr).toBe(0)
    const secret = await command(['migrate-store'], { HINDCAST_DATABASE_URL: other })
    expect([secret.code, secret.stderr]).toEqual([1, expect.stringContaining('another secret')])
    await postgres.query(other, `delete from facts where name = 'secret_check'`)
    const full = await command(['migrate-store'], { HINDCAST_DATABASE_URL: other })
    expect([full.code, full.stderr]).toEqual([1, expect.stringContaining('is not empty')])
    expect(existsSync(join(hindcast.dataDir, 'moving'))).toBe(false)
  })

  it('[OP216] can be given up: what waited is stored in the folder', async () => {
    const moved = await command(['migrate-store'], { HINDCAST_DATABASE_URL: await postgres.create() })
    expect(moved.code, moved.stderr).toBe(0)
    expect(moved.stdout).toContain('Counts and checksums agree')
    const { eventId } = await sendEvent(hindcast.dsn, { message: 'sent during a move that was given up' })
    const given = await command(['migrate-store', '--cancel'])
    expect([given.code, given.stdout]).toEqual([0, expect.stringContaining('Restart the server')])
    expect(await hindcast.server.stop()).toBe(0)
    await hindcast.start()
    expect((await hindcast.api.awaitEvent(eventId)).title).toContain('given up')
  })

  it('[OP210] holds the stores and accepts on, killed in the middle or not', async () => {
    const seeded = await command(['seed', '--project', hindcast.init.project, '--json'])
    expect(seeded.code, seeded.stderr).toBe(0)
    const { events } = JSON.parse(seeded.stdout) as { events: number }
    await sendSpans(hindcast.dsn, TRACE, Date.now(), [
      { id: 1, start: 0, duration: 120, op: 'pageload', name: '/cart' },
      { id: 2, parent: 1, start: 10, duration: 40, op: 'http.client', name: 'GET /api/cart' },
    ])
    await eventually('all samples', async () =>
      (await hindcast.api.allEvents()).length >= events ? true : undefined,
    )
    const [first, other, third] = await hindcast.api.allIssues()
    expect((await change('PATCH', `/issues/${first!.id}`, { status: 'resolved' })).status).toBe(200)
    expect((await change('POST', '/issues/merge', { into: other!.id, from: [third!.id] })).status).toBe(200)
    const cookie = (await signIn()).headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ')
    const session = { cookie, origin: hindcast.origin }
    const said = await change('POST', `/issues/${other!.id}/comments`, { text: 'looking into it' }, session)
    expect(said.status, said.text).toBe(201)
    const { id: ownerId } = ((await answerTo('/members')) as { members: Array<{ id: string }> }).members[0]!
    await change('PATCH', `/issues/${other!.id}`, { assigneeId: ownerId })

    const { username, pathname } = new URL(second.dsn)
    sender = startSender(() => hindcast.origin.replace('://', `://${username}@`) + pathname)
    await sender.atLeast(10)
    await killedInTheMiddle()
    expect((await journal()).state).toBe('moving')
    await sender.atLeast(10)
    const list = await questions()
    before = new Map(await Promise.all(list.map(async (path) => [path, await answerTo(path)] as const)))
  })

  it('[OP211] refuses changes meanwhile, by people and by commands, and says why', async () => {
    const [issue] = await hindcast.api.allIssues()
    const refused = await change('PATCH', `/issues/${issue!.id}`, { status: 'ignored' })
    expect([refused.status, refused.text]).toEqual([503, expect.stringContaining('moving to other stores')])
    const made = await command(['project', 'create', 'Third'])
    expect([made.code, made.stderr]).toEqual([1, expect.stringContaining('moving to other stores')])
  })

  it('[OP211] holds a server that is killed and started meanwhile, too', async () => {
    await sender.stop()
    await hindcast.server.kill()
    await hindcast.start()
    sender.start()
    await sender.atLeast(10)
    const issues = await hindcast.api.allIssues()
    const refused = await change('PATCH', `/issues/${issues[0]!.id}`, { status: 'ignored' })
    expect(refused.status).toBe(503)
  })

  it('[OP212] goes on where it was, and compares every table by count and checksum', async () => {
    const stepsBefore = Object.keys((await journal()).steps)
    expect(stepsBefore).toContain('records issues')
    const other = await command(['migrate-store'], { HINDCAST_DATABASE_URL: env['HINDCAST_DATABASE_URL']! })
    expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('was begun')])
    const { code, stdout, stderr } = await move('--json')
    expect(code, stderr.slice(-2000)).toBe(0)
    expect(stderr).not.toContain('records issues:')
    const report = JSON.parse(stdout) as {
      resumed: boolean
      blobs: number
      verified: Array<{ table: string; rows: number }>
    }
    expect(report.resumed).toBe(true)
    // The scripts and source maps of the samples.
    expect(report.blobs).toBe(await filesOfBuilds())
    expect(report.blobs).toBeGreaterThan(0)
    const rows = Object.fromEntries(report.verified.map(({ table, rows: counted }) => [table, counted]))
    for (const table of ['issues', 'events', 'documents', 'sessions', 'spans', 'positions', 'auth_user'])
      expect(rows[table], table).toBeGreaterThan(0)
    expect(rows['documents']).toBe(rows['events'])
  })

  it('[OP213] answers the same from the new stores, and stores what was accepted meanwhile, each once', async () => {
    await sender.stop()
    expect(await hindcast.server.stop()).toBe(0)
    // What is not in the bucket by now is not found any more.
    await rename(join(hindcast.dataDir, 'artifacts'), join(hindcast.dataDir, 'artifacts-before'))
    // The pages alone at first: jobs that waited as long as the stores were held would change what is compared.
    Object.assign(serverEnv, env, { HINDCAST_ROLE: 'web' })
    await hindcast.start()
    const others: string[] = []
    for (const [path, answer] of before) {
      if (!isDeepStrictEqual(compared(await answerTo(path)), compared(answer))) others.push(path)
    }
    expect(others).toEqual([])
    expect((await signIn()).status).toBe(200)
    expect(await hindcast.server.stop()).toBe(0)
    delete serverEnv['HINDCAST_ROLE']
    await hindcast.start()
    const api = openApi(hindcast.origin, hindcast.init.token, second.project)
    const acknowledged = sender.acknowledged()
    const stored = await eventually('what was accepted', async () => {
      const all = (await api.allEvents()).map(({ eventId }) => eventId)
      return all.length >= acknowledged.length ? all : undefined
    })
    expect(stored.toSorted()).toEqual(acknowledged.toSorted())
    const files = await readdir(hindcast.dataDir)
    expect(files.filter((name) => /^(?:records|vault|telemetry\.duckdb|moving)/.test(name))).toEqual([])
    expect(files.some((name) => name.startsWith('migrated-'))).toBe(true)
  })

  it('[OP213] is operated as one that always had these stores', async () => {
    const [issue] = await hindcast.api.allIssues()
    expect((await change('PATCH', `/issues/${issue!.id}`, { status: 'ignored' })).status).toBe(200)
    const again = await move()
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('is not empty')])
    expect(existsSync(join(hindcast.dataDir, 'moving'))).toBe(false)
  })
})
