import type { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'

import { AppError } from '#domain/app-error.ts'
import { LIMITS } from '#domain/limits.ts'
import { currentQuestion } from '#domain/question.ts'
import type { SpanOutline } from '#domain/traces/span.ts'

import { createReaderQueue } from '#stores/reader-queue.ts'
import type { SpanTelemetry, Trace } from '#stores/telemetry/spans.ts'
import { decodeLines } from '#stores/telemetry/duckdb/block-codec.ts'
import { parseDecimalId, parseEventId } from '#stores/telemetry/duckdb/identifiers.ts'
import { SPAN_ID_BYTES, asBuffer, parseDetails, parseOutlines, runsOf } from './span-block.ts'
import { isSpanId } from './span-values.ts'

export type TraceReader = Pick<SpanTelemetry, 'trace' | 'spanDetails'>

interface ListedBlock {
  readonly projectId: string
  readonly blockId: number
  readonly spans: number
}

/** Blocks that are opened before others get their turn: a few milliseconds. */
const BLOCKS_AT_ONCE = 16
/** Traces that are read at the same time, and those of one requester among them. */
const READERS = [1, 2]
const READERS_PER_ASKER = 1

export function createTraceReader(db: DatabaseSync, mostBlocks: number = LIMITS.traces.blocks): TraceReader {
  const readOutlines = db.prepare('select traces, span_ids, outlines from span_blocks where block_id = ?')
  const blocksOf = createBlockList(db, mostBlocks)
  const readers = createReaderQueue(READERS, READERS_PER_ASKER)

  /** What it reads is gone where it expired meanwhile. */
  function outlinesIn({ projectId, blockId }: ListedBlock, traceId: string, id: Buffer) {
    const block = readOutlines.get(blockId)
    if (block === undefined) return []
    return undamaged(traceId, () => {
      const lines = decodeLines(block['outlines'] as Uint8Array)
      const spanIds = asBuffer(block['span_ids'] as Uint8Array)
      return runsOf(block['traces'] as Uint8Array, id).flatMap(({ start, spans }) =>
        parseOutlines(
          lines.slice(start, start + spans),
          spanIds.subarray(start * SPAN_ID_BYTES, (start + spans) * SPAN_ID_BYTES),
          { projectId, traceId },
        ),
      )
    })
  }

  async function readTrace(projectIds: readonly string[], traceId: string, limit: number): Promise<Trace> {
    const id = parseEventId(traceId)
    if (id === undefined) return { spans: [], stored: 0 }
    const { blocks, stored } = blocksOf(projectIds, id)
    const found: SpanOutline[] = []
    for (const [index, block] of blocks.entries()) {
      if (found.length >= limit) break
      if (index % BLOCKS_AT_ONCE === BLOCKS_AT_ONCE - 1) await othersTurn()
      for (const outline of outlinesIn(block, traceId, id)) found.push(outline)
    }
    return { spans: inOrder(found.slice(0, limit)), stored }
  }

  return {
    async trace(projectIds, traceId, { limit }) {
      const question = currentQuestion()
      const reader = await readers.take(question)
      try {
        return await readTrace(projectIds, traceId, limit)
      } finally {
        readers.give(reader, question?.requester)
      }
    },
    spanDetails: createDetailsReader(db, blocksOf),
  }
}

function createDetailsReader(
  db: DatabaseSync,
  blocksOf: ReturnType<typeof createBlockList>,
): SpanTelemetry['spanDetails'] {
  const readIds = db.prepare('select traces, span_ids from span_blocks where block_id = ?')
  const readDetails = db.prepare('select details from span_blocks where block_id = ?')
  return async (projectId, traceId, spanId) => {
    const id = parseEventId(traceId)
    if (id === undefined || !isSpanId(spanId)) return undefined
    const span = Buffer.from(spanId, 'hex')
    // Backwards: of a span that was sent twice, trace() shows what came last.
    for (const { blockId } of blocksOf([projectId], id).blocks.toReversed()) {
      const ids = readIds.get(blockId)
      const place =
        ids && placeOf(asBuffer(ids['span_ids'] as Uint8Array), ids['traces'] as Uint8Array, id, span)
      const block = place === undefined ? undefined : readDetails.get(blockId)
      if (block === undefined) continue
      return undamaged(traceId, () => parseDetails(decodeLines(block['details'] as Uint8Array)[place!]!))
    }
    return undefined
  }
}

/** The last place of a span of this trace. */
function placeOf(spanIds: Buffer, traces: Uint8Array, traceId: Buffer, span: Buffer): number | undefined {
  for (const { start, spans } of runsOf(traces, traceId).toReversed())
    for (let place = start + spans - 1; place >= start; place -= 1)
      // Step by whole ids: the bytes of one id may also occur across the border of two others.
      if (spanIds.compare(span, 0, SPAN_ID_BYTES, place * SPAN_ID_BYTES, (place + 1) * SPAN_ID_BYTES) === 0)
        return place
  return undefined
}

/** The blocks that spans of a trace are in, in the order in which they were written, and how many spans there are. */
function createBlockList(db: DatabaseSync, mostBlocks: number) {
  const list = db.prepare(`
    select block_id, spans from trace_blocks where trace_id = ? and project_id = ? order by block_id limit ?`)
  const count = db.prepare(`
    select coalesce(sum(spans), 0) as spans from trace_blocks where trace_id = ? and project_id = ?`)

  return (projectIds: readonly string[], traceId: Buffer) => {
    const blocks: ListedBlock[] = []
    let stored = 0
    for (const projectId of new Set(projectIds)) {
      const project = parseDecimalId(projectId)
      if (project === undefined) continue
      const listed = list.all(traceId, project, mostBlocks)
      for (const { block_id: blockId, spans } of listed)
        blocks.push({ projectId, blockId: Number(blockId), spans: Number(spans) })
      stored +=
        listed.length < mostBlocks
          ? listed.reduce((sum, { spans }) => sum + Number(spans), 0)
          : Number(count.get(traceId, project)?.['spans'])
    }
    blocks.sort((a, b) => a.blockId - b.blockId)
    return { blocks: blocks.slice(0, mostBlocks), stored }
  }
}

async function othersTurn(): Promise<void> {
  await setImmediate()
  currentQuestion()?.signal.throwIfAborted()
}

/** By start, then by id; of a span that was sent twice, what came last. */
function inOrder(found: readonly SpanOutline[]): readonly SpanOutline[] {
  const byId = new Map<string, SpanOutline>()
  for (const outline of found) byId.set(outline.projectId + outline.spanId, outline)
  return [...byId.values()].sort((a, b) => a.startedAt - b.startedAt || compare(a.spanId, b.spanId))
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

function undamaged<T>(traceId: string, work: () => T): T {
  try {
    return work()
  } catch (cause) {
    throw new AppError('store_unavailable', `The stored spans of trace ${traceId} are damaged.`, { cause })
  }
}
