import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadFreshEvents, type FreshEvent } from './harness/fresh-events.ts'
import { install, type Installation } from './harness/installation.ts'
import { countedEvents, drained, openLedger, sendUntilTheEnd } from './harness/ledger.ts'
import { seededRandom } from '../packages/server/src/domain/seeded-random.ts'
import { end, spawnServer } from './harness/server.ts'

const ROUNDS = 24
const LONGEST_ROUND_MS = 1200
const DOCUMENTS_READ = 300

const seed = Number(process.env['E2E_SEED'] ?? randomInt(2 ** 31))
const random = seededRandom(seed)
const retries = seededRandom(seed + 1)

let dataDir: string
let hindcast: Installation

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hindcast-kill-'))
  hindcast = await install({ dataDir, env: { HINDCAST_LOG: 'warn' } })
})
afterAll(async () => {
  expect(await hindcast?.close()).toBe(0)
  await rm(dataDir, { recursive: true, force: true })
})

it(
  `[SP50] ${ROUNDS} SIGKILLs under load lose nothing that was acknowledged and store nothing twice`,
  // On a busy machine a start alone may take ten seconds.
  { timeout: 720_000 },
  async () => {
    console.log(`seed ${seed} (E2E_SEED=${seed} repeats the moments of the kills)`)
    const fresh = await loadFreshEvents(hindcast)
    const ledger = openLedger()
    const pick = (ids: ReadonlySet<string>): string | undefined =>
      [...ids].at(Math.floor(retries() * ids.size))
    let resent = 0
    let killedWhileStarting = 0
    // Now and then something that was sent before, as a retrying client does.
    const next = (): FreshEvent => {
      const again = retries() < 0.02 ? pick(ledger.sent) : undefined
      if (again !== undefined) resent += 1
      return fresh(again)
    }

    for (let round = 1; round <= ROUNDS; round += 1) {
      const load = sendUntilTheEnd(hindcast, next, ledger)
      await sleep(random() * LONGEST_ROUND_MS)
      await hindcast.server.kill()
      await load
      if (random() < 0.3) {
        killedWhileStarting += 1
        const { child, output } = spawnServer({ dataDir })
        await sleep(random() * 1500)
        await end(child, 'SIGKILL', output)
      }
      await hindcast.start()
    }

    const { acknowledged, sent } = ledger
    expect(acknowledged.size).toBeGreaterThan(ROUNDS * 10)
    const stored = await drained(hindcast, acknowledged)
    const ids = stored.map((event) => event.eventId)
    console.log(
      `${ROUNDS} rounds, ${killedWhileStarting} more kills while starting: ${sent.size} sent (${resent} again), ` +
        `${acknowledged.size} acknowledged, ${ids.length} stored, ${ledger.refused} refused`,
    )
    expect(new Set(ids).size, 'an event is listed twice').toBe(ids.length)
    expect(
      ids.filter((id) => !sent.has(id)),
      'an event nobody sent is stored',
    ).toEqual([])
    for (const id of [...acknowledged].toSorted().slice(0, DOCUMENTS_READ)) {
      expect(await hindcast.api.event(id), `the event ${id} is listed but cannot be read`).toBeDefined()
    }
    expect(await countedEvents(hindcast), 'issues count other than events').toBe(ids.length)
    const { totals } = await hindcast.api.intake()
    const accepted = totals.filter(({ outcome }) => outcome === 'accepted')
    expect(
      accepted.reduce((sum, { quantity }) => sum + quantity, 0),
      'intake counts other than events',
    ).toBe(ids.length)
  },
)
