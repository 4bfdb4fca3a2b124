import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { FUZZ_RUNS } from '#protocol/fuzz-runs.ts'
import { documentedAnswerProperty } from './ingest.property.ts'
import { startTestServer, type TestServer } from '#ingest/testing/ingest-server.ts'

let test: TestServer
beforeAll(async () => {
  test = await startTestServer()
})
afterAll(() => test.close())

it('[IN20] answers every mutated recording with a documented status, and spools nothing it did not accept', async () => {
  const seen = new Set<number>()
  await fc.assert(documentedAnswerProperty(test, seen), { numRuns: FUZZ_RUNS })
  expect([...seen].toSorted((a, b) => a - b)).toEqual([200, 400, 401, 403, 404, 405, 415])
}, 60_000)
