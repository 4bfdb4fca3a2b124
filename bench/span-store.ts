import { randomBytes, randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DuckDBInstance } from '@duckdb/node-api'
import { silentLog } from '../packages/server/src/domain/testing.ts'
import { encodeBlock, outlineLine } from '../packages/server/src/stores/telemetry/duckdb/spans/span-block.ts'
import { openDuckDbTelemetry } from '../packages/server/src/stores/telemetry/duckdb/telemetry-store.ts'
import { detailsLine } from '../packages/server/src/stores/telemetry/sql/spans/span-details.ts'
import type { TelemetryStore } from '../packages/server/src/stores/telemetry/telemetry.ts'
import { recordedSpans, someSpans, take } from './span-rows.ts'

const DAY_MS = 86_400_000
const BLOCK = 256
const SPANS_PER_TRACE = 20

export const openStore = (dir: string): Promise<TelemetryStore> =>
  openDuckDbTelemetry({ dir, now: Date.now, log: silentLog })

export async function inFolder<T>(work: (dir: string) => Promise<T>): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'hindcast-bench-spans-'))
  try {
    return await work(dir)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/**
 * Fills the stores of a folder with this many spans of 30 days in traces of 20, the columns with SQL and the vault with
 * blocks whose ids are all different and whose texts come from a few hundred blocks: to compress ten million would take
 * minutes and change nothing about how they are found. Answers some of the trace ids.
 */
export async function fillSpans(dir: string, spans: number): Promise<readonly string[]> {
  await (await openStore(dir)).close()
  const now = Date.now()
  await fillSpanColumns(join(dir, 'telemetry.duckdb'), spans, now)
  return fillVault(join(dir, 'vault.sqlite'), spans, now)
}

/**
 * Every twentieth span is a visit or an answered request; three of eight visits are followed by a late vital. Of these every
 * twentieth came before its page load, the others have its names.
 */
export async function fillSpanColumns(file: string, spans: number, now: number): Promise<void> {
  const instance = await DuckDBInstance.create(file, { memory_limit: '2GB' })
  const connection = await instance.connect()
  await connection.run(`
    insert into spans by name
    with numbered as (select n, n // ${SPANS_PER_TRACE} as trace, n % ${SPANS_PER_TRACE} as place from range(${spans}) as numbers(n))
    select n as seq, 1 as project_id, ${now - 30 * DAY_MS} + floor(n * ${30 * DAY_MS}.0 / ${spans})::bigint as received_at,
      md5(trace::varchar)::uuid as trace_id, (hash(n) >> 1)::bigint as span_id, (hash(trace * ${SPANS_PER_TRACE}) >> 1)::bigint as segment_id,
      place = 0 as is_segment, received_at * 1000 - 900000 as started_us, floor(-ln(random()) * 300000)::bigint as duration_us,
      if(is_segment, ['pageload', 'navigation', 'http.server'][1 + trace % 3],
        ['http.client', 'resource.script', 'db', 'ui.long-animation-frame', 'ui.interaction.click'][1 + n % 5]) as op,
      'GET /api/' || (n % 300) as name, (n % 40 = 0)::tinyint + 1 as status, '/shop/' || (trace % 60) as segment_name,
      if(is_segment, '/shop/' || (trace % 60) || '/[id]', null) as route,
      if(is_segment, '/shop/' || (trace % 60) || '/' || floor(random() * 1000000)::bigint, null) as path,
      'shop@4.' || (n * 30 // ${spans}) as release, 'production' as environment,
      'id:' || floor(random() * 50000)::bigint as user_key, 'Chrome ' || (150 + trace % 7) as browser, 'Windows 11' as os,
      0.25 as sample_rate, if(is_segment and trace % 3 = 0, random() * 4000, null) as lcp,
      if(place = 4 and trace % 3 < 2 and trace % 8 < 3, random() * 400, null) as inp
    from numbered`)
  await connection.run(`
    insert into visits by name
    with late as (select *, seq // ${SPANS_PER_TRACE} as trace, not is_segment and trace % 20 > 0 as is_named from spans
      where is_segment or lcp is not null or inp is not null)
    select * exclude (trace, is_named) replace (
        if(is_named, '/shop/' || (trace % 60) || '/[id]', route) as route,
        if(is_named, '/shop/' || (trace % 60) || '/' || floor(random() * 1000000)::bigint, path) as path),
      if(is_named, true, null) as named_by_load
    from late order by seq`)
  await connection.run('checkpoint')
  connection.closeSync()
  instance.closeSync()
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
