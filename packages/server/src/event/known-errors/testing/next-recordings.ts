import { readFileSync, readdirSync } from 'node:fs'
import type { ErrorEvent } from '#domain/events/error-event.ts'
import { normalise } from '#event/normalise.ts'
import type { JsonObject } from '#domain/json.ts'
import { aReceipt, EVENT_ID } from '#domain/testing.ts'

const FOLDERS = ['errors', 'problems'].map(
  (name) => new URL(`../../../../../../fixtures/next/${name}/`, import.meta.url),
)

interface Recorded {
  readonly ua?: string
  readonly items: ReadonlyArray<{
    readonly header: { readonly type: string }
    readonly payload: JsonObject
  }>
}

/** What @sentry/nextjs sent about each failure, by the name of its file without the ending. */
export function nextRecordings(): ReadonlyMap<string, ErrorEvent> {
  const found = new Map<string, ErrorEvent>()
  for (const folder of FOLDERS) {
    for (const file of readdirSync(folder).toSorted()) {
      const { items, ua } = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Recorded
      const item = items.find(({ header }) => header.type === 'event')
      if (item === undefined) continue
      const received = aReceipt({ userAgent: ua })
      found.set(file.replace(/\.json$/, ''), normalise(item.payload, received, { eventId: EVENT_ID }))
    }
  }
  return found
}
