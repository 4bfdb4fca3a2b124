import type { RawItemRow } from '#stores/telemetry/telemetry.ts'
import { requireDecimalId } from '#stores/telemetry/sql/identifiers.ts'
import type { Ask } from '#stores/telemetry/clickhouse/questions.ts'
import { type Column, type TableRows, columnsOf, tableRows } from '#stores/telemetry/clickhouse/table.ts'

interface NumberedItem extends RawItemRow {
  readonly position: number
}

const { text, plain } = columnsOf<NumberedItem>()

const COLUMNS: ReadonlyArray<Column<NumberedItem>> = [
  { name: 'project_id', write: ({ projectId }) => requireDecimalId(projectId).toString() },
  text('item_type', 'itemType'),
  plain('seq', 'seq'),
  plain('received_at', 'receivedAt'),
  plain('position', 'position'),
  { name: 'meta', write: metaOf },
  { name: 'encoded', write: ({ body }) => ('blob' in body ? '' : Buffer.from(body).toString('base64')) },
]

/** Everything but the bytes. */
function metaOf({ body, position: _position, ...item }: NumberedItem): string {
  return JSON.stringify('blob' in body ? { ...item, blob: body.blob } : item)
}

/** Several items of one request share a log position, so paging needs a number for each. */
export async function rawRows(ask: Ask, items: readonly RawItemRow[]): Promise<TableRows> {
  const groups = Map.groupBy(items, ({ projectId, itemType }) => `${projectId} ${itemType.toWellFormed()}`)
  const numbered: NumberedItem[] = []
  for (const group of groups.values()) {
    let last = await lastNumber(ask, group[0]!)
    for (const item of group.toSorted((a, b) => a.seq - b.seq)) {
      last = Math.max(item.seq, last + 1)
      numbered.push({ ...item, seq: last, position: item.seq })
    }
  }
  return tableRows('raw_items', COLUMNS, numbered)
}

async function lastNumber(ask: Ask, { projectId, itemType }: RawItemRow): Promise<number> {
  const bind = ask.bindings()
  const [row] = await ask(
    `select seq from raw_items
     where project_id = ${bind.integer(requireDecimalId(projectId))} and item_type = ${bind.text(itemType)}
     order by seq desc limit 1`,
    bind,
  )
  return row === undefined ? -1 : Number(row['seq'])
}
