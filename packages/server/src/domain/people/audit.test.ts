import { describe, expect, it } from 'vitest'
import { difference } from './audit.ts'

describe('a line of the audit log', () => {
  it('[AC73] says what differs and nothing else', () => {
    expect(difference({ name: 'a', days: 90, list: [1] }, { name: 'b', days: 90, list: [1] })).toEqual({
      before: { name: 'a' },
      after: { name: 'b' },
    })
    expect(difference({ gone: 1 }, { come: 2 })).toEqual({
      before: { gone: 1, come: null },
      after: { gone: null, come: 2 },
    })
    expect(difference(undefined, { name: 'a' })).toEqual({ before: undefined, after: { name: 'a' } })
  })

  it('[AC73] says that a secret changed, never what it was or is', () => {
    const line = difference(
      { signingSecret: 'old', nested: { password: 'p', header: { Authorization: 'x' } }, tokens: ['kept'] },
      { signingSecret: 'new', nested: { password: 'q', header: { Authorization: 'y' } }, tokens: [] },
    )
    expect(line.after).toMatchObject({ signingSecret: '[hidden]', nested: { password: '[hidden]' } })
    expect(JSON.stringify(line)).not.toMatch(/"(old|new|p|q|x|y)"/)
  })
})
