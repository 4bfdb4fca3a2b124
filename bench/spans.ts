import { randomBytes, randomInt } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBDataChunk, DuckDBInstance, type DuckDBType, type DuckDBValue, VARCHAR } from '@duckdb/node-api'
import {
  appendChunks,
  inTransaction,
} from '../packages/server/src/stores/telemetry/duckdb/chunks/columns-writer.ts'
import { SPAN_COLUMNS } from '../packages/server/src/stores/telemetry/duckdb/spans/span-columns.ts'
import { detailsLine } from '../packages/server/src/stores/telemetry/sql/spans/span-details.ts'
import type { SpanRow } from '../packages/server/src/stores/telemetry/spans.ts'
import { EMBEDDED, type Form } from './form.ts'
import { details, report } from './report.ts'
import { digestedSpanRate, sentSpanRate } from './span-digest.ts'
import { recordedSpans, someSpans, take } from './span-rows.ts'
import { fillSpans, inFolder, openStore } from './span-store.ts'
import { delaysOf, figureOf, median, percentile } from './statistics.ts'
import { benchThinning } from './thinning.ts'

const DAY_MS = 86_400_000
const BATCH = 2000
const ROUNDS = 40

/** What a bare appender writes: the columns alone, or what a span is, with its attributes as one text beside them. */
type Bare = 'columns' | 'whole'

/** Spans a second that a bare appender takes, with a commit for each batch. */
async function bareRate(what: Bare, batches: ReadonlyArray<readonly SpanRow[]>): Promise<number> {
  return inFolder(async (dir) => {
    await (await openStore(dir)).close()
    const instance = await DuckDBInstance.create(join(dir, 'telemetry.duckdb'), {
      threads: '2',
      checkpoint_threshold: '32MB',
    })
    const connection = await instance.connect()
    if (what === 'whole') await connection.run('alter table spans add column details varchar')
    const written = what === 'whole' ? [...SPAN_COLUMNS, { type: VARCHAR, write: detailsLine }] : SPAN_COLUMNS
    const types = written.map(({ type }) => type)
    // What a loader has at hand: the values of each row.
    const values = batches.map((rows) => rows.map((row) => written.map(({ write }) => write(row))))
    const rate = await rateOf(values, (rows) =>
      inTransaction(connection, () => appendChunks(connection, 'spans', [chunkOf(types, rows)])),
    )
    connection.closeSync()
    instance.closeSync()
    return rate
  })
}

/** As the client fills one; the store has a way of its own. */
function chunkOf(types: readonly DuckDBType[], rows: ReadonlyArray<readonly DuckDBValue[]>): DuckDBDataChunk {
  const chunk = DuckDBDataChunk.create(types)
  chunk.setColumns(types.map((_, index) => rows.map((row) => row[index]!)))
  return chunk
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

async function benchAppend(quick: boolean): Promise<void> {
  const source = someSpans(recordedSpans())
  const rounds = Array.from({ length: quick ? 2 : 5 }, () =>
    Array.from({ length: quick ? 15 : 50 }, () => take(source, BATCH)),
  )
  const columnsAlone: number[] = []
  const whole: number[] = []
  const stored: StoredSpans[] = []
  for (const batches of rounds) {
    columnsAlone.push(await bareRate('columns', batches))
    whole.push(await bareRate('whole', batches))
    stored.push(await storeRate(batches))
  }
  const bare: BareRates = { whole: median(whole), columns: median(columnsAlone) }
  const rate = median(stored.map((round) => round.rate))
  const [vault, columns] = (['vault', 'columns'] as const).map((part) =>
    median(stored.map((round) => round[part])),
  )
  const trickled = await storeRate(
    Array.from({ length: quick ? 1000 : 3000 }, () => take(source, randomInt(2, 12))),
  )
  details['span append'] = { bare: { whole, columns: columnsAlone }, stored, trickled }
  report({
    what: `spans stored, in batches of ${BATCH}`,
    figure: beside(rate, bare),
    bar: '≥ 0.40 × bare',
    value: rate / bare.columns,
  })
  await benchDigest(quick, bare)
  report({
    what: 'bytes stored per span, vault and columns',
    figure: `${vault!.toFixed(0)} + ${columns!.toFixed(0)} (vault in batches of 2 to 11: ${trickled.vault.toFixed(0)})`,
    bar: 'none',
    value: vault! + columns!,
  })
}

type BareRates = Readonly<Record<Bare, number>>

function beside(rate: number, bare: BareRates): string {
  const [ofColumns, ofWhole] = [bare.columns, bare.whole].map((all) => (rate / all).toFixed(2))
  const perSecond = `${Math.round(rate)}/s of ${Math.round(bare.columns)}/s`
  return `${ofColumns} × bare append (${perSecond}; ${ofWhole} × one with attributes)`
}

async function benchDigest(quick: boolean, bare: BareRates): Promise<void> {
  const spans = quick ? 40_000 : 200_000
  for (const [what, rateOfSpans, bar] of [
    ['spans digested, from the log to the last row', digestedSpanRate, '≥ 0.40 × bare'],
    ['spans digested, from the first request to the last row', sentSpanRate, 'none: sender included'],
  ] as const) {
    const rates: number[] = []
    while (rates.length < (quick ? 2 : 5)) rates.push(await rateOfSpans(spans))
    details[what] = rates
    const rate = median(rates)
    report({ what, figure: beside(rate, bare), bar, value: rate / bare.columns })
  }
}

export async function benchReads(form: Form, quick: boolean): Promise<void> {
  const spans = quick ? 1_000_000 : 10_000_000
  const stored = `${spans / 1e6} M spans`
  await inFolder(async (dir) => {
    const ids = await fillSpans(dir, spans)
    const store = await form.openTelemetry(dir)
    const ask = (id: string) => store.trace(['1', '2', '3'], id, { limit: 50_000 })
    const traces = await delaysOf(200, (round) => ask(ids[(round * 37) % ids.length]!))
    const range = { from: Date.now() - 14 * DAY_MS, to: Date.now() }
    const opened = await delaysOf(200, async (round) => {
      const traceId = ids[(round * 41) % ids.length]!
      const [span] = (await ask(traceId)).spans
      if ((await store.spanDetails('1', traceId, span!.spanId)) === undefined) throw new Error('no such span')
    })
    details[`trace by id ${form.name}`] = traces
    for (const [what, delays, bar] of [
      [`trace by id, ${stored}`, traces, 'p95 < 50 ms (at 10 M)'],
      ['trace and the details of one of its spans', opened, 'none'],
    ] as const)
      form.report({ what, figure: figureOf(delays), bar, value: percentile(delays, 0.95) })
    for (const order of ['latest', 'slowest'] as const)
      for (const route of [undefined, '/shop/7/[id]']) {
        const delays = await delaysOf(ROUNDS, () =>
          store.segments(
            { projectId: '1', range, ...(route !== undefined && { route }) },
            { order, limit: 50 },
          ),
        )
        const what = `${order} segments of 14 days${route === undefined ? '' : ' on one route'}, ${stored}`
        form.report({ what, figure: figureOf(delays), bar: 'none', value: percentile(delays, 0.95) })
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

export const PARTS = {
  append: benchAppend,
  thinning: benchThinning,
  trace: benchLargeTrace,
  reads: (quick: boolean) => benchReads(EMBEDDED, quick),
}

export async function benchSpans(quick: boolean): Promise<void> {
  await benchAppend(quick)
  await benchThinning(quick)
  await benchLargeTrace()
}

// `node bench/spans.ts reads`: one part alone.
if (import.meta.main)
  for (const [name, part] of Object.entries(PARTS))
    if (process.argv.includes(name)) await part(process.argv.includes('--quick'))
