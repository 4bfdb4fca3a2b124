import { describe, expect, it } from 'vitest'
import { AppError } from '#domain/app-error.ts'
import { criteriaOf, type Asker } from './issue-criteria.ts'
import { parseIssueSearch } from './issue-search.ts'

const ann = { id: 'u1', name: 'Ann', email: 'Ann@example.com' }
const asker: Asker = { userId: 'u1', members: async () => [ann] }
const read = (text: string, by: Asker = asker) => criteriaOf(parseIssueSearch(text), by)

describe('criteriaOf', () => {
  it('[AP8] asks the records for what they know and the events for the rest', async () => {
    expect(await read('is:resolved level:error,fatal oops release:1 route:/cart plan:pro')).toEqual({
      records: { statuses: ['resolved'], levels: ['fatal', 'error'], words: ['oops'] },
      events: [
        { dimension: 'release', op: 'is', values: ['1'] },
        { dimension: 'transaction', op: 'is', values: ['/cart'] },
        { dimension: { tag: 'plan' }, op: 'is', values: ['pro'] },
      ],
    })
    expect(await read('')).toEqual({ records: {}, events: [] })
  })

  it('[AP8] takes several values of a key for any of them, by comma or repeated, under any of its names', async () => {
    expect(await read('env:a environment:b,c !env:d !environment:e')).toEqual({
      records: {},
      events: [
        { dimension: 'environment', op: 'is', values: ['a', 'b', 'c'] },
        { dimension: 'environment', op: 'is_not', values: ['d', 'e'] },
      ],
    })
    expect((await read('is:resolved is:ignored')).records.statuses).toEqual(['resolved', 'ignored'])
  })

  it('[AP8] excludes statuses and levels, down to nothing', async () => {
    expect((await read('!is:resolved')).records.statuses).toEqual(['unresolved', 'ignored'])
    expect((await read('level:error !level:error')).records.levels).toEqual([])
  })

  it('[AP8] reads handled as yes or no', async () => {
    const [condition] = (await read('handled:no')).events
    expect(condition).toEqual({ dimension: 'handled', op: 'is', values: ['false'] })
  })

  it('[AP8] takes a key in quotes for that of a tag, so that a tag named like a filter can be searched', async () => {
    expect(await read('"level":"gold" "is":x !"release":y')).toEqual({
      records: {},
      events: [
        { dimension: { tag: 'level' }, op: 'is', values: ['gold'] },
        { dimension: { tag: 'is' }, op: 'is', values: ['x'] },
        { dimension: { tag: 'release' }, op: 'is_not', values: ['y'] },
      ],
    })
    expect((await read('constructor:x __proto__:y')).events).toEqual([
      { dimension: { tag: 'constructor' }, op: 'is', values: ['x'] },
      { dimension: { tag: '__proto__' }, op: 'is', values: ['y'] },
    ])
  })

  it('[AP8] knows me, nobody and members by their address', async () => {
    expect((await read('assigned:me,none !assigned:ann@EXAMPLE.com')).records.assignees).toEqual([
      { op: 'is', values: ['u1', null] },
      { op: 'is_not', values: ['u1'] },
    ])
  })

  it.each([
    ['is:open', '"is:open" at position 4 must be one of unresolved, resolved, ignored.'],
    ['a level:error,loud', '"level:loud" at position 15 must be one of fatal, error, warning, info, debug.'],
    ['handled:maybe', '"handled:maybe" at position 9 must be one of yes, no.'],
    ['x assigned:eve@example.com', 'at position 12 must be me, none or the e-mail address of a member.'],
    ['x browser:', '"browser:" at position 3 needs a value'],
    ['!is:', '"is:" at position 1 needs a value'],
  ])('[AP8] names the position of what it does not understand: %s', async (text, message) => {
    const error: unknown = await read(text).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(AppError)
    expect(error).toMatchObject({ code: 'invalid_input', message: expect.stringContaining(message) })
  })

  it('[AP8] says that a token is nobody', async () => {
    await expect(read('assigned:me', { ...asker, userId: undefined })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })
})
