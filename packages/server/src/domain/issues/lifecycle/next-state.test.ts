import { describe, expect, it } from 'vitest'
import { ESCALATING_FOR_MS, NEW_FOR_MS } from '#domain/issues/issue.ts'
import { isSurge, judgedHours } from './escalation.ts'
import { lifecycleAfter } from './next-state.ts'
import type { Decision, AlertTrigger, IssueLifecycle, Resolution, Snooze } from './lifecycle.ts'
import { detailsOf, detailsText } from './details-text.ts'

const HOUR = 3_600_000
const born: IssueLifecycle = {
  status: 'unresolved',
  substatus: 'new',
  changedAt: 0,
  firstSeen: 0,
  resolution: undefined,
  snooze: undefined,
}

const seen = (at: number, release?: string, user?: string): AlertTrigger => ({
  kind: 'occurrence',
  at,
  release: release === undefined ? undefined : { version: release, firstSeen: at },
  user,
})
const decide = (decision: Decision, at = 100): AlertTrigger => ({ kind: 'decision', at, decision })
const resolve = (resolution: Resolution) => decide({ kind: 'resolve', resolution })
const ignore = (snooze: Snooze) => decide({ kind: 'ignore', snooze })

function after(...happenings: readonly AlertTrigger[]) {
  const facts: string[] = []
  let lifecycle = born
  for (const happening of happenings) {
    const lived = lifecycleAfter(lifecycle, happening)
    lifecycle = lived.lifecycle
    facts.push(...lived.facts.map((fact) => `${fact.kind}@${fact.at}`))
  }
  return { ...lifecycle, facts }
}

describe('a resolved issue', () => {
  it('[IS1] comes back with the first event received after the decision, not with one that was on its way', () => {
    const now = resolve({ kind: 'now' })
    expect(after(now, seen(99))).toMatchObject({ status: 'resolved', facts: [] })
    expect(after(now, seen(100), seen(150))).toMatchObject({
      status: 'unresolved',
      substatus: 'regressed',
      changedAt: 100,
      facts: ['regressed@100'],
    })
  })

  it('[IS2] in the next release comes back with a release after the latest that was known, however late an old one reports', () => {
    const next = resolve({ kind: 'next_release', after: { version: 'shop@1.9.0', firstSeen: 50 } })
    for (const old of ['shop@1.9.0', 'shop@1.8.3', 'shop@1.9.0-rc.1']) {
      expect(after(next, seen(10_000, old))).toMatchObject({ status: 'resolved', facts: [] })
    }
    expect(after(next, seen(10_000, 'shop@1.10.0')).substatus).toBe('regressed')
    expect(after(next, seen(10_000, 'a3f9c1')).substatus).toBe('regressed')
    expect(after(resolve({ kind: 'next_release', after: null }), seen(200, '0.0.1')).substatus).toBe(
      'regressed',
    )
  })

  it('[IS3] in a release comes back with that release or a later one, and with no earlier one', () => {
    const inTwo = resolve({ kind: 'release', release: { version: '2.0.0', firstSeen: 5_000 }, commit: null })
    for (const old of ['1.99.9', '2.0.0-beta.2'])
      expect(after(inTwo, seen(9_000, old)).status).toBe('resolved')
    // The same version, first seen at another time.
    expect(after(inTwo, seen(4_000, '2.0.0')).substatus).toBe('regressed')
    expect(after(inTwo, seen(9_000, '2.0.1')).substatus).toBe('regressed')
  })

  it('[IS4] by a commit waits for the release that has it, and is resolved in that release then', () => {
    const byCommit = resolve({ kind: 'commit', commit: 'abc1234' })
    const release = { version: '3.1.0', firstSeen: 500 }
    const released = (...commits: string[]): AlertTrigger => ({ kind: 'released', at: 600, release, commits })
    expect(after(byCommit, seen(200, '9.9.9')).status).toBe('resolved')
    expect(after(byCommit, released('ffff', 'abc9999')).resolution).toEqual({
      kind: 'commit',
      commit: 'abc1234',
    })
    const fixed = after(byCommit, released('ffff', 'ABC1234def0'))
    expect(fixed).toMatchObject({ changedAt: 100, facts: ['fixed_in@600'] })
    expect(fixed.resolution).toEqual({ kind: 'release', release, commit: 'abc1234' })
    expect(after(byCommit, released('abc1234'), seen(700, '3.0.9')).status).toBe('resolved')
    expect(after(byCommit, released('abc1234'), seen(700, '3.1.0')).substatus).toBe('regressed')
  })

  it('[IS5] comes back by time alone where the event has no release', () => {
    const ways: Resolution[] = [
      { kind: 'next_release', after: { version: '1.0.0', firstSeen: 1 } },
      { kind: 'release', release: { version: '1.0.0', firstSeen: 1 }, commit: null },
      { kind: 'commit', commit: 'abc1234' },
    ]
    for (const way of ways) {
      expect(after(resolve(way), seen(99)).status).toBe('resolved')
      expect(after(resolve(way), seen(100)).substatus).toBe('regressed')
    }
  })
})

describe('an ignored issue', () => {
  it('[IS6] is ignored forever, or reopened at its time, by event or timer, however late', () => {
    const surge: AlertTrigger = { kind: 'surge', at: 9 * HOUR, hour: 9 * HOUR }
    expect(after(ignore({ kind: 'forever' }), seen(10 * HOUR), surge)).toMatchObject({
      status: 'ignored',
      facts: [],
    })
    const until = ignore({ kind: 'until', at: 500 })
    expect(after(until, seen(499), { kind: 'clock', at: 499 }).status).toBe('ignored')
    const woken = after(until, { kind: 'clock', at: 500 })
    expect(woken).toMatchObject({ status: 'unresolved', substatus: 'ongoing', changedAt: 500 })
    for (const later of [seen(9_000), { kind: 'clock', at: 80_000 } as const]) {
      expect(after(until, later)).toEqual({ ...woken, facts: ['woke@500'] })
    }
  })

  it('[IS7] is reopened by the event that reaches the number of events or users', () => {
    const events = ignore({ kind: 'events', count: 3, windowMs: null, seen: [] })
    expect(after(events, seen(99), seen(101), seen(9_000)).status).toBe('ignored')
    expect(after(events, seen(101), seen(102), seen(9_000), seen(9_001))).toMatchObject({
      substatus: 'ongoing',
      facts: ['woke@9000'],
    })
    const users = ignore({ kind: 'users', count: 2, windowMs: null, seen: [] })
    expect(after(users, seen(101, undefined, 'ann'), seen(102), seen(103, undefined, 'ann')).status).toBe(
      'ignored',
    )
    expect(after(users, seen(101, undefined, 'ann'), seen(104, undefined, 'bob')).facts).toEqual(['woke@104'])
  })

  it('[IS7] counts only what falls into the window, which moves along', () => {
    const events = ignore({ kind: 'events', count: 3, windowMs: HOUR, seen: [] })
    const spread = [HOUR, 1.7 * HOUR, 2.2 * HOUR, 2.9 * HOUR, 3.5 * HOUR].map((at) => seen(at))
    expect(after(events, ...spread).status).toBe('ignored')
    expect(after(events, ...spread, seen(3.6 * HOUR)).facts).toEqual([`woke@${3.6 * HOUR}`])
    const users = ignore({ kind: 'users', count: 2, windowMs: HOUR, seen: [] })
    const apart = [seen(HOUR, undefined, 'ann'), seen(2.1 * HOUR, undefined, 'bob')]
    expect(after(users, ...apart).status).toBe('ignored')
    expect(after(users, ...apart, seen(2.5 * HOUR, undefined, 'ann')).facts).toHaveLength(1)
  })
})

describe('an issue that escalates', () => {
  it('[IS8] has more than three times the events of its busiest usual hours, and more than a handful', () => {
    const quiet = Array.from({ length: 168 }, () => 1)
    expect(isSurge(quiet, 10)).toBe(false)
    expect(isSurge(quiet, 11)).toBe(true)
    const busy = quiet.map((_, hour) => (hour % 24 === 9 ? 100 : 5))
    expect(isSurge(busy, 15)).toBe(false)
    // Seven mornings are less than one hour in twenty; nine are not.
    expect(isSurge(busy, 16)).toBe(true)
    expect(
      isSurge(
        busy.map((n, hour) => (hour > 165 ? 100 : n)),
        300,
      ),
    ).toBe(false)
    expect(isSurge([], 11)).toBe(true)
    expect(judgedHours(2.5 * HOUR)).toEqual([2 * HOUR, HOUR])
  })

  it('[IS9] is detected for ongoing issues and those ignored until escalation; earlier events do not count', () => {
    const late = 10 * NEW_FOR_MS
    const surge: AlertTrigger = { kind: 'surge', at: late + 60_000, hour: late }
    expect(after(surge)).toMatchObject({ substatus: 'escalating', facts: [`escalated@${late + 60_000}`] })
    expect(after({ kind: 'surge', at: 60_000, hour: 0 }).substatus).toBe('new')
    expect(after(ignore({ kind: 'escalating' }), surge).substatus).toBe('escalating')
    expect(after(resolve({ kind: 'now' }), surge).status).toBe('resolved')
    expect(after(decide({ kind: 'ignore', snooze: { kind: 'escalating' } }, late + 1), surge).status).toBe(
      'ignored',
    )
    const again: AlertTrigger = { kind: 'surge', at: late + HOUR, hour: late + HOUR }
    expect(after(surge, again).facts).toHaveLength(1)
    const nextDay = late + 2 * ESCALATING_FOR_MS
    expect(after(surge, { kind: 'surge', at: nextDay, hour: nextDay }).facts).toHaveLength(2)
  })
})

describe('a decision', () => {
  it('[IS10] that is made again changes nothing, and one that is taken back leaves everything as it was', () => {
    const once = after(resolve({ kind: 'now' }))
    expect(
      after(resolve({ kind: 'now' }), decide({ kind: 'resolve', resolution: { kind: 'now' } }, 900)),
    ).toEqual(once)
    const before = after(ignore({ kind: 'events', count: 9, windowMs: null, seen: [] }), seen(101), seen(102))
    const { facts, firstSeen, ...lifecycle } = before
    expect([facts, firstSeen]).toEqual([[], 0])
    const undone = after(
      ignore({ kind: 'events', count: 9, windowMs: null, seen: [] }),
      seen(101),
      seen(102),
      decide({ kind: 'resolve', resolution: { kind: 'now' } }, 200),
      decide({ kind: 'restore', lifecycle }, 300),
    )
    expect(undone).toEqual(before)
  })

  it('[IS10] is kept whole in one text, and an unknown kind is read as the plain one', () => {
    const snoozed = after(ignore({ kind: 'users', count: 9, windowMs: 60_000, seen: [['ann', 7]] }))
    const { resolution, snooze } = snoozed
    expect(detailsOf('ignored', detailsText(snoozed))).toEqual({ resolution, snooze })
    expect(detailsText(after(resolve({ kind: 'now' })))).toBeNull()
    expect(detailsOf('resolved', '{"kind":"someday"}')).toEqual({
      resolution: { kind: 'now' },
      snooze: undefined,
    })
    expect(detailsOf('ignored', null)).toEqual({ resolution: undefined, snooze: { kind: 'forever' } })
    expect(detailsOf('unresolved', null)).toEqual({ resolution: undefined, snooze: undefined })
  })
})
