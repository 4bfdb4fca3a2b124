import { randomBytes, randomInt } from 'node:crypto'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DuckDBInstance } from '@duckdb/node-api'
import { silentLog } from '../packages/server/src/domain/testing.ts'
import {
  appendChunks,
  chunksOf,
  inTransaction,
} from '../packages/server/src/stores/telemetry/duckdb/columns-writer.ts'
import {
  detailsLine,
  encodeBlock,
  outlineLine,
} from '../packages/server/src/stores/telemetry/duckdb/spans/span-block.ts'
import { SPAN_COLUMNS } from '../packages/server/src/stores/telemetry/duckdb/spans/span-columns.ts'
import { openDuckDbTelemetry } from '../packages/server/src/stores/telemetry/duckdb/telemetry-store.ts'
import type { SpanRow } from '../packages/server/src/stores/telemetry/spans.ts'
import type { TelemetryStore } from '../packages/server/src/stores/telemetry/telemetry.ts'
import { details, report } from './report.ts'
import { recordedSpans, someSpans, take } from './span-rows.ts'
import { median, percentile } from './statistics.ts'

const DAY_MS = 86_400_000
const BATCH = 2000
const BLOCK = 256
const SPANS_PER_TRACE = 20

const openStore = (dir: string): Promise<TelemetryStore> =>
  openDuckDbTelemetry({ dir, now: Date.now, log: silentLog })

async function inFolder<T>(work: (dir: string) => Promise<T>): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'hindcast-bench-spans-'))
  try {
    return await work(dir)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Spans a second that a bare appender takes, into the same columns and with a commit for each batch. */
async function bareRate(batches: ReadonlyArray<readonly SpanRow[]>): Promise<number> {
  return inFolder(async (dir) => {
    await (await openStore(dir)).close()
    const instance = await DuckDBInstance.create(join(dir, 'telemetry.duckdb'), {
      threads: '2',
      checkpoint_threshold: '32MB',
    })
    const connection = await instance.connect()
    // What a loader has at hand: the values of each column.
    const columns = SPAN_COLUMNS.map(({ type }, index) => ({
      type,
      write: (row: readonly unknown[]) => row[index] as never,
    }))
    const values = batches.map((rows) => rows.map((row) => SPAN_COLUMNS.map(({ write }) => write(row))))
    const rate = await rateOf(values, (rows) =>
      inTransaction(connection, () => appendChunks(connection, 'spans', chunksOf(columns, rows))),
    )
    connection.closeSync()
    instance.closeSync()
    return rate
  })
}

interface StoredSpans {
  readonly rate: number
  /** Bytes per span. */
  readonly vault: number
  readonly columns: number
}

async function storeRate(batches: ReadonlyArray<readonly SpanRow[]>): Promise<StoredSpans> {
  return inFolder(async (dir) => {
    const store = await openStore(dir)
    let from = 0
    const rate = await rateOf(batches, async (spans) => {
      const to = spans.at(-1)!.seq + 1
      await store.append({ spoolId: 'bench', from, to, events: [], raw: [], spans })
      from = to
    })
    await store.close()
    const perSpan = (file: string) => statSync(join(dir, file)).size / batches.flat().length
    return { rate, vault: perSpan('vault.sqlite'), columns: perSpan('telemetry.duckdb') }
  })
}

async function rateOf<T>(
  batches: ReadonlyArray<readonly T[]>,
  append: (rows: readonly T[]) => Promise<void>,
): Promise<number> {
  const started = performance.now()
  for (const batch of batches) await append(batch)
  return (batches.flat().length * 1000) / (performance.now() - started)
}

/**
 * Fills the stores of a folder with this many spans of 30 days in traces of 20, the columns with SQL and the vault with
 * blocks whose ids are all different and whose texts come from a few hundred blocks: to compress ten million would take
 * minutes and change nothing about how they are found. Answers some of the trace ids.
 */
async function fillSpans(dir: string, spans: number): Promise<readonly string[]> {
  await (await openStore(dir)).close()
  const now = Date.now()
  const instance = await DuckDBInstance.create(join(dir, 'telemetry.duckdb'), { memory_limit: '2GB' })
  const connection = await instance.connect()
  await connection.run(`
    insert into spans by name
    select n as seq, 1 as project_id, ${now - 30 * DAY_MS} + floor(n * ${30 * DAY_MS}.0 / ${spans})::bigint as received_at,
      uuid() as trace_id, (hash(n) >> 1)::bigint as span_id, (hash(n // ${SPANS_PER_TRACE}) >> 1)::bigint as segment_id,
      n % ${SPANS_PER_TRACE} = 0 as is_segment, received_at * 1000 - 900000 as started_us,
      floor(-ln(random()) * 300000)::bigint as duration_us,
      ['http.client', 'resource.script', 'db', 'ui.long-animation-frame', 'pageload'][1 + n % 5] as op,
      'GET /api/' || (n % 300) as name, (n % 40 = 0)::tinyint + 1 as status, '/shop/' || (n // 20 % 60) as segment_name,
      '/shop/' || (n // 20 % 60) || '/:id' as route, '/shop/' || (n % 60) || '/' || floor(random() * 1000000)::bigint as path,
      'shop@4.' || (n * 30 // ${spans}) as release, 'production' as environment,
      'id:' || floor(random() * 50000)::bigint as user_key, 'Chrome 156' as browser, 'Windows 11' as os,
      0.25 as sample_rate, case when is_segment then random() * 4000 end as lcp
    from range(${spans}) as numbers(n)`)
  await connection.run('checkpoint')
  connection.closeSync()
  instance.closeSync()
  return fillVault(join(dir, 'vault.sqlite'), spans, now)
}

function fillVault(file: string, spans: number, now: number): readonly string[] {
  const source = someSpans(recordedSpans())
  const texts = Array.from({ length: 200 }, () => {
    const rows = take(source, BLOCK)
    const lines = { outlines: rows.map(outlineLine), details: rows.map(detailsLine) }
    return encodeBlock({ runs: [], spanIds: [], ...lines }).slice(2)
  })
  const db = new DatabaseSync(file)
  db.exec('pragma synchronous = off; begin')
  const insert = db.prepare('insert into span_blocks values (?, 1, ?, ?, ?, ?, ?, ?, ?)')
  const list = db.prepare('insert into trace_blocks values (?, 1, ?, ?)')
  const found: string[] = []
  for (let blockId = 1; blockId * BLOCK <= spans; blockId += 1) {
    const at = now - 30 * DAY_MS + Math.floor((blockId * BLOCK * 30 * DAY_MS) / spans)
    const runs = []
    for (let left = BLOCK; left > 0; left -= SPANS_PER_TRACE) {
      const traceId = randomBytes(16)
      const count = Math.min(left, SPANS_PER_TRACE)
      runs.push({ traceId, spans: count })
      list.run(traceId, blockId, count)
      if (randomInt(spans / 40_000) === 0) found.push(traceId.toString('hex'))
    }
    const [traces, spanIds] = encodeBlock({
      runs,
      spanIds: [randomBytes(8 * BLOCK)],
      outlines: [],
      details: [],
    })
    insert.run(blockId, at, at, BLOCK, traces, spanIds, ...texts[blockId % texts.length]!)
  }
  db.exec('commit')
  db.close()
  return found
}

async function delaysOf(
  rounds: number,
  run: (round: number) => Promise<unknown>,
): Promise<readonly number[]> {
  const delays: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now()
    await run(round)
    delays.push(performance.now() - started)
  }
  return delays
}

const figureOf = (delays: readonly number[]): string =>
  `p95 ${percentile(delays, 0.95).toFixed(1)} ms, p50 ${median(delays).toFixed(1)} ms`

async function benchAppend(quick: boolean): Promise<void> {
  const source = someSpans(recordedSpans())
  const rounds = Array.from({ length: quick ? 2 : 5 }, () =>
    Array.from({ length: quick ? 15 : 50 }, () => take(source, BATCH)),
  )
  const bare: number[] = []
  const stored: StoredSpans[] = []
  for (const batches of rounds) {
    bare.push(await bareRate(batches))
    stored.push(await storeRate(batches))
  }
  const rate = median(stored.map((round) => round.rate))
  const share = rate / median(bare)
  const [vault, columns] = (['vault', 'columns'] as const).map((part) =>
    median(stored.map((round) => round[part])),
  )
  const trickled = await storeRate(
    Array.from({ length: quick ? 1000 : 3000 }, () => take(source, randomInt(2, 12))),
  )
  details['span append'] = { bare, stored, trickled }
  report({
    what: `spans stored, in batches of ${BATCH}`,
    figure: `${share.toFixed(2)} × bare append (${Math.round(rate)}/s of ${Math.round(median(bare))}/s)`,
    bar: '≥ 0.40 × bare',
    value: share,
  })
  report({
    what: 'bytes stored per span, vault and columns',
    figure: `${vault!.toFixed(0)} + ${columns!.toFixed(0)} (vault in batches of 2 to 11: ${trickled.vault.toFixed(0)})`,
    bar: 'none',
    value: vault! + columns!,
  })
}

async function benchReads(quick: boolean): Promise<void> {
  const spans = quick ? 1_000_000 : 10_000_000
  const stored = `${spans / 1e6} M spans`
  await inFolder(async (dir) => {
    const ids = await fillSpans(dir, spans)
    const store = await openStore(dir)
    const ask = (id: string) => store.trace(['1', '2', '3'], id, { limit: 50_000 })
    const traces = await delaysOf(200, (round) => ask(ids[(round * 37) % ids.length]!))
    const range = { from: Date.now() - 14 * DAY_MS, to: Date.now() }
    const opened = await delaysOf(200, async (round) => {
      const traceId = ids[(round * 41) % ids.length]!
      const [span] = (await ask(traceId)).spans
      if ((await store.spanDetails('1', traceId, span!.spanId)) === undefined) throw new Error('no such span')
    })
    details['trace by id'] = traces
    for (const [what, delays, bar] of [
      [`trace by id, ${stored}`, traces, 'p95 < 50 ms (at 10 M)'],
      ['trace and the details of one of its spans', opened, 'none'],
    ] as const)
      report({ what, figure: figureOf(delays), bar, value: percentile(delays, 0.95) })
    for (const order of ['latest', 'slowest'] as const)
      for (const route of [undefined, '/shop/7/:id']) {
        const delays = await delaysOf(20, () =>
          store.segments(
            { projectId: '1', range, ...(route !== undefined && { route }) },
            { order, limit: 50 },
          ),
        )
        const what = `${order} segments of 14 days${route === undefined ? '' : ' on one route'}, ${stored}`
        report({ what, figure: figureOf(delays), bar: 'none', value: percentile(delays, 0.95) })
      }
    await store.close()
  })
}

async function benchLargeTrace(): Promise<void> {
  await inFolder(async (dir) => {
    const store = await openStore(dir)
    const source = someSpans(recordedSpans())
    const traceId = randomBytes(16).toString('hex')
    for (let at = 0; at < 50; at += 1) {
      const spans = take(source, 1000).map((span) => Object.assign(span, { seq: at, traceId }))
      await store.append({ spoolId: 'bench', from: at, to: at + 1, events: [], raw: [], spans })
    }
    const delays = await delaysOf(10, async () => {
      const { spans } = await store.trace(['1'], traceId, { limit: 50_000 })
      if (spans.length !== 50_000) throw new Error(`${spans.length} spans`)
    })
    report({
      what: 'a trace of 50,000 spans from the store',
      figure: figureOf(delays),
      bar: 'p95 < 500 ms',
      value: percentile(delays, 0.95),
    })
    await store.close()
  })
}

export const PARTS = { append: benchAppend, trace: benchLargeTrace, reads: benchReads }

export async function benchSpans(quick: boolean): Promise<void> {
  await benchAppend(quick)
  await benchLargeTrace()
  await benchReads(quick)
}

// `node bench/spans.ts reads`: one part alone.
if (import.meta.main)
  for (const [name, part] of Object.entries(PARTS))
    if (process.argv.includes(name)) await part(process.argv.includes('--quick'))
