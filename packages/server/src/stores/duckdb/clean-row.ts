import type { EventRow } from '../telemetry.ts'

/**
 * Columns are UTF-8, where a lone surrogate has no form, while documents are JSON, where it has. Without this the
 * list and the event page would show different texts.
 */
export function cleanRow(row: EventRow): EventRow {
  const clean: Record<string, unknown> = { ...row, tags: cleanTags(row.tags) }
  for (const [field, value] of Object.entries(row))
    if (typeof value === 'string' && !value.isWellFormed()) clean[field] = value.toWellFormed()
  return clean as unknown as EventRow
}

function cleanTags(tags: EventRow['tags']): EventRow['tags'] {
  const byKey = new Map<string, string>()
  for (const [key, value] of tags) {
    const cleanKey = key.toWellFormed()
    if (!byKey.has(cleanKey)) byKey.set(cleanKey, value.toWellFormed())
  }
  return [...byKey]
}
