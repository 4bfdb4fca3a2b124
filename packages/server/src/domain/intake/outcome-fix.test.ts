import { describe, expect, it } from 'vitest'
import { DROP_REASONS } from './outcome.ts'
import { DROP_FIXES, fixOf } from './outcome-fix.ts'

describe('what to do about a refusal', () => {
  it.each(Object.keys(DROP_REASONS))('[AP33] is said in one line for %s', (reason) => {
    expect(fixOf(reason)).toMatch(/^[A-Z][^\n]{10,110}\.$/)
  })

  it('[AP33] exists for every reason, and differs for each', () => {
    expect(Object.keys(DROP_FIXES).sort()).toEqual(Object.keys(DROP_REASONS).sort())
    expect(new Set(Object.values(DROP_FIXES)).size).toBe(Object.keys(DROP_REASONS).length)
    expect([fixOf(''), fixOf('toString'), fixOf('nonsense')]).toEqual(['', '', ''])
  })
})
