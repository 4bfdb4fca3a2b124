import type { DatabaseSync } from 'node:sqlite'

import type { MovedRows, MovedStep, MovedTable, MovedValue } from '#stores/telemetry/moving.ts'
import { decodeRawItems } from '#stores/telemetry/duckdb/block-codec.ts'
import { decodeBlock, parseOutlines, receiptsIn } from '#stores/telemetry/duckdb/spans/span-block.ts'
import type { BlockRow } from '#stores/telemetry/duckdb/vault-expiry.ts'
import { SPAN_STATUSES, spanKey, toMicroseconds } from '#stores/telemetry/sql/spans/span-values.ts'
import { floatOf, OUTLINE, tableOf } from './column-steps.ts'

/** Blocks that are read at once. */
const PART_BLOCKS = 24

const SPANS = tableOf('spans', { ...OUTLINE, details: 'text', place: 'integer' })
const RAW = tableOf('raw_items', {
  project_id: 'integer',
  item_type: 'text',
  seq: 'integer',
  received_at: 'integer',
  position: 'integer',
  meta: 'text',
  body: 'bytes',
})
const MOVES: MovedTable = {
  table: 'moves',
  columns: [
    { name: 'project_id', kind: 'integer' },
    { name: 'fingerprint', kind: 'text' },
    { name: 'issue_id', kind: 'integer' },
    { name: 'moved_to', kind: 'integer' },
    { name: 'version', kind: 'integer' },
  ],
}

/** What lies in blocks. Those of spans in the order in which they came: of a span that was sent twice, the last counts. */
export const vaultSteps = (vault: DatabaseSync): readonly MovedStep[] => [
  blockStep(vault, 'spans', 'span_blocks', SPANS, spanRows),
  blockStep(vault, 'raw items', 'raw_blocks', RAW, rawRows),
  moveStep(vault),
]

function blockStep(
  vault: DatabaseSync,
  name: string,
  blocks: string,
  table: MovedTable,
  rowsOf: (row: BlockRow) => ReadonlyArray<readonly MovedValue[]>,
): MovedStep {
  const read = vault.prepare(
    `select * from ${blocks} where block_id > ? order by block_id limit ${PART_BLOCKS}`,
  )
  const total = vault.prepare(`select coalesce(sum(items), 0) as items from ${blocks}`).get()
  return {
    name,
    tables: [table],
    total: Number(total?.['items']),
    async read(from) {
      const found: readonly BlockRow[] = read.all(from)
      const rows = found.flatMap(rowsOf)
      const numbered =
        table === SPANS ? rows.map((row, place) => [...row, place, '']) : rows.map((row) => [...row, ''])
      const next = found.length < PART_BLOCKS ? undefined : Number(found.at(-1)!['block_id'])
      return { parts: [{ table, rows: numbered }], items: rows.length, next }
    },
  }
}

/** The place in the log is not kept with them; the number of the block stands for it. */
function spanRows(row: BlockRow): ReadonlyArray<readonly MovedValue[]> {
  const { runs, spanIds, outlines, details } = decodeBlock(row)
  const receipts = receiptsIn(outlines)
  const traces = runs.flatMap(({ traceId, spans }) =>
    Array.from({ length: spans }, () => Buffer.from(traceId).toString('hex')),
  )
  const parsed = parseOutlines(outlines, Buffer.concat(spanIds), {
    projectId: String(row['project_id']),
    traceId: '',
  })
  return parsed.map((span, at) => [
    span.projectId,
    receipts[at]!,
    String(row['block_id']),
    dashed(traces[at]!),
    String(spanKey(span.spanId)),
    keyText(span.parentSpanId),
    keyText(span.segmentId),
    toMicroseconds(span.startedAt),
    toMicroseconds(span.duration),
    SPAN_STATUSES.indexOf(span.status),
    span.isSegment,
    span.op,
    span.name,
    floatOf(span.vitals?.lcp),
    floatOf(span.vitals?.inp),
    floatOf(span.vitals?.cls),
    floatOf(span.vitals?.fcp),
    floatOf(span.vitals?.ttfb),
    details[at]!,
  ])
}

const keyText = (id: string | undefined): string | null => (id === undefined ? null : String(spanKey(id)))

const dashed = (id: string): string =>
  [id.slice(0, 8), id.slice(8, 12), id.slice(12, 16), id.slice(16, 20), id.slice(20)].join('-')

function rawRows(row: BlockRow): ReadonlyArray<readonly MovedValue[]> {
  return decodeRawItems(row['data'] as Uint8Array).map(({ body, ...item }) => [
    item.projectId,
    item.itemType.toWellFormed(),
    item.seq,
    item.receivedAt,
    item.seq,
    JSON.stringify('blob' in body ? { ...item, blob: body.blob } : item),
    'blob' in body ? '' : Buffer.from(body).toString('base64'),
  ])
}

function moveStep(vault: DatabaseSync): MovedStep {
  const rows = vault
    .prepare('select project_id, fingerprint, issue_id, moved_to from issue_moves')
    .all()
    .map(({ project_id: project, fingerprint, issue_id: issue, moved_to: to }) => [
      String(project),
      fingerprint as string,
      String(issue),
      String(to),
      1,
    ])
  return stepOf('merged issues', { table: MOVES, rows })
}

/** Few rows, moved as one part. */
export const stepOf = (name: string, all: MovedRows): MovedStep => ({
  name,
  tables: [all.table],
  total: all.rows.length,
  read: async () => ({ parts: [all], items: all.rows.length, next: undefined }),
})
