import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from './harness/eventually.ts'
import { loadFreshEvents } from './harness/fresh-events.ts'
import { install, type Installation } from './harness/installation.ts'
import { countedEvents, drained, openLedger, sendUntilTheEnd } from './harness/ledger.ts'
import { HINDCAST, ROOT } from './harness/paths.ts'
import { run } from './harness/run.ts'

let scratch: string
let hindcast: Installation

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'hindcast-drain-'))
  hindcast = await install({ dataDir: join(scratch, 'data') })
})
afterAll(async () => {
  expect(await hindcast?.close()).toBe(0)
  await rm(scratch, { recursive: true, force: true })
})

const drain = (dir: string) =>
  run(process.execPath, [HINDCAST, 'spool', 'drain', dir, '--json', '--data', hindcast.dataDir], {
    cwd: ROOT,
  })

it('[OP140] stores what a lost node had acknowledged exactly once, also when the drain is killed', async () => {
  const ledger = openLedger()
  const fresh = await loadFreshEvents(hindcast)
  const load = sendUntilTheEnd(hindcast, () => fresh(), ledger)
  await eventually('events', async () => ledger.acknowledged.size > 1500 || undefined, 60_000)
  await hindcast.server.kill()
  await load
  // The stores stay, as those of a database server would, and another node takes over with a spool of its own.
  const gone = join(scratch, 'gone')
  await mkdir(gone)
  const spool = join(hindcast.dataDir, 'spool')
  await rename(spool, join(gone, 'spool'))
  await mkdir(spool)
  await writeFile(join(spool, 'id'), `${randomUUID()}\n`)
  await hindcast.start()
  const interrupted = drain(gone)
  await sleep(1500)
  await hindcast.server.kill()
  await interrupted
  await hindcast.start()

  const { code, stdout, stderr } = await drain(gone)
  expect(code, stderr).toBe(0)
  const ids = (await drained(hindcast, ledger.acknowledged)).map((event) => event.eventId)
  console.log(
    `${ledger.acknowledged.size} acknowledged, ${ids.length} stored; the second drain: ${stdout.trim()}`,
  )
  expect(new Set(ids).size, 'an event is listed twice').toBe(ids.length)
  expect(ids.filter((id) => !ledger.sent.has(id))).toEqual([])
  expect(await countedEvents(hindcast)).toBe(ids.length)

  const again = await drain(join(gone, 'spool'))
  expect([again.code, JSON.parse(again.stdout)]).toEqual([0, expect.objectContaining({ items: 0 })])
  expect((await hindcast.api.allEvents()).length).toBe(ids.length)
})

it('[OP141] refuses a folder without a spool, the own one, and one that a server uses', async () => {
  const other = await install({ dataDir: join(scratch, 'other') })
  try {
    const refused = await Promise.all([scratch, hindcast.dataDir, other.dataDir].map(drain))
    expect(refused.map(({ code }) => code)).toEqual([1, 1, 1])
    expect(refused.map(({ stderr }) => stderr.trim().split('\n').at(-1))).toEqual([
      expect.stringContaining('is neither a spool nor a data folder with one.'),
      expect.stringContaining('is the spool of this server.'),
      expect.stringMatching(/A server \(process \d+\) still uses .*\. Stop it first\./),
    ])
  } finally {
    expect(await other.close()).toBe(0)
  }
})
