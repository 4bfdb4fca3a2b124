import { LIMITS } from '#domain/limits.ts'
import type { BlobStore } from '#stores/blobs/blobs.ts'
import type { RawItemRow } from '#stores/telemetry/telemetry.ts'
import type { Table } from '#digest/kinds/kind.ts'

export const rawTable: Table<RawItemRow, RawItemRow> = {
  name: 'raw',
  async prepare(items, { blobs }) {
    const raw = await outsourced(items, blobs)
    return {
      counts: [],
      releases: [],
      events: [],
      finish: () => ({ rows: { raw }, items: raw.length, projects: [] }),
    }
  },
}

/** Large items go where large things live. */
async function outsourced(
  raw: readonly RawItemRow[],
  blobs: Pick<BlobStore, 'put'>,
): Promise<readonly RawItemRow[]> {
  const rows: RawItemRow[] = []
  for (const row of raw) {
    const { body } = row
    const isLarge = body instanceof Uint8Array && body.length > LIMITS.rawItemInlineBytes
    if (isLarge) rows.push({ ...row, body: { blob: await blobs.put(body) } })
    // A copy: a view would take the whole of the spool that was read with it along to the store's thread.
    else rows.push(body instanceof Uint8Array ? { ...row, body: new Uint8Array(body) } : row)
  }
  return rows
}
