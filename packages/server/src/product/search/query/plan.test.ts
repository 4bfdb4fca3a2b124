import { describe, expect, it } from 'vitest'
import { AppError } from '#domain/app-error.ts'
import { releasesBeside } from '#domain/releases/release-order.ts'
import type { IssueCondition } from '#stores/records/issue-condition.ts'
import type { Condition } from '#stores/telemetry/telemetry.ts'
import { planSearch, type SearchPlan } from './plan.ts'
import { SearchFault } from './search-fault.ts'

const ann = { id: 'u1', name: 'Ann', email: 'Ann@example.com' }
const requester = { userId: 'u1', members: [ann], teams: [{ id: 't1', slug: 'web' }], slug: 'shop' }
const now = Date.UTC(2026, 10, 15)
const releases = releasesBeside(
  ['shop@1.10', 'shop@1.9', 'nightly', 'shop@2.0'].map((version, firstSeen) => ({ version, firstSeen })),
)

function shape(one: IssueCondition | Condition | undefined): string {
  if (one === undefined) return '-'
  if (one.op === 'all' || one.op === 'any') return `${one.op}(${one.of.map(shape).join(' ')})`
  if (one.op === 'not') return `not ${shape(one.of)}`
  if (one.op === 'text') return one.words.join('+')
  if (one.op === 'ids') return `#${one.values.join('|')}`
  if (one.op === 'assigned')
    return `assigned ${[...one.people, ...one.teams, ...(one.nobody ? ['nobody'] : [])].join('|')}`
  const name =
    'field' in one
      ? one.field
      : typeof one.dimension === 'object'
        ? `tag.${one.dimension.tag}`
        : one.dimension
  return 'values' in one ? `${name}=${one.values.join('|')}` : `${name} ${one.op}`
}

const shapes = (plan: SearchPlan) => plan.ways.map(({ issue, event }) => `${shape(issue)} / ${shape(event)}`)
const ways = (text: string, of: 'issues' | 'events' = 'issues', by = requester) =>
  shapes(planSearch(text, { of, now, requester: by, releases }))

describe('planSearch', () => {
  it('[SE10] asks the records for what they know and the events for the rest, in one way where it can', () => {
    expect(ways('is:resolved level:error,fatal release:1 plan:pro')).toEqual([
      'all(status=resolved level=error|fatal) / all(release=1 tag.plan=pro)',
    ])
    expect(ways('')).toEqual(['- / -'])
    expect(ways('release:1 OR (os:x !browser:y)')).toEqual(['- / any(release=1 all(os=x not browser=y))'])
    expect(ways('is:resolved OR assigned:none')).toEqual(['any(status=resolved assigned nobody) / -'])
  })

  it('[SE10] takes a way for each mixture of issues and events', () => {
    expect(ways('is:resolved OR release:1')).toEqual(['status=resolved / -', '- / release=1'])
    expect(ways('NOT (is:resolved release:1)')).toEqual(['not status=resolved / -', '- / not release=1'])
    expect(ways('(is:resolved OR release:1) os:x')).toEqual([
      '- / all(release=1 os=x)',
      'status=resolved / os=x',
    ])
  })

  it('[SE10] finds words in an issue itself or in one event, and in a list of events in the event', () => {
    expect(ways('a b release:1')).toEqual(['- / all(release=1 a+b)', 'a+b / release=1'])
    expect(ways('a b release:1', 'events')).toEqual(['- / all(release=1 a+b)'])
    expect(ways('!a')).toEqual(['not a / not a'])
  })

  it('[SE10] resolves me, none, members by email and teams by name', () => {
    expect(ways('assigned:me,none !assigned:ann@EXAMPLE.com assigned:#web')).toEqual([
      'all(any(assigned u1 assigned nobody assigned t1) not assigned u1) / -',
    ])
    expect(ways('is:unassigned')).toEqual(['assigned nobody / -'])
  })

  it('[SE31] asks for the releases that stand on that side, whatever is around it', () => {
    for (const of of ['issues', 'events'] as const) {
      expect(ways('release:>=shop@1.9', of)).toEqual(['- / release=shop@1.10|shop@1.9|shop@2.0'])
      expect(ways('release:shop@1.9.1..shop@1.12', of)).toEqual([
        '- / all(release=shop@1.10|shop@2.0 release=shop@1.10|shop@1.9)',
      ])
      expect(ways('!release:<shop@1.10', of)).toEqual(['- / not release=shop@1.9'])
      expect(ways('NOT (os:x OR release:>nightly,dev)', of)).toEqual([
        '- / all(not os=x not release=shop@2.0 not release=dev)',
      ])
      expect(ways('release:>shop@9.9', of)).toEqual(['- / release='])
    }
  })

  it('[SE32] matches no release that can’t be compared when the search runs unattended', () => {
    const context = { of: 'issues', now, requester, releases, unattended: true } as const
    expect(shapes(planSearch('release:>api@1.0 os:x', context))).toEqual(['- / all(release= os=x)'])
  })

  it.each([
    ['x release:>4.2', '"4.2" at position 11 can’t be compared with the project’s releases'],
    ['(a OR !release:dev,<=3f2a1bc)', '"3f2a1bc" at position 20 can’t be compared'],
    ['release:shop@1.9..4', '"4" at position 9 can’t be compared'],
  ])('[SE32] names the position of a release that can’t be compared: %s', (text, message) => {
    const attempt = () => ways(text)
    expect(attempt).toThrow(SearchFault)
    expect(attempt).toThrow(message)
  })

  it.each([
    ['is:open', '"is:open" at position 4 must be one of unresolved, resolved, ignored'],
    ['a level:error,loud', '"level:loud" at position 15 must be one of fatal, error, warning, info, debug.'],
    ['handled:maybe', '"handled:maybe" at position 9 must be one of yes, no.'],
    ['x assigned:eve@example.com', 'at position 12 must be me, none, a member’s email address'],
    ['assigned:me,eve', '"eve" at position 13 must be me'],
    ['x browser:', '"browser:" at position 3 needs a value'],
    ['!is:', '"is:" at position 1 needs a value'],
    ['issue:x', '"x" at position 7 is not an issue ID.'],
    ['(a', 'The bracket at position 1 has no closing bracket.'],
    ['message:/(?=x)/', '/(?=x)/ at position 9 uses lookahead'],
  ])('[AP8] names the position of each error: %s', (text, message) => {
    const attempt = () => ways(text)
    expect(attempt).toThrow(AppError)
    expect(attempt).toThrow(message)
  })

  it('[AP8] rejects "me" from a token, with the position', () => {
    const attempt = () => ways('a assigned:me', 'issues', { ...requester, userId: undefined } as never)
    expect(attempt).toThrow(SearchFault)
    expect(attempt).toThrow('position 12')
  })

  it('[SE10] rejects a search that combines too many issue and event filters', () => {
    const mixed = Array.from({ length: 6 }, (_, index) => `(times:>${index} OR k${index}:x)`).join(' AND ')
    expect(() => ways(mixed)).toThrow('combines too many')
  })
})
