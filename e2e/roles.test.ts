import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendEvent } from './harness/app.ts'
import { openApi, type Api } from './harness/api.ts'
import { openClickHouse, type TestClickHouse } from './harness/clickhouse.ts'
import { newDatabase } from './harness/clickhouse-stores.ts'
import { eventually } from './harness/eventually.ts'
import { loadFreshEvents } from './harness/fresh-events.ts'
import { freePort } from './harness/free-port.ts'
import { countedEvents, drained, openLedger, sendUntilTheEnd } from './harness/ledger.ts'
import { HINDCAST, ROOT } from './harness/paths.ts'
import { openPostgres, type TestPostgres } from './harness/postgres.ts'
import { run } from './harness/run.ts'
import { runInit, startServer, type Init, type Server } from './harness/server.ts'

const ROUNDS = 2
/** It goes on while a process starts: what all of that takes to read back should not depend on the machine. */
const LOAD = { connections: 4, pauseMs: 25 }

let postgres: TestPostgres
let clickhouse: TestClickHouse
let database: string
let env: Record<string, string>
/** That of intake and digest, and that of web. */
let folder: string
let webFolder: string
let init: Init
let dsn: string
let api: Api
const processes: Partial<Record<'intake' | 'digest' | 'web', Server>> = {}

async function start(role: 'intake' | 'digest' | 'web'): Promise<Server> {
  const port = role === 'intake' ? { port: Number(new URL(env['HINDCAST_URL']!).port) } : {}
  const dataDir = role === 'web' ? webFolder : folder
  const server = await startServer({ dataDir, env: { ...env, HINDCAST_ROLE: role }, ...port })
  processes[role] = server
  return server
}

beforeAll(async () => {
  postgres = await openPostgres()
  clickhouse = await openClickHouse()
  folder = await mkdtemp(join(tmpdir(), 'hindcast-roles-'))
  webFolder = await mkdtemp(join(tmpdir(), 'hindcast-roles-web-'))
  database = await postgres.create()
  env = {
    HINDCAST_DATABASE_URL: database,
    HINDCAST_CLICKHOUSE_URL: clickhouse.urlOf(newDatabase()),
    HINDCAST_SECRET: 'the same secret for all of the roles',
    HINDCAST_URL: `http://127.0.0.1:${await freePort()}`,
  }
  init = await runInit({ dataDir: webFolder, env })
  dsn = init.dsn
  // At once, as a supervisor does: the digester waits for the spool of the other.
  await Promise.all([start('digest'), start('intake'), start('web')])
  api = openApi(processes.web!.origin, init.token, init.project)
})
afterAll(async () => {
  for (const server of Object.values(processes)) expect(await server.stop()).toBe(0)
  await clickhouse?.close()
  await postgres?.close()
  for (const dir of [folder, webFolder]) await rm(dir, { recursive: true, force: true })
})

const crash = (name: string) =>
  sendEvent(dsn, { exception: { values: [{ type: name, value: 'the drawer is stuck' }] } })

const command = (dataDir: string, ...args: readonly string[]) =>
  run(process.execPath, [HINDCAST, ...args, '--data', dataDir], { cwd: ROOT, env })

describe('roles', () => {
  it('[OP201] show in one process what another digested and a third accepted', async () => {
    expect(new URL(dsn).origin).toBe(processes.intake!.origin)
    const { eventId } = await crash('FaultA')
    expect((await api.awaitEvent(eventId)).exceptions[0]!.type).toBe('FaultA')
    expect((await api.awaitIssues(1))[0]!.title).toMatch(/^FaultA/)
    const page = await fetch(`${processes.web!.origin}/`, { headers: { accept: 'text/html' } })
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<title>')])
    expect(await readdir(webFolder)).not.toContain('spool')
  })

  it('[OP202] answer what belongs to another role with 404 and a sentence', async () => {
    const { pathname, username } = new URL(dsn)
    for (const role of ['web', 'digest'] as const) {
      const address = `${processes[role]!.origin}/api${pathname}/envelope/?sentry_key=${username}`
      const refused = await fetch(address, { method: 'POST', body: '{}' })
      expect([refused.status, await refused.text()]).toEqual([
        404,
        expect.stringContaining(`role ${role} and takes no events`),
      ])
    }
    for (const role of ['intake', 'digest'] as const)
      for (const path of ['/api/v1/projects', '/api/0/organizations/', '/']) {
        const absent = await fetch(`${processes[role]!.origin}${path}`)
        expect([absent.status, await absent.text()]).toEqual([
          404,
          expect.stringContaining(`role ${role}, without pages and API`),
        ])
      }
  })

  it('[OP203] lose nothing and store nothing twice when either side of the spool is killed under load', async () => {
    const { pathname, username } = new URL(dsn)
    const fresh = await loadFreshEvents({ dsn, projectId: pathname.slice(1), publicKey: username })
    const ledger = openLedger()
    const before = new Set((await api.allEvents()).map(({ eventId }) => eventId))
    for (let round = 0; round < ROUNDS; round += 1) {
      const load = sendUntilTheEnd({ origin: processes.intake!.origin }, () => fresh(), ledger, LOAD)
      await sleep(300 + Math.random() * 300)
      await processes.digest!.kill()
      await sleep(Math.random() * 300)
      await start('digest')
      await sleep(Math.random() * 500)
      await processes.intake!.kill()
      await load
      // In every second round the digester comes to the end of a log that nobody writes.
      if (round % 2 === 0) await sleep(600)
      await start('intake')
    }
    expect(ledger.acknowledged.size).toBeGreaterThan(ROUNDS * 10)
    const ids = (await drained({ api }, ledger.acknowledged))
      .map(({ eventId }) => eventId)
      .filter((id) => !before.has(id))
    expect(new Set(ids).size, 'an event is listed twice').toBe(ids.length)
    expect(
      ids.filter((id) => !ledger.sent.has(id)),
      'an event nobody sent is stored',
    ).toEqual([])
    expect(await countedEvents({ api }), 'issues count other than events').toBe(ids.length + before.size)
    await eventually('the spool to be trimmed', async () => {
      const metrics = await (await fetch(`${processes.intake!.origin}/metrics`)).text()
      return /^hindcast_spool_waiting_bytes 0$/m.test(metrics) ? true : undefined
    })
  })

  it('[OP203] digest what is left in the spool when no process takes events', async () => {
    await processes.digest!.kill()
    const { eventId } = await crash('FaultLeft')
    await processes.intake!.kill()
    await start('digest')
    expect((await api.awaitEvent(eventId)).exceptions[0]!.type).toBe('FaultLeft')
    await start('intake')
  })

  it('[OP204] are once on a folder each, and none beside a server with all of them', async () => {
    for (const [dir, ...args] of [[folder, '--role', 'digest'], [webFolder]] as const) {
      const second = await command(dir, 'start', '--port', '0', ...args)
      expect([second.code, second.stderr]).toEqual([
        1,
        expect.stringContaining('already uses this data folder'),
      ])
    }
  })

  it('[OP205] accept while the stores are away, and are ready where a role does not need them', async () => {
    const statusOf = async (role: 'intake' | 'digest' | 'web', path: string) =>
      (await fetch(`${processes[role]!.origin}${path}`)).status
    for (const role of ['intake', 'digest', 'web'] as const) {
      expect([role, await statusOf(role, '/readyz')]).toEqual([role, 200])
      const metrics = await (await fetch(`${processes[role]!.origin}/metrics`)).text()
      expect(metrics).toMatch(new RegExp(`^hindcast_build_info\\{.*role="${role}"`, 'm'))
    }
    postgres.cut()
    clickhouse.cut()
    const { eventId } = await crash('FaultAway')
    expect([
      await statusOf('intake', '/readyz'),
      await statusOf('digest', '/readyz'),
      await statusOf('web', '/readyz'),
      await statusOf('web', '/healthz'),
    ]).toEqual([200, 503, 503, 200])
    postgres.mend()
    clickhouse.mend()
    expect((await api.awaitEvent(eventId)).exceptions[0]!.type).toBe('FaultAway')
  })

  it('[OP208] are asked by commands, each for what it can do', async () => {
    const doctor = await command(folder, 'doctor')
    expect([doctor.code, doctor.stdout]).toEqual([0, expect.stringMatching(/ok +spool +/)])
    const noSpool = await command(webFolder, 'doctor')
    expect([noSpool.code, noSpool.stdout]).toEqual([0, expect.not.stringMatching(/ok +spool +/)])
    const refused = await command(webFolder, 'seed')
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining('role web and takes no events'),
    ])
    const made = await command(webFolder, 'project', 'create', 'Samples', '--json')
    expect(made.code).toBe(0)
    const project = (JSON.parse(made.stdout) as { project: string }).project
    const seeded = await command(folder, 'seed', 'regression-after-deploy', '--project', project)
    expect([seeded.code, seeded.stderr]).toEqual([0, ''])
    const samples = openApi(processes.web!.origin, init.token, project)
    await eventually('the samples', async () => ((await samples.allIssues()).length > 0 ? true : undefined))
  })

  it('[OP209] run the jobs where events are digested, whoever starts first', async () => {
    const runsJobs = 'this node runs the jobs'
    await eventually('the jobs', async () => processes.digest!.output().includes(runsJobs) || undefined)
    for (const role of ['intake', 'web'] as const) expect(processes[role]!.output()).not.toContain(runsJobs)
  })

  it('[OP200] are refused with stores in the data folder', async () => {
    const embedded = await mkdtemp(join(tmpdir(), 'hindcast-roles-none-'))
    const args = [HINDCAST, 'start', '--port', '0', '--data', embedded, '--role', 'web']
    const { code, stderr } = await run(process.execPath, args, { cwd: ROOT })
    expect([code, stderr]).toEqual([
      1,
      'The role web needs stores that several processes can open: set HINDCAST_DATABASE_URL and HINDCAST_CLICKHOUSE_URL, or start without --role.\n',
    ])
    expect(await readdir(embedded)).toEqual([])
    await rm(embedded, { recursive: true })
  })
})
