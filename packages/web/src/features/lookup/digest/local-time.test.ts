import { describe, expect, it } from 'vitest'
import { fromLocalField, isoOf, toLocalField } from './local-time.ts'

describe('the time of a screenshot', () => {
  it('[UI303] is shown and read in the time zone of whoever looks', () => {
    const local = '2026-11-15T13:30'
    expect(fromLocalField(local)).toBe(new Date(2026, 10, 15, 13, 30).toISOString())
    expect(toLocalField(fromLocalField(local))).toBe(local)
  })

  it('[UI303] is nothing where the field or the address holds none', () => {
    expect(fromLocalField('')).toBeUndefined()
    expect(isoOf('yesterday')).toBeUndefined()
    expect(isoOf(undefined)).toBeUndefined()
    expect(toLocalField('yesterday')).toBe('')
    expect(toLocalField(undefined)).toBe('')
  })

  it('[UI303] in the address may have any zone', () => {
    expect(isoOf('2026-11-15T13:30:00+01:00')).toBe('2026-11-15T12:30:00.000Z')
  })
})
