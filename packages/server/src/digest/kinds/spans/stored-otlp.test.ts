import { expect, it } from 'vitest'
import type { JsonObject } from '#domain/json.ts'
import { MOMENT } from '#domain/testing.ts'
import { encodeOtlpProtobuf } from '#protocol/testing/encode-otlp.ts'
import { loseAnswers } from '#digest/testing/lose-answers.ts'
import { aWorld } from '#digest/testing/world.ts'

const TRACES = ['1', '2'].map((digit) => digit.repeat(32))
const request = (traceId: string): JsonObject => ({
  resourceSpans: [
    {
      scopeSpans: [
        {
          spans: ['a', 'b'].map((digit) => ({
            traceId,
            spanId: digit.repeat(16),
            name: digit,
            startTimeUnixNano: `${MOMENT - 5}000000`,
            endTimeUnixNano: `${MOMENT - 3}250000`,
          })),
        },
      ],
    },
  ],
})

it('[IN74] export requests in either format are stored once, also when a batch is brought again', async () => {
  const world = await aWorld()
  await world.append(Buffer.from(JSON.stringify(request(TRACES[0]!))), { form: 'otlp-json' })
  await world.append(encodeOtlpProtobuf(request(TRACES[1]!)), { form: 'otlp-protobuf' })
  await world.digest({ telemetry: loseAnswers(world.telemetry) })
  await world.digest()
  for (const traceId of TRACES) {
    const trace = await world.telemetry.trace([world.projectId], traceId, { limit: 10 })
    expect(trace.stored).toBe(2)
    expect(trace.spans.map(({ name, startedAt, duration }) => [name, startedAt, duration])).toEqual([
      ['a', MOMENT - 5, 2.25],
      ['b', MOMENT - 5, 2.25],
    ])
  }
  const range = { from: MOMENT - 3e8, to: MOMENT + 3e8 }
  const intake = await world.records.intake.list(world.projectId, range)
  expect(intake.map(({ category, outcome, quantity }) => [category, outcome, quantity])).toEqual([
    ['span', 'accepted', 4],
  ])
})
