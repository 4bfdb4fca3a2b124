import { expect, it } from 'vitest'
import { placeIn, rangeOf } from './series-mark.ts'

const DAY = 86_400
const series = { from: '2026-11-01T00:00:00.000Z', bucketSeconds: DAY, values: [0, 1, 0, 2] }

it('[UI246] marks the event on show where it was received, and nowhere outside of the chart', () => {
  const range = rangeOf(series)
  const at = (text: string) => placeIn(range, Date.parse(text))
  expect(range.to).toBe(Date.UTC(2026, 10, 5))
  expect(at('2026-11-01T00:00:00Z')).toBe(0)
  expect(at('2026-11-03T12:00:00Z')).toBe(0.625)
  expect(at('2026-11-05T00:00:00Z')).toBeUndefined()
  expect(at('2026-10-31T23:59:59Z')).toBeUndefined()
})
