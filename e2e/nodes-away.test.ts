import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser } from './harness/browser.ts'
import { openApp } from './harness/app.ts'
import { eventually } from './harness/eventually.ts'
import { refusesReads } from './harness/faults.ts'
import { countedEvents, drained } from './harness/ledger.ts'
import { openNodes, type TestNode, type TestNodes } from './harness/nodes.ts'
import { HINDCAST, ROOT } from './harness/paths.ts'
import { run } from './harness/run.ts'
import { send } from './harness/send.ts'

let cluster: TestNodes
let first: TestNode
let second: TestNode
let browser: Browser
beforeAll(async () => {
  ;[cluster, browser] = await Promise.all([openNodes(2), launchBrowser()])
  ;[first, second] = cluster.nodes as [TestNode, TestNode]
})
afterAll(async () => {
  await browser?.close()
  await cluster?.close()
})

const acknowledged = new Set<string>()

/** An error that says so much. */
async function crash(node: TestNode, name: string, bytes = 10) {
  const eventId = crypto.randomUUID().replaceAll('-', '')
  const event = { event_id: eventId, platform: 'javascript', extra: { said: 'x'.repeat(bytes) } }
  const value = { type: name, value: 'the drawer is stuck' }
  const answer = await send(node.origin, {
    method: 'POST',
    path: `/api/${cluster.projectId}/store/`,
    query: `?sentry_key=${cluster.publicKey}`,
    body: Buffer.from(JSON.stringify({ ...event, exception: { values: [value] } })),
  })
  if (answer.status === 200) acknowledged.add(eventId)
  return answer
}

const issues = () => `/projects/${cluster.init.project}/issues`

it('[OP191] a node without a store takes events, refuses reads with a sentence, and the others go on', async () => {
  for (const [store, list] of [
    ['postgres', 'issues'],
    ['clickhouse', 'events'],
  ] as const) {
    first.lines[store].cut()
    expect((await crash(first, 'FaultAway')).status).toBe(200)
    await refusesReads(first, `/api/v1/projects/${cluster.init.project}/${list}`)
    expect((await second.api.get(`/api/v1/projects/${cluster.init.project}/${list}`)).status).toBe(200)
    first.lines[store].mend()
    await drained(first, acknowledged)
  }
})

it('[OP192] a page says which store is away, and is there by itself when the store is back', async () => {
  const app = await openApp(browser, first.origin)
  const { page } = app
  try {
    await app.open(issues())
    await page.getByText('FaultAway').first().waitFor()
    first.lines.clickhouse.cut()
    await app.open(issues())
    // Issues are records.
    await page.getByText('FaultAway').first().waitFor()
    await app.open(`/projects/${cluster.init.project}/events`)
    await page
      .getByText(/ClickHouse at .* can’t be reached/)
      .first()
      .waitFor()
    first.lines.clickhouse.mend()
    first.lines.postgres.cut()
    await page.goto(issues())
    await page
      .getByText(/The records are not available/)
      .first()
      .waitFor()
    expect(await page.getByText('Application error').count()).toBe(0)
    first.lines.postgres.mend()
    await page.getByText('FaultAway').first().waitFor()
    expect(app.faults).toEqual([])
  } finally {
    await app.close()
  }
})

it('[OP193] a node whose spool is full sends clients away with Retry-After, and takes events again afterwards', async () => {
  expect(await first.server.stop(), first.server.output()).toBe(0)
  await first.start({ HINDCAST_SPOOL_LIMIT_MB: '1' })
  first.lines.clickhouse.cut()
  const refusal = await eventually('a refusal', async () => {
    const answer = await crash(first, 'FaultFull', 50_000)
    return answer.status === 200 ? undefined : answer
  })
  expect(refusal).toMatchObject({
    status: 503,
    headers: { 'retry-after': expect.stringMatching(/^\d+$/) as string },
  })
  expect((await crash(second, 'FaultFull')).status).toBe(200)
  first.lines.clickhouse.mend()
  await eventually('an event to be taken', async () =>
    (await crash(first, 'FaultFull')).status === 200 ? true : undefined,
  )
  await drained(first, acknowledged)
})

it('[OP194] another node stores what is in the spool of a node that is gone, once', async () => {
  first.lines.clickhouse.cut()
  for (let index = 0; index < 50; index += 1) expect((await crash(first, 'FaultLeft')).status).toBe(200)
  await first.server.kill()
  const args = [HINDCAST, 'spool', 'drain', first.dataDir, '--json', '--data', second.dataDir]
  const { code, stderr } = await run(process.execPath, args, { cwd: ROOT, env: second.env })
  expect(code, stderr).toBe(0)
  const stored = await drained(second, acknowledged)
  expect(stored).toHaveLength(acknowledged.size)
  first.lines.clickhouse.mend()
  await first.start()
  expect((await crash(first, 'FaultLeft')).status).toBe(200)
  await drained(first, acknowledged)
  expect([(await second.api.allEvents()).length, await countedEvents(first)]).toEqual([
    acknowledged.size,
    acknowledged.size,
  ])
})
