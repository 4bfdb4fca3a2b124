import type { AppendedEvent, EventSummary } from '#stores/telemetry/telemetry.ts'

/**
 * Columns are UTF-8, where a lone surrogate has no form, while documents are JSON, where it has. Without this the
 * list and the event page would show different texts.
 */
export function cleanRow(row: AppendedEvent): AppendedEvent {
  return isClean(row) ? row : cleaned(row)
}

function isClean(row: AppendedEvent): boolean {
  for (const field in row) {
    const value = row[field as keyof AppendedEvent]
    if (typeof value === 'string' && !value.isWellFormed()) return false
  }
  return areClean(row.tags)
}

function areClean(tags: EventSummary['tags']): boolean {
  for (const [index, [key, value]] of tags.entries()) {
    if (!key.isWellFormed() || !value.isWellFormed()) return false
    for (let earlier = 0; earlier < index; earlier++) if (tags[earlier]![0] === key) return false
  }
  return true
}

function cleaned(row: AppendedEvent): AppendedEvent {
  const clean: Record<string, unknown> = { ...row, tags: cleanTags(row.tags) }
  for (const [field, value] of Object.entries(row))
    if (typeof value === 'string' && !value.isWellFormed()) clean[field] = value.toWellFormed()
  return clean as unknown as AppendedEvent
}

function cleanTags(tags: EventSummary['tags']): EventSummary['tags'] {
  const byKey = new Map<string, string>()
  for (const [key, value] of tags) {
    const cleanKey = key.toWellFormed()
    if (!byKey.has(cleanKey)) byKey.set(cleanKey, value.toWellFormed())
  }
  return [...byKey]
}
