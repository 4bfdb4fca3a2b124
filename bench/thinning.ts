import { randomBytes } from 'node:crypto'
import { digestBatch, type Batch } from '../packages/server/src/digest/digest-batch.ts'
import { createKinds } from '../packages/server/src/digest/kinds/list.ts'
import { aRecord, anEnvelope } from '../packages/server/src/digest/testing/records.ts'
import { createThinningStates } from '../packages/server/src/digest/thinning/thinning-states.ts'
import { DEFAULT_PROJECT_SETTINGS } from '../packages/server/src/domain/projects/project.ts'
import { silentLog } from '../packages/server/src/domain/testing.ts'
import { details, report } from './report.ts'
import { median } from './statistics.ts'

const RECORDS = 200
const SPANS = 10

/** A batch of streamed traces, ten spans each, with as many attributes as a plain browser sends. */
function aBatch(from: number): Batch {
  const now = Date.now()
  const records = Array.from({ length: RECORDS }, (_, n) => {
    const trace_id = randomBytes(16).toString('hex')
    const items = Array.from({ length: SPANS }, (__, at) => ({
      trace_id,
      span_id: randomBytes(8).toString('hex'),
      name: `/shop/${n % 40}`,
      status: 'ok',
      is_segment: at === 0,
      start_timestamp: now / 1000 - 1,
      end_timestamp: now / 1000 - Math.random(),
      attributes: {
        'sentry.op': { type: 'string', value: at === 0 ? 'pageload' : 'http.client' },
        'sentry.release': { type: 'string', value: 'shop@1.0.0' },
        'url.full': { type: 'string', value: 'https://shop.example/shop/1?page=2' },
        'http.request.method': { type: 'string', value: 'GET' },
      },
    }))
    const body = anEnvelope([{ type: 'span', payload: { version: 2, items } }])
    return aRecord(body, { receivedAt: now }, from + n)
  })
  return { spoolId: 'bench', from, to: from + RECORDS, records, quarantined: [] }
}

function thinningStates() {
  const facts = new Map<string, string>()
  return createThinningStates({
    facts: {
      get: async (name) => facts.get(name),
      set: async (name, value) => void facts.set(name, value),
      setOnce: async (name, value) => facts.get(name) ?? (facts.set(name, value), value),
    },
    releases: { heard: async () => [] },
    newSalt: () => 'salt',
  })
}

/** Microseconds of processor time per span to read, scrub and thin out, without any store. */
async function costOf(batches: readonly Batch[], spansPerHour: number | null): Promise<number> {
  const thinning = thinningStates()
  const deps = {
    projects: async () => ({ ...DEFAULT_PROJECT_SETTINGS, spansPerHour }),
    kinds: createKinds(),
    now: Date.now,
    log: silentLog,
    thinning,
  }
  const before = process.cpuUsage()
  for (const batch of batches) {
    const digested = await digestBatch(deps, batch)
    await thinning.save(digested.thinning)
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / (batches.length * RECORDS * SPANS)
}

export async function benchThinning(quick: boolean): Promise<void> {
  const rounds = quick ? 5 : 15
  const [off, on]: [number[], number[]] = [[], []]
  for (let round = 0; round <= rounds; round += 1) {
    const batches = Array.from({ length: 10 }, (_, n) => aBatch((round * 10 + n) * RECORDS))
    const costs = [await costOf(batches, null), await costOf(batches, 10_000)]
    // The first one warms up.
    if (round === 0) continue
    off.push(costs[0]!)
    on.push(costs[1]!)
  }
  details['thinning'] = { off, on }
  report({
    what: 'a span read, all kept, and thinned out',
    figure: `${median(off).toFixed(1)} µs, ${median(on).toFixed(1)} µs of processor time`,
    bar: 'none',
    value: median(on) / median(off),
  })
}
