import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pick, seededRandom } from '../packages/server/src/domain/seeded-random.ts'
import { faultsOf, killed, type Fault } from './harness/faults.ts'
import { drained } from './harness/ledger.ts'
import { startLoad, type NodeLoad } from './harness/node-load.ts'
import { openNodes, type TestNode, type TestNodes } from './harness/nodes.ts'

/** `npm run soak` goes through all kinds of faults many times. */
const ROUNDS = Number(process.env['E2E_ROUNDS'] ?? 1)
const LONGEST_FAULT_MS = 1500
const DOCUMENTS_READ = 50
/** Of the last node. */
const DISK_MB = 64

const seed = Number(process.env['E2E_SEED'] ?? randomInt(2 ** 31))
const random = seededRandom(seed)

let cluster: TestNodes
beforeAll(async () => {
  cluster = await openNodes(3, DISK_MB)
})
afterAll(() => cluster?.close())

/** Some of them while a node is dead as well. */
async function suffer(fault: Fault, nodes: readonly TestNode[], load: NodeLoad): Promise<string> {
  const victim = killed(pick(random, nodes))
  const isDouble = random() < 0.25 && !/killed|full/.test(fault.what)
  await fault.begin()
  await sleep(random() * LONGEST_FAULT_MS)
  if (isDouble) await victim.begin()
  await fault.check()
  await load.everywhere(`During${fault.what.replaceAll(/\W/g, '')}`)
  await fault.end()
  if (isDouble) await victim.end()
  await sleep(random() * LONGEST_FAULT_MS)
  return isDouble ? `${fault.what}, ${victim.what}` : fault.what
}

it(
  '[OP190] three nodes store every acknowledged event once, whatever is killed, stopped, cut off, stalled, slow or full meanwhile',
  { timeout: 240_000 + ROUNDS * 120_000 },
  async () => {
    console.log(`seed ${seed} (E2E_SEED=${seed} repeats the faults)`)
    const { nodes } = cluster
    const load = startLoad(cluster, seededRandom(seed + 1))
    for (let round = 1; round <= ROUNDS; round += 1) {
      for (const fault of faultsOf(cluster, random)) {
        const from = performance.now()
        const what = await suffer(fault, nodes, load)
        console.log(`${((performance.now() - from) / 1000).toFixed(1)} s: ${what}`)
        expect(
          nodes.filter(({ server }) => !server.running()),
          'a node ended by itself',
        ).toEqual([])
      }
    }
    await load.stop()
    const { acknowledged, sent, refused } = load.ledger
    const from = performance.now()
    const stored = await drained(nodes[0]!, acknowledged)
    console.log(
      `${sent.size} sent (${load.resent} again), ${acknowledged.size} acknowledged, ${stored.length} stored, ` +
        `${refused} refused, drained in ${((performance.now() - from) / 1000).toFixed(1)} s`,
    )
    const ids = stored.map(({ eventId }) => eventId)
    expect(ids.length - new Set(ids).size, 'events that are listed twice').toBe(0)
    expect(
      ids.filter((id) => !sent.has(id)),
      'events that nobody sent',
    ).toEqual([])
    // All that was refused is what the node with the full disk had no room for.
    const full = 'node-3: 503 with Retry-After'
    expect(
      [...load.refusals].filter((refusal) => refusal !== full),
      'refusals',
    ).toEqual([])
    await countsAgree(load, ids)
    const read = [...acknowledged].toSorted().slice(0, DOCUMENTS_READ)
    for (const [index, id] of read.entries())
      expect(
        await nodes[index % nodes.length]!.api.event(id),
        `the event ${id} is listed but cannot be read`,
      ).toBeDefined()
  },
)

async function countsAgree({ names, sessions }: NodeLoad, ids: readonly string[]): Promise<void> {
  const perName = new Map<string, number>()
  for (const id of ids) perName.set(names.get(id)!, (perName.get(names.get(id)!) ?? 0) + 1)
  const expected = [...perName].map(([name, events]) => `${name}: ${events}`).toSorted()
  for (const { name, api } of cluster.nodes) {
    const issues = await api.allIssues()
    const counted = issues.map(({ title, events }) => `${title.split(':')[0]}: ${events}`)
    expect(counted.toSorted(), `issues on ${name}`).toEqual(expected)
    const { totals } = await api.intake()
    const accepted = (category: string) =>
      totals
        .filter((total) => total.outcome === 'accepted' && total.category === category)
        .reduce((sum, { quantity }) => sum + quantity, 0)
    expect(accepted('error'), `accepted on ${name}`).toBe(ids.length)
    expect(accepted('session')).toBeGreaterThanOrEqual(sessions.acknowledged)
    expect(accepted('session')).toBeLessThanOrEqual(sessions.sent)
    const response = await api.get(`/api/v1/projects/${cluster.init.project}/releases`)
    const { releases } = (await response.json()) as {
      releases: ReadonlyArray<{ health: { sessions: number } }>
    }
    expect(
      releases.reduce((sum, { health }) => sum + health.sessions, 0),
      'sessions that are stored',
    ).toBe(accepted('session'))
  }
}
