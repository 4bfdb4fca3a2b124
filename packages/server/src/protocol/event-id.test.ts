import { describe, expect, it } from 'vitest'
import { generateEventId, normaliseEventId } from './event-id.ts'

const PLAIN = 'd107b9062e9e40beac9b56b35112e656'

describe('normaliseEventId', () => {
  it.each([
    ['plain', PLAIN],
    ['upper case', PLAIN.toUpperCase()],
    ['dashed, as sentry-cli sends it', 'd107b906-2e9e-40be-ac9b-56b35112e656'],
  ])('[IN6] reads an id that is %s', (_, id) => {
    expect(normaliseEventId(id)).toBe(PLAIN)
  })

  it.each([
    ['too short', PLAIN.slice(1)],
    ['too long', `${PLAIN}0`],
    ['not hexadecimal', 'g'.repeat(32)],
    ['dashed in other places', 'd107b9062e9e-40be-ac9b-56b3-5112e656'],
    ['nil', '0'.repeat(32)],
    ['a number', 5],
    ['absent', undefined],
  ])('takes what is %s for no id', (_, id) => {
    expect(normaliseEventId(id)).toBeUndefined()
  })

  it('reads what it generates, and never generates the same twice', () => {
    const ids = new Set(Array.from({ length: 1000 }, generateEventId))
    expect(ids.size).toBe(1000)
    for (const id of ids) expect(normaliseEventId(id)).toBe(id)
  })
})
