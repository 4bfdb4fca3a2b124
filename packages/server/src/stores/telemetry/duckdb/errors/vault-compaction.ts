import type { DatabaseSync } from 'node:sqlite'

import {
  encodeCompactly,
  lineBytes,
  openEventLines,
  summaryIn,
  type EventLine,
} from '#stores/telemetry/duckdb/event-block.ts'
import { EVENT_ID_BYTES } from '#stores/telemetry/sql/identifiers.ts'
import {
  createWaitingBlocks,
  type CompactBlock,
  type StoredBlock,
  type StoredLine,
} from './waiting-blocks.ts'

/** More of them compress better and make reading one event dearer. */
const BLOCK_ITEMS = 256
/** Bytes before compression. */
const BLOCK_BYTES = 3 * 1024 * 1024
/** Of a part, before compression: who sends the same text over and over could fill the memory with it. */
const MOST_OPEN_BYTES = 24 * 1024 * 1024

export type CompactEvents = (until: number) => Promise<boolean>

/**
 * Events come in blocks of one batch, compressed as fast as they come. Once an hour is over its blocks are written again
 * together, those of an issue beside each other and with more effort. While they are compressed others may write; what
 * was changed meanwhile is left as it is and comes again.
 */
export function createCompaction(db: DatabaseSync, nextBlockId: () => number): CompactEvents {
  const blocks = createWaitingBlocks(db, nextBlockId)

  /** A block that cannot be read any more must not keep the others from being written. */
  async function open(block: StoredBlock): Promise<readonly StoredLine[]> {
    try {
      return linesOf(block, await openEventLines(block.data))
    } catch {
      blocks.leave(block)
      return []
    }
  }

  return async (until) => {
    const hour = blocks.nextHour(until)
    if (hour === undefined) return false
    const before: StoredBlock[] = []
    const lines: StoredLine[] = []
    let bytes = 0
    for (const block of blocks.take(hour.project, hour.end)) {
      if (bytes > MOST_OPEN_BYTES) break
      const opened = await open(block)
      bytes += opened.reduce((sum, { line }) => sum + lineBytes(line), 0)
      if (opened.length === 0) continue
      before.push(block)
      lines.push(...opened)
    }
    const after: CompactBlock[] = []
    for (const part of inBlocks(byIssue(lines)))
      after.push({ lines: part, data: await encodeCompactly(part.map(({ line }) => line)) })
    blocks.replace(hour.project, before, after)
    return true
  }
}

function linesOf({ blockId, ids }: StoredBlock, lines: readonly EventLine[]): readonly StoredLine[] {
  if (lines.length * EVENT_ID_BYTES !== ids.length) throw new Error('a block holds other events than it says')
  return lines.map((line, index) => {
    const { fingerprint, receivedAt } = summaryIn(line)
    const id = ids.subarray(index * EVENT_ID_BYTES, (index + 1) * EVENT_ID_BYTES)
    return { id, blockId, line, fingerprint, receivedAt }
  })
}

const byIssue = (lines: readonly StoredLine[]): readonly StoredLine[] =>
  [...Map.groupBy(lines, ({ fingerprint }) => fingerprint).values()].flat()

function inBlocks(lines: readonly StoredLine[]): ReadonlyArray<readonly StoredLine[]> {
  const blocks: StoredLine[][] = []
  let bytes = Infinity
  for (const one of lines) {
    if (bytes >= BLOCK_BYTES || blocks.at(-1)!.length >= BLOCK_ITEMS) {
      blocks.push([])
      bytes = 0
    }
    blocks.at(-1)!.push(one)
    bytes += lineBytes(one.line)
  }
  return blocks
}
