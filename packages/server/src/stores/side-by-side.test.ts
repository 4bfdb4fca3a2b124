import { describe, expect, it } from 'vitest'
import { goesWithout, neededBy } from './side-by-side.ts'

describe('versions side by side', () => {
  it.each([
    ['0024-quotas', '0025-colours', true],
    ['0024-quotas', '0030-drop-colours-needs-0024', true],
    ['0024-quotas', '0030-drop-colours-needs-0023', true],
    ['0024-quotas', '0030-drop-colours-needs-0025', false],
    ['0002_two.sql', '0003_three.sql', true],
    ['0002_two.sql', '0004_drop_two_needs_0003.sql', false],
    ['0003_three.sql', '0004_drop_two_needs_0003.sql', true],
    // Of another line of versions.
    ['0024-quotas', '0023-other', false],
    ['0024-quotas', '0024-other', false],
    ['0024-quotas', 'colours', false],
    ['', '0001-first', false],
  ])('[RS114] one that ends with %s on a schema with %s: %s', (newest, unknown, can) => {
    expect(goesWithout(newest, unknown)).toBe(can)
  })

  it('[RS114] a migration that contracts says what it needs', () => {
    expect(neededBy('0030-drop-colours-needs-0027')).toBe('0027')
    expect(neededBy('0030_drop_needs_0027.sql')).toBe('0027')
    expect(neededBy('0030-needs')).toBeUndefined()
  })
})
