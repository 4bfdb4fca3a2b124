import type { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'

import { AppError } from '#domain/app-error.ts'
import { currentQuestion } from '#domain/question.ts'

import { parseDecimalId } from '#stores/telemetry/sql/identifiers.ts'
import { SPAN_ID_BYTES, runsOf } from './span-block.ts'

export interface ListedBlock {
  readonly projectId: string
  readonly blockId: number
  readonly spans: number
}

/** Blocks that are opened before others get their turn: a few milliseconds. */
export const BLOCKS_AT_ONCE = 16
export type BlockList = ReturnType<typeof createBlockList>

/** The blocks that spans of a trace are in, in the order in which they were written, and how many spans there are. */
export function createBlockList(db: DatabaseSync, mostBlocks: number) {
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

export async function othersTurn(): Promise<void> {
  await setImmediate()
  currentQuestion()?.signal.throwIfAborted()
}

/** The last place of a span of this trace. */
export function placeOf(
  spanIds: Buffer,
  traces: Uint8Array,
  traceId: Buffer,
  span: Buffer,
): number | undefined {
  for (const { start, spans } of runsOf(traces, traceId).toReversed())
    for (let place = start + spans - 1; place >= start; place -= 1)
      // Step by whole ids: the bytes of one id may also occur across the border of two others.
      if (spanIds.compare(span, 0, SPAN_ID_BYTES, place * SPAN_ID_BYTES, (place + 1) * SPAN_ID_BYTES) === 0)
        return place
  return undefined
}

export function undamaged<T>(traceId: string, work: () => T): T {
  try {
    return work()
  } catch (cause) {
    throw new AppError('store_unavailable', `The stored spans of trace ${traceId} are damaged.`, { cause })
  }
}
