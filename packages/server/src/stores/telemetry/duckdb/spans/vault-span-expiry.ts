import type { DatabaseSync } from 'node:sqlite'

import type { VaultKind } from '#stores/telemetry/duckdb/kind.ts'
import type { BlockRow } from '#stores/telemetry/duckdb/vault-expiry.ts'
import { decodeBlock, decodeRuns, encodeBlock, receiptsIn } from './span-block.ts'

/** Blocks per transaction: each may be listed under as many traces as it has spans. */
const SLICE_BLOCKS = 8

/** Whole blocks go at once; one that straddles the moment is written again without what is older. */
export function createSpanExpiry(db: DatabaseSync): VaultKind['expire'] {
  const select = db.prepare(`
    select block_id, last_received_at, items, traces from span_blocks
    where project_id = ? and first_received_at < ? limit ?`)
  const remove = db.prepare('delete from span_blocks where block_id = ?')
  const unlist = db.prepare('delete from trace_blocks where trace_id = ? and project_id = ? and block_id = ?')
  const trim = createBlockTrimmer(db)

  return (project, before) => {
    let items = 0
    const blocks: readonly BlockRow[] = select.all(project, before, SLICE_BLOCKS)
    for (const block of blocks) {
      const { block_id: blockId, last_received_at: last, traces } = block
      if (Number(last) >= before) {
        items += trim(project, Number(blockId), before)
        continue
      }
      for (const { traceId } of decodeRuns(traces as Uint8Array)) unlist.run(traceId, project, blockId!)
      remove.run(blockId!)
      items += Number(block['items'])
    }
    return { isLast: blocks.length === 0, items }
  }
}

/** Answers how many spans went. */
function createBlockTrimmer(db: DatabaseSync) {
  const read = db.prepare('select * from span_blocks where block_id = ?')
  const rewrite = db.prepare(`
    update span_blocks set first_received_at = ?, items = ?, traces = ?, span_ids = ?, outlines = ?, details = ?
    where block_id = ?`)
  const subtract = db.prepare(
    'update trace_blocks set spans = spans - ? where trace_id = ? and project_id = ? and block_id = ?',
  )
  const unlist = db.prepare(
    'delete from trace_blocks where trace_id = ? and project_id = ? and block_id = ? and spans <= 0',
  )

  return (project: bigint, blockId: number, before: number): number => {
    const row = read.get(blockId)!
    const { spanIds, outlines, details } = decodeBlock(row)
    const receipts = receiptsIn(outlines)
    const isKept = (_: unknown, place: number) => receipts[place]! >= before
    const runs = decodeRuns(row['traces'] as Uint8Array).map(({ traceId, start, spans }) => {
      const kept = receipts.slice(start, start + spans).filter((receivedAt) => receivedAt >= before).length
      if (kept < spans) {
        subtract.run(spans - kept, traceId, project, blockId)
        unlist.run(traceId, project, blockId)
      }
      return { traceId, spans: kept }
    })
    const kept = receipts.filter(isKept)
    const encoded = encodeBlock({
      runs: runs.filter(({ spans }) => spans > 0),
      spanIds: spanIds.filter(isKept),
      outlines: outlines.filter(isKept),
      details: details.filter(isKept),
    })
    rewrite.run(Math.min(...kept), kept.length, ...encoded, blockId)
    return receipts.length - kept.length
  }
}
