import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { documentedAnswerProperty } from '../packages/server/src/ingest/http/ingest.property.ts'
import { startTestServer, type TestServer } from '../packages/server/src/ingest/testing/ingest-server.ts'
import { readIngestRecordings } from '../packages/server/src/ingest/testing/recordings.ts'
import {
  arbitraryBytesProperty,
  mutatedEnvelopeProperty,
  roundTripProperty,
} from '../packages/server/src/protocol/envelope.property.ts'

/** Together at least 100,000 cases. */
const RUNS = { arbitrary: 40_000, mutated: 40_000, roundTrip: 5_000, ingest: 20_000 }

let test: TestServer
beforeAll(async () => {
  test = await startTestServer()
})
afterAll(() => test.close())

it('runs at least 100,000 cases', () => {
  expect(Object.values(RUNS).reduce((sum, runs) => sum + runs, 0)).toBeGreaterThanOrEqual(100_000)
})

it('[IN4] what was encoded as an envelope comes back', () => {
  fc.assert(roundTripProperty(), { numRuns: RUNS.roundTrip })
})

it('[IN5] arbitrary bytes never throw, and never yield parts outside of themselves', () => {
  fc.assert(arbitraryBytesProperty(), { numRuns: RUNS.arbitrary })
})

it('[IN5] nor do recorded envelopes with a few bytes changed', () => {
  const bodies = readIngestRecordings().map((recording) => recording.body)
  fc.assert(mutatedEnvelopeProperty(bodies), { numRuns: RUNS.mutated })
})

it('[IN20] every mutated recording is answered with a documented status over HTTP, and spooled only if accepted', async () => {
  const seen = new Set<number>()
  await fc.assert(documentedAnswerProperty(test, seen), { numRuns: RUNS.ingest })
  expect([...seen].toSorted((a, b) => a - b)).toEqual([200, 400, 401, 403, 404, 405, 415])
})
