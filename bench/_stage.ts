import { openDuckDbTelemetry } from '../packages/server/src/stores/telemetry/duckdb/telemetry-store.ts'
import { latestPart } from '../packages/server/src/product/issues/query/latest-part.ts'
const log = { info() {}, warn() {}, error() {}, debug() {} } as any
const store = await openDuckDbTelemetry({ dir: process.argv[2]!, now: Date.now, log })
const now = Date.now()
const ids = Array.from({ length: 2000 }, (_, i) => String(i + 1))
const scope = {
  projectId: '1',
  range: { from: now - 90 * 86400000, to: now + 1 },
  where: [{ dimension: 'issue', op: 'is', values: ids }],
} as const
const time = async <T>(name: string, f: () => Promise<T>, n = 3) => {
  let r: T
  const d: number[] = []
  const c = process.cpuUsage()
  for (let i = 0; i < n; i++) {
    const s = performance.now()
    r = await f()
    d.push(performance.now() - s)
  }
  const u = process.cpuUsage(c)
  console.log(
    name.padEnd(30),
    `min ${Math.min(...d).toFixed(1)} cpu ${((u.user + u.system) / 1000 / n).toFixed(1)}`,
  )
  return r!
}
const part = await time('latestPart', () => latestPart(store, scope, { bucketMs: 3600000, enough: 100000 }))
console.log(part.events, part.cut, (part.scope.range.to - part.scope.range.from) / 3600000)
await time('series of part', () => store.timeSeries(part.scope, { measure: 'events', bucketMs: 3600000 }))
await time('neighbours newest', () => store.neighbours(part.scope, 'newest'))
const of = ['release', 'environment', 'browser', 'os', 'transaction', 'handled'].map((by) => ({ by })) as any
await time('breakdowns issues', () => store.breakdowns(part.scope, { of, measure: 'issues', limit: 8 }))
await time('breakdowns events', () => store.breakdowns(part.scope, { of, measure: 'events', limit: 8 }))
await time('six breakdown', async () => {
  for (const { by } of of) await store.breakdown(part.scope, { by, measure: 'issues', limit: 8 })
})
const { where, ...all } = part.scope
await time('all: breakdowns issues', () =>
  store.breakdowns(
    { ...all, range: { from: now - 11 * 3600000, to: now } },
    { of, measure: 'issues', limit: 8 },
  ),
)
const one = {
  projectId: '1',
  range: { from: 0, to: now },
  where: [{ dimension: 'issue', op: 'is', values: ['1'] }],
} as const
await time('tagKeys issue 1', () => store.tagKeys(one, 12))
const of2 = [
  'release',
  'environment',
  'browser',
  'os',
  'device',
  'url',
  'transaction',
  'user',
  'handled',
  'level',
  'sdk',
].map((by) => ({ by })) as any
await time('breakdowns issue 1', () => store.breakdowns(one, { of: of2, measure: 'events', limit: 5 }))
await time('breakdown release issue 1', () =>
  store.breakdown(one, { by: 'release', measure: 'events', limit: 5 }),
)
await store.close()
