import type { DatabaseSync } from 'node:sqlite'

import { LIMITS } from '#domain/limits.ts'
import { currentQuestion } from '#domain/question.ts'
import type { SpanOutline } from '#domain/traces/span.ts'

import { createReaderQueue } from '#stores/reader-queue.ts'
import type { SpanTelemetry, Trace } from '#stores/telemetry/spans.ts'
import { decodeLines } from '#stores/telemetry/duckdb/block-codec.ts'
import { parseEventId } from '#stores/telemetry/sql/identifiers.ts'
import { createAttributesReader } from './attributes-reader.ts'
import { SPAN_ID_BYTES, asBuffer, parseOutlines, runsOf } from './span-block.ts'
import { parseDetails } from '#stores/telemetry/sql/spans/span-details.ts'
import {
  BLOCKS_AT_ONCE,
  createBlockList,
  othersTurn,
  placeOf,
  undamaged,
  type BlockList,
  type ListedBlock,
} from './trace-blocks.ts'
import { inOrder } from '#stores/telemetry/sql/spans/outlines.ts'
import { isSpanId } from '#stores/telemetry/sql/spans/span-values.ts'

export type TraceReader = Pick<SpanTelemetry, 'trace' | 'spanDetails' | 'spanAttributes'>

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

  async function inTurn<T>(read: () => Promise<T>): Promise<T> {
    const question = currentQuestion()
    const reader = await readers.take(question)
    try {
      return await read()
    } finally {
      readers.give(reader, question?.requester)
    }
  }

  const readAttributes = createAttributesReader(db, blocksOf, mostBlocks)
  return {
    trace: (projectIds, traceId, { limit }) => inTurn(() => readTrace(projectIds, traceId, limit)),
    spanDetails: createDetailsReader(db, blocksOf),
    spanAttributes: (...args) => inTurn(() => readAttributes(...args)),
  }
}

function createDetailsReader(db: DatabaseSync, blocksOf: BlockList): SpanTelemetry['spanDetails'] {
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
