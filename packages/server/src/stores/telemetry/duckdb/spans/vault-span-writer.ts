import type { DatabaseSync } from 'node:sqlite'

import type { SpanRow } from '#stores/telemetry/spans.ts'
import { requireDecimalId, requireEventId } from '#stores/telemetry/sql/identifiers.ts'
import type { BlockRow } from '#stores/telemetry/duckdb/vault-expiry.ts'
import { type SpanBlock, decodeBlock, encodeBlock, outlineLine } from './span-block.ts'
import { detailsLine } from '#stores/telemetry/sql/spans/span-details.ts'
import { requireSpanId } from '#stores/telemetry/sql/spans/span-values.ts'

/** Larger blocks compress better and make reading one span dearer. Characters before compression. */
const BLOCK_SPANS = 256
const BLOCK_CHARS = 512 * 1024

/**
 * A batch that brings few spans continues the last block of its project: a block of five spans takes three times the
 * space. But only until it is this many times larger than what is added, since all of it is written again,
 */
const MOST_REWRITTEN = 16
/** and only while it is as young as this, so that few blocks lie on the border when old spans expire. */
const LONGEST_BLOCK_MS = 60 * 60 * 1000

interface OpenBlock {
  readonly blockId: number
  firstReceivedAt: number
  lastReceivedAt: number
  readonly runs: Array<{ readonly traceId: Uint8Array; spans: number }>
  /** Runs that were there before. */
  readonly listed: number
  /** Of the spans that were added. */
  lastTrace: string | undefined
  readonly spanIds: Uint8Array[]
  readonly outlines: string[]
  readonly details: string[]
  chars: number
}

type LastBlock = Pick<OpenBlock, 'blockId' | 'firstReceivedAt' | 'chars'> & { readonly spans: number }

/** Writes spans inside the caller's transaction. */
export function createSpanWriter(db: DatabaseSync): (spans: readonly SpanRow[]) => void {
  const write = db.prepare('replace into span_blocks values (?, ?, ?, ?, ?, ?, ?, ?, ?)')
  const read = db.prepare('select * from span_blocks where block_id = ? and project_id = ?')
  const list = db.prepare(`
    insert into trace_blocks values (?, ?, ?, ?) on conflict do update set spans = spans + excluded.spans`)
  const lastBlock = db.prepare('select coalesce(max(block_id), 0) as block_id from span_blocks')
  let lastBlockId = Number(lastBlock.get()?.['block_id'])
  /** By project. What it says may be undone or expired: the block itself is looked at before it is continued. */
  const lastBlocks = new Map<bigint, LastBlock>()

  function openBlock(): OpenBlock {
    lastBlockId += 1
    return emptyBlock(lastBlockId)
  }

  function continueBlock(project: bigint, spans: readonly SpanRow[]): OpenBlock | undefined {
    const last = lastBlocks.get(project)
    if (last === undefined || isFull(last.spans, last.chars)) return undefined
    const age = spans[0]!.receivedAt - last.firstReceivedAt
    if (last.spans > MOST_REWRITTEN * spans.length || Math.abs(age) > LONGEST_BLOCK_MS) return undefined
    const row = read.get(last.blockId, project)
    if (row === undefined || row['items'] !== last.spans) return undefined
    const opened = openedOrDamaged(row)
    if (opened === undefined) return undefined
    const { runs, spanIds, outlines, details } = opened
    return {
      ...emptyBlock(last.blockId),
      firstReceivedAt: Number(row['first_received_at']),
      lastReceivedAt: Number(row['last_received_at']),
      runs: [...runs],
      listed: runs.length,
      spanIds: [...spanIds],
      outlines: [...outlines],
      details: [...details],
      chars: last.chars,
    }
  }

  function close(project: bigint, block: OpenBlock): void {
    const { blockId, firstReceivedAt, lastReceivedAt, runs, chars } = block
    const spans = block.spanIds.length
    write.run(blockId, project, firstReceivedAt, lastReceivedAt, spans, ...encodeBlock(block))
    for (const run of runs.slice(block.listed)) list.run(run.traceId, project, blockId, run.spans)
    lastBlocks.set(project, { blockId, firstReceivedAt, chars, spans })
  }

  return (spans) => {
    for (const [projectId, own] of Map.groupBy(spans, (span) => span.projectId)) {
      const project = requireDecimalId(projectId)
      let block = continueBlock(project, own) ?? openBlock()
      for (const span of byTrace(own)) {
        if (isFull(block.spanIds.length, block.chars)) {
          close(project, block)
          block = openBlock()
        }
        add(block, span)
      }
      close(project, block)
    }
  }
}

/** A block that cannot be read any more must not keep new spans from being stored. */
function openedOrDamaged(row: BlockRow): SpanBlock | undefined {
  try {
    return decodeBlock(row)
  } catch {
    return undefined
  }
}

function isFull(spans: number, chars: number): boolean {
  return spans >= BLOCK_SPANS || chars >= BLOCK_CHARS
}

/** In the order of receipt within each trace. */
function byTrace(spans: readonly SpanRow[]): readonly SpanRow[] {
  return [...Map.groupBy(spans, ({ traceId }) => traceId).values()].flat()
}

function emptyBlock(blockId: number): OpenBlock {
  return {
    blockId,
    firstReceivedAt: Infinity,
    lastReceivedAt: -Infinity,
    runs: [],
    listed: 0,
    lastTrace: undefined,
    spanIds: [],
    outlines: [],
    details: [],
    chars: 0,
  }
}

function add(block: OpenBlock, span: SpanRow): void {
  if (block.lastTrace !== span.traceId) {
    block.runs.push({ traceId: requireEventId(span.traceId), spans: 0 })
    block.lastTrace = span.traceId
  }
  block.runs.at(-1)!.spans += 1
  block.firstReceivedAt = Math.min(block.firstReceivedAt, span.receivedAt)
  block.lastReceivedAt = Math.max(block.lastReceivedAt, span.receivedAt)
  block.spanIds.push(Buffer.from(requireSpanId(span.spanId), 'hex'))
  block.outlines.push(outlineLine(span))
  const details = detailsLine(span)
  block.details.push(details)
  block.chars += details.length
}
