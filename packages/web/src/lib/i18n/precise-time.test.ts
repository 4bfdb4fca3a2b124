import { expect, it } from 'vitest'
import { preciseTime } from './precise-time.ts'

it('[UI245] writes a moment to the millisecond with its time zone, in the language of the reader', () => {
  const moment = Date.UTC(2026, 10, 16, 0, 8, 45, 7)
  expect(preciseTime(moment, 'en', 'UTC')).toBe('Nov 16, 2026, 00:08:45.007 UTC')
  expect(preciseTime(moment, 'de', 'Europe/Berlin')).toBe('16. Nov. 2026, 01:08:45,007 MEZ')
})
