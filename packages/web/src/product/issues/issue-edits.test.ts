import type { IssueSummary } from '@hindcast/contract/issues/issues.ts'
import { describe, expect, it } from 'vitest'
import { changed, mapIssues, restored, shownIssues, stillMatches, type IssuePages } from './issue-edits.ts'

const ANN = { id: 'u1', name: 'Ann', email: 'ann@x.test' }
const BOB = { id: 'u2', name: 'Bob', email: 'bob@x.test' }

function anIssue(id: string, more: Partial<IssueSummary> = {}): IssueSummary {
  return {
    id,
    shortId: `WEB-${id}`,
    project: 'web',
    projectId: '1',
    status: 'unresolved',
    substatus: 'new',
    resolution: null,
    snooze: null,
    priority: 'medium',
    priorityChosen: false,
    assigneeTeam: null,
    level: 'error',
    title: 'TypeError: x',
    culprit: '',
    type: 'TypeError',
    value: 'x',
    platform: 'javascript',
    firstSeen: '2026-11-15T00:00:00.000Z',
    lastSeen: '2026-11-15T00:00:00.000Z',
    events: 1,
    users: 1,
    firstRelease: null,
    lastRelease: null,
    assignee: null,
    recognised: null,
    series: { from: '2026-11-15T00:00:00.000Z', bucketSeconds: 3600, values: [1] },
    ...more,
  }
}

function pagesOf(...pages: ReadonlyArray<readonly IssueSummary[]>): IssuePages {
  return {
    pages: pages.map((issues) => ({ issues, next: null, total: 9 })),
    pageParams: pages.map(() => ''),
  }
}

const idsOf = (issues: readonly IssueSummary[]) => issues.map(({ id }) => id)

describe('a change of an issue', () => {
  it('[UI32] says what the server will say: a moved status is ongoing, what is not named stays', () => {
    expect(changed(anIssue('1'), { status: 'resolved' })).toMatchObject({
      status: 'resolved',
      substatus: 'ongoing',
      assignee: null,
    })
    expect(changed(anIssue('1', { assignee: ANN }), { status: 'unresolved' })).toMatchObject({
      substatus: 'new',
      assignee: ANN,
    })
    expect(changed(anIssue('1', { assignee: ANN }), { assignee: null }).assignee).toBeNull()
  })

  it('[UI32] is taken back without what was changed since', () => {
    const before = anIssue('1')
    const later = changed(changed(before, { status: 'resolved' }), { assignee: BOB })
    expect(restored(later, { status: 'resolved' }, before)).toMatchObject({
      status: 'unresolved',
      substatus: 'new',
      assignee: BOB,
    })
  })

  it('[UI32] leaves pages it does not touch the same, so that they do not render', () => {
    const pages = pagesOf([anIssue('1')], [anIssue('2')])
    const next = mapIssues(pages, new Set(['2']), (issue) => changed(issue, { status: 'ignored' }))
    expect(next.pages[0]).toBe(pages.pages[0])
    expect(next.pages[1]!.issues[0]!.status).toBe('ignored')
    expect(mapIssues(pages, new Set(['9']), (issue) => issue)).toBe(pages)
  })
})

describe('the rows of a list', () => {
  it('[UI33] lets what the reader resolved leave at once, and puts it back where it was when undone', () => {
    const pages = pagesOf([anIssue('1'), anIssue('2')], [anIssue('3')])
    const two = new Set(['2'])
    const resolved = mapIssues(pages, two, (issue) => changed(issue, { status: 'resolved' }))
    expect(idsOf(shownIssues(resolved, 'is:unresolved', two, 'u1'))).toEqual(['1', '3'])
    expect(idsOf(shownIssues(resolved, 'cart', two, 'u1'))).toEqual(['1', '2', '3'])
    const undone = mapIssues(resolved, two, (issue) => restored(issue, { status: 'resolved' }, anIssue('2')))
    expect(idsOf(shownIssues(undone, 'is:unresolved', two, 'u1'))).toEqual(['1', '2', '3'])
  })

  it('[UI33] keeps an issue under the cursor that another user resolved', () => {
    const pages = pagesOf([anIssue('1', { status: 'resolved' }), anIssue('2')])
    expect(idsOf(shownIssues(pages, 'is:unresolved', new Set(), 'u1'))).toEqual(['1', '2'])
  })

  it('[UI33] shows an issue once that moved from one page to the next while they were fetched', () => {
    expect(
      idsOf(shownIssues(pagesOf([anIssue('1')], [anIssue('1'), anIssue('2')]), '', new Set(), 'u1')),
    ).toEqual(['1', '2'])
  })

  it('[UI33] decides by status and assignee as the server does, and leaves the rest to it', () => {
    const mine = anIssue('1', { assignee: ANN })
    const nobodys = anIssue('2')
    const matches = (query: string, issue: IssueSummary) => stillMatches(query, issue, 'u1')
    expect(matches('is:unresolved,ignored release:9', mine)).toBe(true)
    expect(matches('is:resolved', mine)).toBe(false)
    expect(matches('!is:unresolved', mine)).toBe(false)
    expect(matches('"is":resolved', mine)).toBe(true)
    expect([matches('assigned:me', mine), matches('assigned:me', nobodys)]).toEqual([true, false])
    expect([matches('assigned:none', mine), matches('assigned:none', nobodys)]).toEqual([false, true])
    expect([matches('assigned:ANN@x.test', mine), matches('!assigned:ann@x.test', mine)]).toEqual([
      true,
      false,
    ])
  })
})
