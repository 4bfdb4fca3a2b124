import type { IssueSummary } from '@hindcast/contract/issues/issues.ts'
import { describe, expect, it } from 'vitest'
import type { IssuePages } from '#product/issues/issue-edits.ts'
import { arrivalsAmong, withFresh } from './live-rows.ts'

const row = (id: string, events: number, more: Partial<IssueSummary> = {}) =>
  ({
    id,
    events,
    status: 'unresolved',
    substatus: 'ongoing',
    firstSeen: '2026-11-01T00:00:00.000Z',
    lastSeen: '2026-11-15T10:00:00.000Z',
    ...more,
  }) as IssueSummary
const LIST: IssuePages = {
  pages: [
    { issues: [row('a', 1), row('b', 2)], next: 'x', total: 3 },
    { issues: [row('c', 3)], next: null, total: 3 },
  ],
  pageParams: ['', 'x'],
}
const SHOWN = new Set(['a', 'b', 'c'])
const LOADED_AT = Date.parse('2026-11-15T11:00:00.000Z')

describe('live updates of the list', () => {
  it('[UI38] change numbers where the rows are, whatever their new order would be', () => {
    const next = withFresh(LIST, [row('c', 9), row('new', 1), row('a', 1)], SHOWN)
    expect(next.pages.map(({ issues }) => issues.map(({ id, events }) => `${id}${events}`))).toEqual([
      ['a1', 'b2'],
      ['c9'],
    ])
    expect(next.pages[0]!.issues[0]).toBe(LIST.pages[0]!.issues[0])
  })

  it('[UI38] leave rows alone that the reader has sent away', () => {
    expect(withFresh(LIST, [row('b', 7)], new Set(['a']))).toBe(LIST)
  })

  it('[UI39] count as new what was created or came back, and not what only lies further down', () => {
    const fresh = [
      row('a', 2),
      row('told', 1),
      row('further down', 5),
      row('young', 1, { firstSeen: '2026-11-15T11:00:01.000Z' }),
      row('back', 1, { substatus: 'regressed', lastSeen: '2026-11-15T11:30:00.000Z' }),
      row('back before', 1, { substatus: 'regressed' }),
    ]
    expect(arrivalsAmong(fresh, SHOWN, new Set(['told', 'a', 'does not match']), LOADED_AT)).toEqual([
      'told',
      'young',
      'back',
    ])
  })
})
