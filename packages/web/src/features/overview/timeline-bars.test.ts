import { describe, expect, it } from 'vitest'
import { barsOf, dayStarts } from './timeline-bars.ts'

const HOUR = 3_600_000
const FROM = Date.UTC(2026, 10, 2, 6)
const mark = (hours: number, environment: string | null = null) => ({
  version: `shop@${hours}`,
  at: new Date(FROM + hours * HOUR).toISOString(),
  environment,
})

describe('the bars of the time line', () => {
  it('[OV4] each have their errors, and the releases and deploys of their time', () => {
    const errors = { from: new Date(FROM).toISOString(), bucketSeconds: 6 * 3600, values: [4, 0, 9] }
    const bars = barsOf({ errors, marks: [mark(0), mark(5.99, 'production'), mark(12)] })
    expect(bars.map(({ start, errors: count }) => [(start - FROM) / HOUR, count])).toEqual([
      [0, 4],
      [6, 0],
      [12, 9],
    ])
    expect(bars.map(({ marks }) => marks.map(({ version }) => version))).toEqual([
      ['shop@0', 'shop@5.99'],
      [],
      ['shop@12'],
    ])
  })

  it('[OV4] are labelled at the midnights of the reader', () => {
    const starts = dayStarts(FROM, FROM + 14 * 24 * HOUR)
    expect(starts).toHaveLength(14)
    for (const start of starts) expect(new Date(start).getHours()).toBe(0)
  })
})
