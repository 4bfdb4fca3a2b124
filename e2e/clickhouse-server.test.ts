import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendEvent } from './harness/app.ts'
import { openClickHouse, type TestClickHouse } from './harness/clickhouse.ts'
import { newDatabase } from './harness/clickhouse-stores.ts'
import { eventually } from './harness/eventually.ts'
import { install, type Installation } from './harness/installation.ts'
import { HINDCAST, ROOT } from './harness/paths.ts'
import { run } from './harness/run.ts'
import { sendSpans } from './harness/spans.ts'

const TRACE = 'c'.repeat(32)

let clickhouse: TestClickHouse
let hindcast: Installation
let env: Record<string, string>
beforeAll(async () => {
  clickhouse = await openClickHouse()
  env = { HINDCAST_CLICKHOUSE_URL: clickhouse.urlOf(newDatabase()) }
  hindcast = await install({ env })
})
afterAll(async () => {
  expect(await hindcast?.close()).toBe(0)
  await clickhouse?.close()
})

async function crash(name: string, more: object = {}): Promise<string> {
  const frame = { filename: 'https://shop.example/app.js', function: name, lineno: 3, colno: 5, in_app: true }
  const value = { type: name, value: 'the drawer is stuck', stacktrace: { frames: [frame] } }
  const event = { release: 'shop@1.0', exception: { values: [value] }, ...more }
  return (await sendEvent(hindcast.dsn, event)).eventId
}

async function issuesBy(query: string): Promise<readonly string[]> {
  const path = `/api/v1/projects/${hindcast.init.project}/issues?query=${encodeURIComponent(query)}`
  const answer = await hindcast.api.get(path)
  expect(answer.status).toBe(200)
  const { issues } = (await answer.json()) as { issues: ReadonlyArray<{ title: string }> }
  return issues.map(({ title }) => title).toSorted()
}

const doctor = () =>
  run(process.execPath, [HINDCAST, 'doctor', '--data', hindcast.dataDir], { cwd: ROOT, env })

describe('a server with ClickHouse', () => {
  it('[OP180] stores events, answers issues, searches and traces from there, and nothing is in the data folder', async () => {
    const crumb = { breadcrumbs: [{ category: 'console', message: 'Voucher SUMMER was refused' }] }
    const eventId = await crash('FaultA', { tags: { plan: 'pro' }, user: { id: 'ann' }, ...crumb })
    await crash('FaultA', { tags: { plan: 'free' }, user: { id: 'bob' } })
    await crash('FaultB', { level: 'warning' })
    await sendSpans(hindcast.dsn, TRACE, Date.now(), [
      { id: 1, start: 0, duration: 120, op: 'pageload', name: '/cart' },
      { id: 2, parent: 1, start: 10, duration: 40, op: 'http.client', name: 'GET /api/cart' },
    ])
    const event = await hindcast.api.awaitEvent(eventId)
    expect(event.exceptions[0]!.type).toBe('FaultA')
    const issues = await hindcast.api.awaitIssues(2)
    const faultA = issues.find(({ title }) => title.startsWith('FaultA'))!
    await eventually('both events', async () =>
      (await hindcast.api.issue(faultA.id)).events === 2 ? true : undefined,
    )
    expect(await issuesBy('voucher')).toEqual(['FaultA: the drawer is stuck'])
    expect(await issuesBy('level:warning')).toEqual(['FaultB: the drawer is stuck'])
    expect(await issuesBy('plan:pro user.id:ann')).toEqual(['FaultA: the drawer is stuck'])
    const trace = await eventually('the trace', async () => {
      const answer = await hindcast.api.get(`/api/v1/traces/${TRACE}`)
      const { names } = (await answer.json()) as { names?: readonly string[] }
      return names?.includes('GET /api/cart') === true ? names : undefined
    })
    expect(trace).toContain('/cart')
    const files = await readdir(hindcast.dataDir)
    expect(files.filter((name) => /duckdb|vault/.test(name))).toEqual([])
  })

  it('[OP180] knows everything after a restart', async () => {
    expect(await hindcast.server.stop()).toBe(0)
    await hindcast.start()
    expect((await hindcast.api.allEvents()).length).toBe(3)
    expect(await issuesBy('voucher')).toEqual(['FaultA: the drawer is stuck'])
    const { code, stdout } = await doctor()
    expect(stdout).toMatch(/ok +telemetry +3 events.* in ClickHouse at http:/)
    expect(code).toBe(0)
  })

  it('[OP181] takes events while ClickHouse is away, says so where it is asked, and stores each once afterwards', async () => {
    clickhouse.cut()
    for (let n = 0; n < 5; n++) await crash('FaultC', { extra: { n } })
    const answer = await hindcast.api.get(`/api/v1/projects/${hindcast.init.project}/events`)
    expect(answer.status).toBe(503)
    expect(await answer.text()).toMatch(/ClickHouse at http:\S+ can’t be reached/)
    const ill = await doctor()
    expect(ill.code).toBe(1)
    expect(ill.stdout).toMatch(/can’t be reached/)
    clickhouse.mend()
    await eventually('all events', async () =>
      (await hindcast.api.allEvents()).length === 8 ? true : undefined,
    )
    const titles = (await hindcast.api.allEvents()).map(({ title }) => title.split(':')[0])
    expect(titles.filter((title) => title === 'FaultC')).toHaveLength(5)
  })

  it('[OP254] answers although connections were closed while nobody used them', async () => {
    const askAll = async () => {
      const path = `/api/v1/projects/${hindcast.init.project}/events`
      const answers = await Promise.all(Array.from({ length: 8 }, () => hindcast.api.get(path)))
      return answers.map(({ status }) => status)
    }
    const all = Array.from({ length: 8 }, () => 200)
    expect(await askAll()).toEqual(all)
    clickhouse.hangUp()
    expect(await askAll()).toEqual(all)
  })

  it('[OP181] starts while ClickHouse is away, and goes on when it is back', async () => {
    expect(await hindcast.server.stop()).toBe(0)
    clickhouse.cut()
    await hindcast.start()
    const eventId = await crash('FaultD')
    clickhouse.mend()
    expect((await hindcast.api.awaitEvent(eventId)).exceptions[0]!.type).toBe('FaultD')
    expect((await hindcast.api.allEvents()).length).toBe(9)
  })

  it('[OP182] refuses a folder whose telemetry is elsewhere than the variable says', async () => {
    expect(await hindcast.server.stop()).toBe(0)
    const args = [HINDCAST, 'doctor', '--data', hindcast.dataDir]
    const { code, stdout, stderr } = await run(process.execPath, args, { cwd: ROOT })
    expect(code).not.toBe(0)
    expect(stdout + stderr).toContain('Set HINDCAST_CLICKHOUSE_URL')
    await hindcast.start()
  })
})
