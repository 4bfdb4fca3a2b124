import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { throttleLatest } from './throttle-latest.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('passes the first value on at once, then only the latest of each interval', () => {
  const passed: number[] = []
  const tell = throttleLatest<number>(20, (value) => passed.push(value))
  tell(1)
  tell(2)
  tell(3)
  expect(passed).toEqual([1])
  vi.advanceTimersByTime(20)
  expect(passed).toEqual([1, 3])
  vi.advanceTimersByTime(100)
  tell(4)
  expect(passed).toEqual([1, 3, 4])
})
