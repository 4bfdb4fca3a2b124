import { describe, expect, it } from 'vitest'
import { createAttemptLimit } from './attempt-limit.ts'

describe('attempt limit', () => {
  it('[AC3] refuses after the last allowed attempt until the window ends, and says how long that is', () => {
    const limit = createAttemptLimit({ attempts: 2, windowMs: 60_000, capacity: 10 })
    expect([limit.take('a', 0), limit.take('a', 10_000), limit.take('a', 20_001)]).toEqual([
      undefined,
      undefined,
      40,
    ])
    expect(limit.take('b', 20_001)).toBeUndefined()
    expect(limit.take('a', 59_999)).toBe(1)
    expect(limit.take('a', 60_000)).toBeUndefined()
  })

  it('[AC3] forgets an account that signed in', () => {
    const limit = createAttemptLimit({ attempts: 1, windowMs: 60_000, capacity: 10 })
    limit.take('a', 0)
    limit.forget('a')
    expect(limit.take('a', 1)).toBeUndefined()
  })

  it('[AC3] keeps a bounded number of accounts in memory, the latest ones', () => {
    const limit = createAttemptLimit({ attempts: 1, windowMs: 60_000, capacity: 3 })
    for (const key of ['a', 'b', 'c', 'd']) limit.take(key, 0)
    expect(limit.take('d', 1)).toBe(60)
    expect(limit.take('a', 1)).toBeUndefined()
  })
})
