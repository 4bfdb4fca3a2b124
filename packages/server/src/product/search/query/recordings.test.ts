import { afterAll, beforeAll, expect, it } from 'vitest'
import { digestedEvent } from '#digest/kinds/errors/event-row.ts'
import { digestRecording, recordings } from '#digest/testing/recordings.ts'
import type { AppendedEvent } from '#stores/telemetry/telemetry.ts'
import { openSearchWorld } from '#product/search/query/testing/search-world.ts'

const NOW = Date.UTC(2026, 10, 20)
let world: Awaited<ReturnType<typeof openSearchWorld>>

beforeAll(async () => {
  world = await openSearchWorld(NOW)
  const rows = recordings()
    .flatMap((recording) => digestRecording(recording).events.map(({ row }) => row))
    .map((row, seq) => Object.assign({}, row, { seq, projectId: '1' }))
  // In the order of the log, as the digest writes them.
  const once = [...new Map(rows.map((row) => [row.eventId, row])).values()].toSorted((a, b) => a.seq - b.seq)
  const events = once.map((row): AppendedEvent => ({
    ...row,
    issueId: '0',
    storedAt: NOW,
    fingerprint: row.document.grouping.fingerprint,
  }))
  await world.store(events, once.map(digestedEvent))
  await world.look()
})
afterAll(() => world.close())

it.each([
  'error',
  'chrome',
  '"not a function" OR undefined',
  'browser:chrome*',
  '!has:browser',
  'has:user.email OR user.id:*',
  'handled:no level:error,fatal',
  'type:/Error$/ !type:TypeError',
  'platform:node AND NOT (handled:yes OR level:warning)',
  'sdk:sentry.javascript.* times:>1',
  'title:*error* !url:*localhost*',
  'error.type:[TypeError, Error] error.unhandled:1',
  'browser.name:Chrome stack.filename:*',
  'sdk.name:sentry.javascript.* !stack.function:nowhere',
  'stack.function:/^[a-z]/ os.name:Linux',
  'event.type:error has:sdk.version',
  'is:unresolved (has:environment OR has:release)',
])('[SE16] finds in recordings of real SDKs what a scan finds: %s', async (query) => {
  const found = await world.found(query)
  expect(found).toEqual(world.expected(query))
  expect(found.events.length).toBeGreaterThan(0)
})
