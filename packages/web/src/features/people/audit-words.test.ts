import { describe, expect, it } from 'vitest'
import { changesOf } from './audit-words.ts'

describe('a line of the audit log', () => {
  it('[UI142] shows what was there before and after, field by field', () => {
    expect(changesOf({ before: { name: 'a', list: ['x'] }, after: { name: 'b', list: [] } })).toEqual([
      { field: 'name', before: 'a', after: 'b' },
      { field: 'list', before: 'x', after: '–' },
    ])
  })

  it('[UI142] shows one side only where there is only one', () => {
    expect(changesOf({ before: null, after: { role: 'viewer', email: null } })).toEqual([
      { field: 'role', before: undefined, after: 'viewer' },
    ])
    expect(changesOf({ before: { days: 90 }, after: null })).toEqual([
      { field: 'days', before: '90', after: undefined },
    ])
    expect(changesOf({ before: null, after: null })).toEqual([])
  })
})
