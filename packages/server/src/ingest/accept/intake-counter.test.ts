import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '#domain/intake/intake.ts'
import { createIntakeCounter } from './intake-counter.ts'

describe('[IN16] intake counts', () => {
  it('sum per project, hour, category, outcome and reason, and are handed over once', () => {
    let now = 5 * HOUR_MS + 7
    const count = createIntakeCounter(() => now)
    count.add('1', 'error', 'refused', 'too_large', 2)
    count.add('1', 'error', 'refused', 'too_large', 3)
    count.add(undefined, 'error', 'refused', 'unknown_key', 1)
    now += HOUR_MS
    count.add('1', 'error', 'refused', 'too_large', 1)
    const cell = { category: 'error', outcome: 'refused' }
    expect(count.drain()).toEqual([
      { ...cell, projectId: '1', hour: 5 * HOUR_MS, reason: 'too_large', quantity: 5 },
      { ...cell, projectId: undefined, hour: 5 * HOUR_MS, reason: 'unknown_key', quantity: 1 },
      { ...cell, projectId: '1', hour: 6 * HOUR_MS, reason: 'too_large', quantity: 1 },
    ])
    expect(count.drain()).toEqual([])
  })

  it('keep their sum but not their detail when there are too many different ones', () => {
    const count = createIntakeCounter(() => 0, 10)
    for (let project = 0; project < 1000; project++)
      count.add(`${project}`, 'error', 'cut', `path.${project}`, 1)
    const cells = count.drain()
    expect(cells).toHaveLength(11)
    expect(cells.at(-1)).toMatchObject({ projectId: undefined, reason: 'other', quantity: 990 })
    expect(cells.reduce((sum, cell) => sum + cell.quantity, 0)).toBe(1000)
  })
})
