import { describe, expect, it } from 'vitest'
import { FIRST_RULE, isComplete, tellId, tellOf, whenOf, WHEN_KINDS, withWhen, wordsOf } from './draft.ts'

describe('a sentence that is being written', () => {
  it('[UI180] is complete from the beginning, whatever it is about', () => {
    for (const kind of WHEN_KINDS) expect(isComplete(withWhen(FIRST_RULE, whenOf(kind)))).toBe(true)
  })

  it('[UI180] waits for a number that is not typed yet', () => {
    const seen = { kind: 'seen', by: 'users', atLeast: Number.NaN, within: 60 } as const
    expect(isComplete({ ...FIRST_RULE, when: seen })).toBe(false)
    expect(isComplete({ ...FIRST_RULE, when: { ...seen, atLeast: 2.5 } })).toBe(false)
    expect(isComplete({ ...FIRST_RULE, when: { kind: 'rate', above: 0, per: 'minute', within: 5 } })).toBe(
      false,
    )
  })

  it('[UI180] loses what makes no sense for a project as a whole', () => {
    const rule = {
      ...FIRST_RULE,
      for: { ...FIRST_RULE.for, query: 'TypeError' },
      tell: [{ kind: 'assignee' }, { kind: 'channel', id: 'c:1' }] as const,
    }
    const changed = withWhen({ ...rule, tell: [...rule.tell] }, whenOf('spike'))
    expect(changed.for.query).toBe('')
    expect(changed.tell).toEqual([{ kind: 'channel', id: 'c:1' }])
  })

  it('[UI180] encodes recipients as IDs and decodes them', () => {
    for (const tell of [
      { kind: 'assignee' },
      { kind: 'channel', id: 'a:b' },
      { kind: 'team', id: '7' },
    ] as const)
      expect(tellOf(tellId(tell))).toEqual(tell)
  })

  it('[UI180] reads words between commas once each', () => {
    expect(wordsOf(' production, ,staging,production ')).toEqual(['production', 'staging'])
  })
})
