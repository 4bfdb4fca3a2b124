import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#domain/json.ts'
import { LIMITS } from '#domain/limits.ts'
import { aReceipt } from '#domain/testing.ts'
import { normalise } from './normalise.ts'
import { searchTextOf } from './search-text.ts'
import { decidingFrames, decidingThread } from './threads.ts'
import { culpritOf } from './title.ts'

const stack = (name: string) => ({ frames: [{ function: name, module: 'main', in_app: true }] })
const read = (payload: JsonObject) =>
  normalise({ platform: 'go', ...payload }, aReceipt(), { eventId: 'e'.repeat(32) })

describe('stacks that belong to no exception', () => {
  it('[PL160] are read from threads, the one that crashed or reported first, without those that have none', () => {
    const values = [
      { id: 1, name: 'pool', stacktrace: stack('idle') },
      { id: 2, current: true, stacktrace: stack('report') },
      { id: '3', crashed: true, stacktrace: stack('crash') },
      { id: 4 },
    ]
    for (const threads of [values, { values }]) {
      const event = read({ message: 'no', threads })
      expect(event.threads.map(({ id }) => id)).toEqual(['3', '2', '1'])
      expect(decidingThread(event)?.id).toBe('3')
    }
  })

  it('[PL160] are read from the top level of a message', () => {
    const event = read({ message: 'no', stacktrace: stack('written') })
    expect(event.threads).toMatchObject([{ id: undefined, current: true, frames: [{ function: 'written' }] }])
    const withException = { exception: [{ type: 'E', value: 'x' }], stacktrace: stack('thrown') }
    expect(read(withException).threads).toEqual([])
  })

  it('[PL160] name the culprit and are searched, where the exception has no stack', () => {
    const threads = [{ current: true, stacktrace: stack('charge') }]
    for (const sent of [{ message: 'no' }, { exception: [{ type: 'E', value: 'x' }] }]) {
      const event = read({ ...sent, threads })
      expect(culpritOf(event)).toBe('charge (main)')
      expect(searchTextOf(event)).toContain('charge main')
    }
  })

  it('[PL160] leave the culprit to the cause where nothing else has a stack', () => {
    const exception = [
      { type: 'Cause', value: 'x', stacktrace: stack('connect') },
      { type: 'E', value: 'y' },
    ]
    expect(culpritOf(read({ exception }))).toBe('connect (main)')
  })

  it('[PL160] are about nothing where several are sent and none crashed or reported', () => {
    const event = read({ message: 'no', threads: [{ stacktrace: stack('a') }, { stacktrace: stack('b') }] })
    expect(event.threads).toHaveLength(2)
    expect(decidingFrames(event)).toEqual([])
  })

  it('[PL160] are bounded in number, and the one that crashed is kept', () => {
    const many = Array.from({ length: 1000 }, () => ({ stacktrace: stack('idle') }))
    const event = read({ threads: [...many, { crashed: true, stacktrace: stack('crash') }] })
    expect(event.threads).toHaveLength(LIMITS.threadsPerEvent)
    expect(decidingThread(event)?.crashed).toBe(true)
  })
})
