import type { DatabaseSync } from 'node:sqlite'

import type { JsonObject } from '#domain/json.ts'

import type { SpanId, SpanTelemetry } from '#stores/telemetry/spans.ts'
import { decodeLines } from '#stores/telemetry/duckdb/block-codec.ts'
import type { BlockRow } from '#stores/telemetry/duckdb/vault-expiry.ts'
import { parseEventId } from '#stores/telemetry/sql/identifiers.ts'
import { SPAN_ID_BYTES, asBuffer, runsOf } from './span-block.ts'
import { parseDetails } from '#stores/telemetry/sql/spans/span-details.ts'
import { BLOCKS_AT_ONCE, othersTurn, undamaged, type BlockList } from './trace-blocks.ts'

type Asked = Parameters<SpanTelemetry['spanAttributes']>[1]

interface Place {
  /** In what was asked for. */
  readonly index: number
  readonly line: number
}

/**
 * Some attributes of many spans. Each block is opened once, however many of the spans are in it, and no more than
 * `mostBlocks` are looked into: whoever sends every visit in one trace of thousands of blocks must not slow this down.
 */
export function createAttributesReader(
  db: DatabaseSync,
  blocksOf: BlockList,
  mostBlocks: number,
): SpanTelemetry['spanAttributes'] {
  const readIds = db.prepare('select traces, span_ids from span_blocks where block_id = ?')
  const readDetails = db.prepare('select details from span_blocks where block_id = ?')

  /** By block, where the spans are. */
  async function findPlaces(projectId: string, spans: Asked): Promise<ReadonlyMap<number, readonly Place[]>> {
    const places = new Map<number, readonly Place[]>()
    let looks = 0
    for (const [traceId, wanted] of Map.groupBy(spans.entries(), ([, span]) => span.traceId)) {
      const id = parseEventId(traceId)
      if (id === undefined) continue
      await othersTurn()
      const left = Map.groupBy(wanted, ([, { spanId }]) => spanId)
      // Backwards: of a span that was sent twice, what came last counts.
      for (const { blockId } of blocksOf([projectId], id).blocks.toReversed()) {
        if (left.size === 0 || ++looks > mostBlocks) break
        if (looks % BLOCKS_AT_ONCE === 0) await othersTurn()
        const row = readIds.get(blockId)
        const found = row === undefined ? [] : takePlaces(row, id, left)
        if (found.length > 0) places.set(blockId, [...(places.get(blockId) ?? []), ...found])
      }
    }
    return places
  }

  return async (projectId, spans, names) => {
    const found: Array<JsonObject | undefined> = spans.map(() => undefined)
    const places = await findPlaces(projectId, spans)
    for (const [opened, [blockId, inBlock]] of [...places].entries()) {
      if (opened % BLOCKS_AT_ONCE === BLOCKS_AT_ONCE - 1) await othersTurn()
      const block = readDetails.get(blockId)
      if (block === undefined) continue
      const lines = undamaged(spans[inBlock[0]!.index]!.traceId, () =>
        decodeLines(block['details'] as Uint8Array),
      )
      for (const { index, line } of inBlock) {
        const { attributes } = undamaged(spans[index]!.traceId, () => parseDetails(lines[line]!))
        found[index] = pick(attributes, names)
      }
    }
    return found
  }
}

/** Takes what it finds out of what is left to find. */
function takePlaces(
  row: BlockRow,
  traceId: Buffer,
  left: Map<string, ReadonlyArray<readonly [index: number, span: SpanId]>>,
): readonly Place[] {
  const spanIds = asBuffer(row['span_ids'] as Uint8Array)
  const found: Place[] = []
  for (const { start, spans } of runsOf(row['traces'] as Uint8Array, traceId).toReversed())
    for (let line = start + spans - 1; line >= start; line -= 1) {
      const spanId = spanIds.toString('hex', line * SPAN_ID_BYTES, (line + 1) * SPAN_ID_BYTES)
      for (const [index] of left.get(spanId) ?? []) found.push({ index, line })
      left.delete(spanId)
    }
  return found
}

function pick(attributes: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.flatMap((name) => (Object.hasOwn(attributes, name) ? [[name, attributes[name]!]] : [])),
  )
}
