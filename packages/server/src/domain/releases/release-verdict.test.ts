import { describe, expect, it } from 'vitest'
import { verdictOf, type ReleaseFacts, type VerdictFacts } from './release-verdict.ts'
import { NO_SESSIONS, type SessionCounts } from './session.ts'
import { percent, verdictSentence } from './verdict-sentence.ts'

interface Over {
  readonly sessions?: Partial<SessionCounts>
  readonly events?: number
  readonly hours?: number
  readonly issues?: Readonly<Record<string, number>>
}

function facts(version: string, over: Over = {}): ReleaseFacts {
  const issueEvents = new Map(Object.entries(over.issues ?? {}))
  const events = over.events ?? [...issueEvents.values()].reduce((sum, count) => sum + count, 0)
  return {
    version,
    sessions: { ...NO_SESSIONS, ...over.sessions },
    events,
    hours: over.hours ?? 24,
    issueEvents,
  }
}

function judge(release: Over, before: Over | undefined, over: Partial<VerdictFacts> = {}) {
  return verdictOf({
    release: facts('2.0', release),
    before: before && facts('1.0', before),
    appeared: [],
    cameBack: [],
    resolved: [],
    ...over,
  })
}

const many = { sessions: 10_000 }

describe('the verdict on a release', () => {
  it('[RE10] is in one line what is new, what came back and how sessions went', () => {
    const verdict = judge(
      { sessions: { sessions: 10_000, crashed: 100, unhandled: 30 }, events: 200 },
      { sessions: { sessions: 20_000, crashed: 160 }, events: 400 },
      { appeared: ['1', '2'], cameBack: ['3'] },
    )
    expect(verdict.call).toBe('worse')
    expect(verdictSentence(verdict)).toBe(
      '2 new issues, 1 came back; crash-free sessions 99.2 % → 98.7 %; 20.0 → 20.0 errors per 1,000 sessions',
    )
  })

  it('[RE10] calls an issue worse or better by what it does per session, and says the numbers', () => {
    const verdict = judge(
      { sessions: many, issues: { up: 60, down: 10, same: 45 } },
      { sessions: { sessions: 20_000 }, issues: { up: 40, down: 80, same: 80 } },
    )
    expect(verdict.worse).toEqual([{ issueId: 'up', events: 60, eventsBefore: 40, rate: 6, rateBefore: 2 }])
    expect(verdict.better.map(({ issueId }) => issueId)).toEqual(['down'])
    expect(verdict.call).toBe('worse')
  })

  it('[RE10] does not list new and regressed issues as worse', () => {
    const verdict = judge(
      { sessions: many, issues: { fresh: 500, back: 500 } },
      { sessions: many, issues: { back: 1 } },
      { appeared: ['fresh'], cameBack: ['back'] },
    )
    expect(verdict.worse).toEqual([])
  })

  it.each([
    ['nine events against none', { issues: { a: 9 } }, { issues: {} }, []],
    ['ten events against none', { issues: { a: 10 } }, { issues: {} }, ['a']],
    ['not twice as many', { issues: { a: 199 } }, { issues: { a: 100 } }, []],
    ['twice as many', { issues: { a: 200 } }, { issues: { a: 100 } }, ['a']],
    ['twice as many of few', { issues: { a: 12 } }, { issues: { a: 6 } }, []],
  ])('[RE11] needs enough to call an issue worse: %s', (_what, release, before, worse) => {
    const verdict = judge({ sessions: many, ...release }, { sessions: many, ...before })
    expect(verdict.worse.map(({ issueId }) => issueId)).toEqual(worse)
  })

  it('[RE11] takes the silence of a release for better only where it was asked often enough', () => {
    const before = { sessions: many, issues: { a: 40 } }
    expect(judge({ sessions: many, issues: {} }, before).better).toHaveLength(1)
    expect(judge({ sessions: { sessions: 100 }, issues: {} }, before).better).toHaveLength(0)
  })

  it.each([
    ['49 sessions', 49, 'too_little'],
    ['50 sessions', 50, 'worse'],
  ])('[RE11] needs enough sessions to compare shares: %s', (_what, sessions, change) => {
    const verdict = judge({ sessions: { sessions, crashed: 20 } }, { sessions: many })
    expect(verdict.crashFreeSessions.change).toBe(change)
  })

  it('[RE11] says that there is too little to say where there is', () => {
    const verdict = judge({ sessions: { sessions: 3 }, issues: { a: 2 } }, { sessions: many })
    expect(verdict.call).toBe('too_little')
    expect(verdictSentence(verdict)).toBe('Too little was heard of it to say anything.')
  })

  it('[RE12] has nothing before the first release, and says so', () => {
    const verdict = judge({ sessions: many, events: 50 }, undefined, { appeared: ['1'] })
    expect(verdict).toMatchObject({ call: 'first', worse: [], better: [] })
    expect(verdictSentence(verdict)).toBe(
      'The first release; 1 new issue; crash-free sessions 100 %; 5.00 errors per 1,000 sessions',
    )
  })

  it('[RE40] has no verdict for a first release that was created but has no data', () => {
    expect(verdictSentence(judge({}, undefined))).toBe('Too little was heard of it to say anything.')
    expect(judge({ sessions: { sessions: 1 } }, undefined).call).toBe('first')
    expect(judge({ events: 1 }, undefined).call).toBe('first')
    expect(judge({}, undefined, { appeared: ['1'] }).call).toBe('first')
  })

  it('[RE12] counts per hour if a release has no sessions', () => {
    const verdict = judge(
      { hours: 10, issues: { a: 100 } },
      { sessions: many, hours: 100, issues: { a: 50 } },
    )
    expect(verdict).toMatchObject({
      per: 'hours',
      call: 'worse',
      errors: { change: 'worse', before: 0.5, now: 10 },
    })
    expect(verdict.crashFreeSessions).toMatchObject({ change: 'too_little', now: undefined })
    expect(verdictSentence(verdict)).toBe('1 got worse; 0.50 → 10.0 errors per hour')
    expect(judge({ hours: 0.5, issues: { a: 100 } }, { hours: 100 }).errors.change).toBe('too_little')
    expect(judge({ hours: 0 }, { hours: 0 }).errors).toEqual({
      change: 'too_little',
      before: undefined,
      now: undefined,
    })
  })

  it('[RE12] is good news where nothing is new and something got better', () => {
    const better = judge({ sessions: many, issues: {} }, { sessions: many, issues: { a: 90 } })
    expect(better.call).toBe('better')
    const same = judge({ sessions: many, issues: { a: 90 } }, { sessions: many, issues: { a: 90 } })
    expect(same.call).toBe('same')
    const look = judge({ sessions: many }, { sessions: many }, { appeared: ['1'] })
    expect(look.call).toBe('look')
  })

  it('[RE13] never rounds a crash away', () => {
    expect(percent(1)).toBe('100 %')
    expect(percent(0.99999)).toBe('99.99 %')
    expect(percent(0.987)).toBe('98.7 %')
    expect(percent(0)).toBe('0 %')
  })
})
