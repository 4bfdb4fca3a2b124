import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { AttemptRecords } from '#stores/records/attempts.ts'
import { inSqlite } from './testing/account-records.ts'
import { attemptLimits } from './attempt-limit.ts'

describe('attempt limit', () => {
  let now: number
  beforeEach(() => {
    now = 0
  })
  const open = (attempts: number, capacity = 10) =>
    attemptLimits(undefined, () => now)({ name: 'any', attempts, windowMs: 60_000, capacity })

  it('[AC3] refuses after the last allowed attempt until the window ends, and says how long that is', async () => {
    const limit = open(2)
    const takenAt = (moment: number, key = 'a') => {
      now = moment
      return limit.take(key)
    }
    expect([await takenAt(0), await takenAt(10_000), await takenAt(20_001)]).toEqual([
      undefined,
      undefined,
      40,
    ])
    expect(await takenAt(20_001, 'b')).toBeUndefined()
    expect(await takenAt(59_999)).toBe(1)
    expect(await takenAt(60_000)).toBeUndefined()
  })

  it('[AC3] forgets an account that signed in', async () => {
    const limit = open(1)
    await limit.take('a')
    await limit.forget('a')
    expect(await limit.take('a')).toBeUndefined()
  })

  it('[AC3] keeps a bounded number of accounts in memory, the latest ones', async () => {
    const limit = open(1, 3)
    for (const key of ['a', 'b', 'c', 'd']) await limit.take(key)
    expect(await limit.take('d')).toBe(60)
    expect(await limit.take('a')).toBeUndefined()
  })

  it('[OP220] asks the records once whether somebody has to wait, and again when the time is up', async () => {
    const files = await inSqlite()
    const store = await files.open()
    onTestFinished(async () => {
      await store.close()
      await files.cleanup()
    })
    const asked: string[] = []
    const watched: AttemptRecords = {
      take: (rule, key) => {
        asked.push(key)
        return store.attempts.take(rule, key)
      },
      forget: (rule, key) => store.attempts.forget(rule, key),
    }
    const limit = attemptLimits(
      watched,
      () => now,
    )({
      name: 'any',
      attempts: 1,
      windowMs: 3_600_000,
      capacity: 2,
    })
    expect(await limit.take('a')).toBeUndefined()
    const seconds = (await limit.take('a'))!
    expect(seconds).toBeGreaterThan(1_800)
    now = 1_000_000
    expect(await limit.take('a')).toBe(seconds - 1_000)
    expect(await limit.take('b')).toBeUndefined()
    expect(asked).toEqual(['a', 'a', 'b'])
    now = seconds * 1_000
    expect(await limit.take('a')).toBeGreaterThan(0)
    await limit.forget('a')
    expect(await limit.take('a')).toBeUndefined()
    expect(asked).toEqual(['a', 'a', 'b', 'a', 'a'])
  })
})
