import { describe, expect, it } from 'vitest'
import { AppError } from '#domain/app-error.ts'
import { parseIssueSearch } from './issue-search.ts'

describe('parseIssueSearch', () => {
  it('[AP8] reads filters and words in any order', () => {
    expect(parseIssueSearch('checkout is:resolved failed level:warning')).toEqual({
      status: 'resolved',
      level: 'warning',
      words: ['checkout', 'failed'],
    })
  })

  it('[AP8] takes a quoted phrase as one word, so that a pasted title finds its issue', () => {
    expect(parseIssueSearch('"is:resolved, they said" x').words).toEqual(['is:resolved, they said', 'x'])
    expect(parseIssueSearch('"still open').words).toEqual(['still open'])
  })

  it('[AP8] leaves error names and addresses as words', () => {
    expect(parseIssueSearch('TypeError: https://shop.test/cart').words).toEqual([
      'TypeError:',
      'https://shop.test/cart',
    ])
  })

  it('[AP8] filters by nothing when nothing is asked', () => {
    expect(parseIssueSearch('  ')).toEqual({ status: undefined, level: undefined, words: [] })
  })

  it.each([
    ['oops browser:Chrome', 'Unknown filter "browser:" at position 6.'],
    ['!is:resolved', 'Unknown filter "!is:" at position 1.'],
    ['is:open', '"is:open" at position 1 must be one of unresolved, resolved, ignored.'],
    ['level:error level:info', '"level:" is given a second time, with another value, at position 13.'],
  ])('[AP8] names the position of what it does not understand: %s', (text, message) => {
    const attempt = () => parseIssueSearch(text)
    expect(attempt).toThrow(AppError)
    expect(attempt).toThrow(message)
  })
})
