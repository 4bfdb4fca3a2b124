import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { silentLog } from '#domain/testing.ts'

import { decodeEventLines, parseEventLine, wholeLine } from '#stores/telemetry/duckdb/event-block.ts'
import { openDuckDbTelemetry } from '#stores/telemetry/duckdb/telemetry-store.ts'
import { temporaryFolder } from '#stores/telemetry/duckdb/testing.ts'
import { T0, anEvent, eventIdOf } from '#stores/telemetry/telemetry.builders.ts'

const SCOPE = { projectId: '1', range: { from: 0, to: Number.MAX_SAFE_INTEGER } }

/** Events of three bugs by turns, with documents that differ. */
const EVENTS = Array.from({ length: 150 }, (_, at) => {
  const event = anEvent({ seq: 10 * (at + 1), receivedAt: T0 + at, eventId: eventIdOf(`e${at}`) })
  const fingerprint = `bug ${at % 3}`
  const grouping = { ...event.document.grouping, fingerprint }
  return { ...event, fingerprint, document: { ...event.document, grouping } }
})

it('[TS231] puts events of one bug beside each other in blocks, and lists and opens them in their order', async () => {
  const dir = await temporaryFolder()
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  const store = await openDuckDbTelemetry({ dir, now: () => 0, log: silentLog })
  // Of two events with one id the first counts, whichever bug comes first in the blocks.
  const twin = { ...EVENTS[1]!, seq: 5000, fingerprint: 'bug 0', title: 'twin' }
  await store.append({ spoolId: 's', from: 0, to: 6000, events: [...EVENTS, twin], raw: [] })
  const listed = (await store.page(SCOPE, { limit: 999 })).events.toReversed()
  expect(listed.map(({ seq }) => seq)).toEqual(EVENTS.map(({ seq }) => seq))
  for (const { eventId, title, fingerprint } of EVENTS)
    expect(await store.get('1', eventId)).toMatchObject({ eventId, title, fingerprint })
  await store.close()
  const vault = new DatabaseSync(join(dir, 'vault.sqlite'), { readOnly: true })
  const blocks = vault.prepare('select data from event_blocks order by block_id').all()
  vault.close()
  const stored = blocks.map(({ data }) =>
    decodeEventLines(data as Uint8Array).map((line) => parseEventLine(wholeLine(line))),
  )
  expect(stored.map(({ length }) => length)).toEqual([64, 64, 22])
  const bugs = stored.flat().map(({ document }) => document.grouping.fingerprint)
  expect(bugs).toEqual(['bug 0', 'bug 1', 'bug 2'].flatMap((bug) => Array.from({ length: 50 }, () => bug)))
})
