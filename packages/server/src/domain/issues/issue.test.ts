import { describe, expect, it } from 'vitest'
import { asOf, issueNumberOf, NEW_FOR_MS, shortIdOf, type Issue } from './issue.ts'

const NOW = Date.UTC(2026, 10, 15)
const issue = {
  id: '1',
  status: 'unresolved',
  substatus: 'new',
  firstSeen: NOW,
  statusChangedAt: NOW,
} as Issue

describe('an issue', () => {
  it('[AP47] is new for three days and ongoing from then on', () => {
    expect(asOf(issue, NOW + NEW_FOR_MS - 1).substatus).toBe('new')
    expect(asOf(issue, NOW + NEW_FOR_MS).substatus).toBe('ongoing')
  })

  it('[AP47] that came back stays a regression however old it is', () => {
    expect(asOf({ ...issue, substatus: 'regressed' }, NOW + 10 * NEW_FOR_MS).substatus).toBe('regressed')
  })

  it('[AP30] is found by the short id it is called by', () => {
    for (const number of [1, 31, 32, 1024, 999_999]) {
      expect(issueNumberOf(shortIdOf('web', number).slice(4))).toBe(number)
    }
  })
})
