import { i18n } from '@lingui/core'
import { beforeAll, describe, expect, it } from 'vitest'
import { activityLine, activityWords, type Activity } from './activity-words.ts'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

describe('a line in the history of an issue', () => {
  const at = '2026-11-15T06:00:00.000Z'

  it('[UI126] says how many events a late map made readable', () => {
    expect(activityWords({ kind: 'mapped', events: 1, otherIssue: null })).toBe(
      'Source map received: 1 event is readable now.',
    )
  })

  it('[UI126] says which issue events came from, or went to, when a map arrived', () => {
    expect(activityWords({ kind: 'moved_in', events: 12, otherIssue: 'WEB-3' })).toBe(
      'Source map received: 12 events moved here from WEB-3.',
    )
    expect(activityWords({ kind: 'moved_out', events: 1, otherIssue: 'WEB-7' })).toBe(
      'Source map received: 1 event moved to WEB-7.',
    )
  })

  it('[UI126] distinguishes merging from unmerging', () => {
    const said = (['merged', 'split_out', 'split_off'] as const).map((kind) =>
      activityWords({ kind, events: 2, otherIssue: 'WEB-3' }),
    )
    expect(said).toEqual([
      'WEB-3 was merged into this issue (2 events).',
      'WEB-3 was unmerged from this issue (2 events).',
      'This issue was unmerged from WEB-3 (2 events).',
    ])
  })
  it('[UI129] leads to the other issue, wherever the sentence names it', () => {
    const parted = {
      at,
      id: '1',
      data: {},
      kind: 'split_off',
      events: 2,
      otherIssue: 'WEB-3',
      person: null,
    } as const
    expect(activityLine({ ...parted, otherIssueId: '7' }, '8')).toEqual({
      before: 'This issue was unmerged from ',
      link: 'WEB-3',
      after: ' (2 events).',
    })
  })

  it('[UI129] leads nowhere where the other issue is gone, or is part of the one that is read', () => {
    const merged = {
      at,
      id: '1',
      data: {},
      kind: 'merged',
      events: 2,
      otherIssue: 'WEB-3',
      person: null,
    } as const
    for (const otherIssueId of [null, '8']) {
      expect(activityLine({ ...merged, otherIssueId }, '8')).toEqual({
        before: 'WEB-3 was merged into this issue (2 events).',
        link: '',
        after: '',
      })
    }
  })

  it('[UI152] says how it was resolved or ignored, and why it was reopened', () => {
    const said = (kind: Activity['kind'], data: Activity['data'] = {}, otherIssue: string | null = null) =>
      activityWords({ kind, events: 0, otherIssue, data })
    expect([
      said('resolved', { how: 'now' }),
      said('resolved', { how: 'next_release', release: '1.0' }),
      said('resolved', { how: 'commit', commit: 'abc1234' }),
      said('ignored', { how: 'forever' }),
      said('ignored', { how: 'users', count: 10, withinMinutes: 60 }),
      said('woke', { how: 'events' }),
      said('regressed', { release: '1.1' }),
      said('priority', { priority: null }),
      said('assigned', { assigneeTeam: { id: 't', slug: 'web', name: 'Web' } }),
      said('reopened', {}, 'WEB-3'),
    ]).toEqual([
      'Resolved',
      'Resolved in the release after 1.0',
      'Resolved by commit abc1234',
      'Ignored',
      'Ignored until 10 users are affected within 60 minutes',
      'Reopened: the event count was reached',
      'Regressed in 1.1',
      'Priority set back to automatic',
      'Assigned to Web',
      'Reopened (WEB-3)',
    ])
  })
})
