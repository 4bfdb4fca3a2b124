import type { RawItemRow, RawItemTelemetry } from '#stores/telemetry/telemetry.ts'
import { parseDecimalId } from '#stores/telemetry/sql/identifiers.ts'
import type { Row } from '#stores/telemetry/sql/dialect.ts'
import { changedTable } from '#stores/telemetry/clickhouse/layout.ts'
import { createBindings } from '#stores/telemetry/clickhouse/bindings.ts'
import type { Engine } from '#stores/telemetry/clickhouse/engine.ts'
import type { Ask } from '#stores/telemetry/clickhouse/questions.ts'

/** With ties: two spools that were written at the same moment may have given the same number. */
export async function readRawItems(
  ask: Ask,
  ...[projectId, { itemType, after = -1, limit }]: Parameters<RawItemTelemetry['rawItems']>
): Promise<readonly RawItemRow[]> {
  const project = parseDecimalId(projectId)
  if (project === undefined || limit < 1) return []
  const bind = ask.bindings()
  const rows = await ask(
    `select seq, meta, base64Encode(body) as encoded from raw_items
     where project_id = ${bind.integer(project)} and item_type = ${bind.text(itemType)} and seq > ${bind.integer(after)}
     order by seq limit ${bind.integer(limit)} with ties`,
    bind,
  )
  return rows.map(toItem)
}

function toItem(row: Row): RawItemRow {
  const { blob, ...meta } = JSON.parse(row['meta'] as string) as RawItemRow & { readonly blob?: string }
  const bytes = () => new Uint8Array(Buffer.from(row['encoded'] as string, 'base64'))
  return { ...meta, body: blob === undefined ? bytes() : { blob } }
}

export async function readRawItemCounts(
  ask: Ask,
  ...[projectId, itemTypes]: Parameters<RawItemTelemetry['rawItemCounts']>
): Promise<ReadonlyMap<string, number>> {
  const project = parseDecimalId(projectId)
  if (project === undefined || itemTypes.length === 0) return new Map()
  const bind = ask.bindings()
  const rows = await ask(
    `select item_type, count(*) as items from raw_items
     where project_id = ${bind.integer(project)} and item_type in ${bind.texts(itemTypes)} group by item_type`,
    bind,
  )
  const counts = new Map(rows.map((row) => [row['item_type'], Number(row['items'])]))
  return new Map(
    itemTypes.flatMap((itemType) => {
      const items = counts.get(itemType.toWellFormed())
      return items === undefined ? [] : [[itemType, items] as const]
    }),
  )
}

export async function removeRawItems(
  engine: Engine,
  ...[projectId, itemType, seqs]: Parameters<RawItemTelemetry['removeRawItems']>
): Promise<void> {
  const project = parseDecimalId(projectId)
  if (project === undefined || seqs.length === 0) return
  const bind = createBindings()
  await engine.command(
    `delete from ${changedTable(engine.layout, 'raw_items')} where project_id = ${bind.integer(project)}
       and item_type = ${bind.text(itemType)} and seq in ${bind.integers(seqs)}`,
    bind,
  )
}
