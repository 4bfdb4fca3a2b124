import { describe, expect, it } from 'vitest'
import { isLookupCandidate, oneLine } from './lookup.ts'

describe('a pasted text', () => {
  it.each([
    ['an event id', 'fd0d7a3c5b1e4f6a8c9d0e1f2a3b4c5d'],
    ['a digest', '407313890'],
    ['the sentence on a screen', 'Application error: a server-side exception has occurred Digest: 407313890'],
    ['a short id', 'WEB-1A'],
    ['a short id without a digit', 'WEB-A'],
    ['a DSN', 'https://0123456789abcdef0123456789abcdef@h.example/7'],
    ['an address', 'https://main.sentry.io/issues/WEB-A/'],
  ])('[UI82] is looked up when it may stand for something: %s', (_, text) => {
    expect(isLookupCandidate(text)).toBe(true)
  })

  it.each(['', '   ', 'resolve', 'go to issues', 'a'.repeat(3000) + '1'])(
    '[UI82] is not sent anywhere when it is only words or too long to be read: %#',
    (text) => {
      expect(isLookupCandidate(text)).toBe(false)
    },
  )

  it('[UI82] is read as one line, however many its source had', () => {
    expect(oneLine('Application error\n  Digest: 407313890\n')).toBe('Application error Digest: 407313890')
  })
})
