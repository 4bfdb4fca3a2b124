import { describe, expect, it } from 'vitest'
import { priorityOf } from './issue-priority.ts'

describe('the priority of an issue', () => {
  it('[IS11] follows the level, and is higher for unhandled errors', () => {
    expect(priorityOf('fatal', true)).toBe('high')
    expect([false, undefined, true].map((handled) => priorityOf('error', handled))).toEqual([
      'high',
      'medium',
      'medium',
    ])
    expect([false, undefined, true].map((handled) => priorityOf('warning', handled))).toEqual([
      'medium',
      'low',
      'low',
    ])
    expect([priorityOf('info', false), priorityOf('debug', undefined)]).toEqual(['low', 'low'])
  })
})
