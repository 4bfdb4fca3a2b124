import type { DatabaseSync } from 'node:sqlite'

import type { SpanRow } from '#stores/telemetry/spans.ts'
import { receiptsOf } from '#stores/telemetry/duckdb/block-size.ts'
import { requireDecimalId, requireEventId } from '#stores/telemetry/duckdb/identifiers.ts'
import { decodeBlock, detailsLine, encodeBlock, outlineLine } from './span-block.ts'
import { requireSpanId } from './span-values.ts'

/** Larger blocks compress better and make reading one span dearer. Characters before compression. */
const BLOCK_SPANS = 256
const BLOCK_CHARS = 512 * 1024

/**
 * A batch that brings few spans continues the last block of its project: a block of five spans takes three times the
 * space. But only until it is this many times larger than what is added, since all of it is written again,
 */
const MOST_REWRITTEN = 8
/** and only while it is as young as this, so that few blocks lie on the border when old spans expire. */
const LONGEST_BLOCK_MS = 60 * 60 * 1000

interface OpenBlock {
  readonly blockId: number
  first: number
  last: number
  readonly runs: Array<{ readonly traceId: Uint8Array; spans: number }>
  readonly spanIds: Uint8Array[]
  readonly outlines: string[]
  readonly details: string[]
  chars: number
}

type LastBlock = Pick<OpenBlock, 'blockId' | 'first' | 'chars'> & { readonly spans: number }

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
    const blockId = lastBlockId
    return { blockId, first: 0, last: 0, runs: [], spanIds: [], outlines: [], details: [], chars: 0 }
  }

  function continueBlock(project: bigint, spans: readonly SpanRow[]): OpenBlock | undefined {
    const last = lastBlocks.get(project)
    if (last === undefined || isFull(last.spans, last.chars)) return undefined
    const age = spans[0]!.receivedAt - last.first
    if (last.spans > MOST_REWRITTEN * spans.length || Math.abs(age) > LONGEST_BLOCK_MS) return undefined
    const row = read.get(last.blockId, project)
    if (row === undefined || row['items'] !== last.spans) return undefined
    const { runs, spanIds, outlines, details } = decodeBlock(row)
    return {
      blockId: last.blockId,
      first: Number(row['first_received_at']),
      last: Number(row['last_received_at']),
      runs: runs.map(({ traceId, spans: count }) => ({ traceId, spans: count })),
      spanIds: [...spanIds],
      outlines: [...outlines],
      details: [...details],
      chars: last.chars,
    }
  }

  /** Writes the block with what was added to it. */
  function close(project: bigint, block: OpenBlock, added: readonly SpanRow[]): void {
    const [first, last] = receiptsOf(added)
    block.first = block.spanIds.length === added.length ? first : Math.min(block.first, first)
    block.last = block.spanIds.length === added.length ? last : Math.max(block.last, last)
    write.run(block.blockId, project, block.first, block.last, block.spanIds.length, ...encodeBlock(block))
    for (const [traceId, spans] of Map.groupBy(added, (span) => span.traceId))
      list.run(requireEventId(traceId), project, block.blockId, spans.length)
    const { blockId, chars } = block
    lastBlocks.set(project, { blockId, first: block.first, spans: block.spanIds.length, chars })
  }

  return (spans) => {
    for (const [projectId, own] of Map.groupBy(spans, (span) => span.projectId)) {
      const project = requireDecimalId(projectId)
      let block = continueBlock(project, own) ?? openBlock()
      let added: SpanRow[] = []
      for (const span of byTrace(own)) {
        if (isFull(block.spanIds.length, block.chars)) {
          close(project, block, added)
          block = openBlock()
          added = []
        }
        add(block, span, added.at(-1)?.traceId !== span.traceId)
        added.push(span)
      }
      close(project, block, added)
    }
  }
}

function isFull(spans: number, chars: number): boolean {
  return spans >= BLOCK_SPANS || chars >= BLOCK_CHARS
}

/** In the order of receipt within each trace. */
function byTrace(spans: readonly SpanRow[]): readonly SpanRow[] {
  return [...Map.groupBy(spans, ({ traceId }) => traceId).values()].flat()
}

function add(block: OpenBlock, span: SpanRow, isNewRun: boolean): void {
  if (isNewRun) block.runs.push({ traceId: requireEventId(span.traceId), spans: 0 })
  block.runs.at(-1)!.spans += 1
  block.spanIds.push(Buffer.from(requireSpanId(span.spanId), 'hex'))
  block.outlines.push(outlineLine(span))
  const details = detailsLine(span)
  block.details.push(details)
  block.chars += details.length
}
