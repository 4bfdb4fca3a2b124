import { describe, expect, it } from 'vitest'
import { knownFromList, neighboursOf } from './adjacent-issues.ts'
import { anIssue } from './testing.ts'

const list = ['1', '2', '3'].map((id) => anIssue({ id }))

describe('coming from a list', () => {
  it('[UI61] paints the head of an issue with what the list knows, and claims nothing more', () => {
    expect(knownFromList('2', [list])).toMatchObject({ id: '2', latestEventId: null })
    expect(knownFromList('9', [list])).toBeUndefined()
  })

  it('[UI61] leads on to the neighbours in that list, and nowhere at its ends', () => {
    expect(neighboursOf('2', [list])).toEqual({ previous: '1', next: '3' })
    expect(neighboursOf('3', [list])).toEqual({ previous: '2', next: undefined })
    expect(neighboursOf('1', [list])).toEqual({ previous: undefined, next: '2' })
    expect(neighboursOf('9', [list])).toEqual({ previous: undefined, next: undefined })
  })
})
