import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '#domain/limits.ts'
import { stepMs, windowMs, type AlertWhen } from './alert.ts'
import { evaluate } from './evaluate.ts'
import { freshMemory, type AlertFact, type AlertMemory, type Firing } from './fact.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Start of a day. */
const T0 = Date.UTC(2026, 10, 1)
const SEEN: AlertWhen = { kind: 'seen', by: 'users', atLeast: 10, within: 60 }

const alertOn = (when: AlertWhen, every = 30, mutedUntil?: number) => ({ when, every, mutedUntil })

const happened = (minute: number, issueId = '1', what: 'new' | 'regressed' = 'new'): AlertFact => ({
  kind: 'happened',
  what,
  at: T0 + minute * MINUTE,
  projectId: '1',
  issueId,
})

const inWindow = (end: number, count: number, usual?: number): AlertFact => ({
  kind: 'window',
  end: T0 + end * MINUTE,
  count,
  projectId: '1',
  issueId: '7',
  usual,
})

const found = (when: AlertWhen, facts: readonly AlertFact[], every = 1) =>
  evaluate(alertOn(when, every), facts, freshMemory(T0, 0), T0 + 48 * HOUR).messages.flatMap(
    ({ firings }) => firings,
  )

describe('what an alert finds', () => {
  it('[AL1] fires for the issue changes of its trigger', () => {
    const facts = [happened(1, '1'), happened(2, '2', 'regressed')]
    expect(found({ kind: 'new' }, facts)).toMatchObject([{ issueId: '1', at: T0 + MINUTE }])
    expect(found({ kind: 'regressed' }, facts)).toMatchObject([{ issueId: '2' }])
    expect(found({ kind: 'escalating' }, facts)).toEqual([])
  })

  it('[AL2] fires once per burst, and again only after a window below the threshold', () => {
    const ends = [60, 65, 70, 80]
    const facts = ends.map((end) => inWindow(end, 12))
    expect(found(SEEN, facts).map(({ at }) => (at - T0) / MINUTE)).toEqual([55, 75])
    expect(found(SEEN, [inWindow(60, 9)])).toEqual([])
  })

  it('[AL15] does not fire for a burst before its first evaluation', () => {
    const memory = freshMemory(T0 + 62 * MINUTE, 0)
    const at = (facts: readonly AlertFact[]) =>
      evaluate(alertOn(SEEN, 1), facts, memory, T0 + 48 * HOUR).messages.flatMap(({ firings }) =>
        firings.map((firing) => (firing.at - T0) / MINUTE),
      )
    expect(at([inWindow(60, 12), inWindow(65, 12), inWindow(70, 12)])).toEqual([])
    expect(at([inWindow(60, 9), inWindow(65, 12)])).toEqual([60])
    expect(at([inWindow(60, 12), inWindow(65, 12), inWindow(75, 12)])).toEqual([70])
  })

  it('[AL2] fires once per issue for a threshold without a window', () => {
    const ever: AlertWhen = { ...SEEN, within: null }
    const reached = { kind: 'reached', at: T0 + MINUTE, count: 10, projectId: '1', issueId: '7' } as const
    const first = evaluate(alertOn(ever), [reached], freshMemory(T0, 0), T0 + HOUR)
    expect(first.messages).toMatchObject([{ firings: [{ issueId: '7', count: 10 }] }])
    const again = { ...reached, at: T0 + 2 * HOUR }
    expect(evaluate(alertOn(ever), [again], first.memory, T0 + 3 * HOUR).messages).toEqual([])
  })

  it('[AL3] compares the rate with the window and a spike with the usual, never with an unknown usual', () => {
    const rate: AlertWhen = { kind: 'rate', above: 2, per: 'minute', within: 5 }
    expect(found(rate, [inWindow(5, 9), inWindow(20, 10)]).map(({ count }) => count)).toEqual([10])
    const perSessions: AlertWhen = { kind: 'rate', above: 20, per: 'sessions', within: 60 }
    const ratios = [
      { ...inWindow(60, 2), sessions: 101 },
      { ...inWindow(120, 2), sessions: 100 },
      { ...inWindow(180, 2), sessions: 2 },
      inWindow(240, 900),
    ]
    expect(found(perSessions, ratios)).toMatchObject([{ count: 2, sessions: 100 }])
    const spike: AlertWhen = { kind: 'spike', times: 3, atLeast: 20, within: 60 }
    const facts = [inWindow(60, 30, 10), inWindow(120, 29, 10), inWindow(180, 19, 1), inWindow(240, 500)]
    expect(found(spike, facts).map(({ count, usual }) => [count, usual])).toEqual([[30, 10]])
  })
})

describe('what an alert tells', () => {
  it('[AL4] sends one message in the time between two, with everything that was found meanwhile', () => {
    const facts = [happened(0, '1'), happened(5, '2'), happened(29, '3'), happened(40, '4')]
    const { messages } = evaluate(alertOn({ kind: 'new' }), facts, freshMemory(T0, 0), T0 + 2 * HOUR)
    const issues = messages.map(({ firings }) => firings.map(({ issueId }) => issueId))
    expect(issues).toEqual([['1'], ['2', '3'], ['4']])
    const [first, second] = messages
    expect(second!.at - first!.at).toBe(30 * MINUTE)
  })

  it('[AL4] holds firings until they may be sent, and loses none', () => {
    const alert = alertOn({ kind: 'new' })
    const one = evaluate(alert, [happened(0), happened(1, '2')], freshMemory(T0, 0), T0 + 10 * MINUTE)
    expect([one.messages.length, one.memory.held.length]).toEqual([1, 1])
    const two = evaluate(alert, [], one.memory, T0 + HOUR)
    expect(two.messages).toMatchObject([{ firings: [{ issueId: '2' }], more: 0 }])
  })

  it('[AL4] names so many and counts the others', () => {
    const facts = Array.from({ length: LIMITS.alerts.heldFirings + 3 }, (_, n) => happened(0, String(n)))
    const { messages } = evaluate(alertOn({ kind: 'new' }), facts, freshMemory(T0, 0), T0 + HOUR)
    expect(messages).toMatchObject([{ more: 3 }])
    expect(messages[0]!.firings).toHaveLength(LIMITS.alerts.heldFirings)
  })

  it('[AL5] never sends anything that happened while muted', () => {
    const muted = alertOn({ kind: 'new' }, 30, T0 + 10 * MINUTE)
    const facts = [happened(9, '1'), happened(10, '2')]
    const { messages } = evaluate(muted, facts, freshMemory(T0, 0), T0 + 2 * HOUR)
    expect(messages.flatMap(({ firings }) => firings.map(({ issueId }) => issueId))).toEqual(['2'])
  })
})

/** Users of some issues, each at a minute. */
const timeline = fc.array(
  fc.record({
    minute: fc.nat(600),
    user: fc.integer({ min: 1, max: 6 }),
    issueId: fc.constantFrom('7', '8'),
  }),
  { maxLength: 80 },
)
const cuts = fc.array(fc.nat(700), { maxLength: 40 }).map((all) => [...all, 700].sort((a, b) => a - b))
const key = ({ at, issueId }: Firing) => `${issueId} at minute ${(at - T0) / MINUTE}`

type Seen = { readonly minute: number; readonly user: number; readonly issueId: string }

/** What the store would say at that moment of all windows that are not known yet: an own count, event by event. */
function windowsUntil(
  events: readonly Seen[],
  memory: AlertMemory,
  until: number,
  when: AlertWhen,
): AlertFact[] {
  if (when.kind !== 'seen' || when.within === null) return []
  const step = stepMs(when.within)
  const facts: AlertFact[] = []
  for (let end = (Math.floor(memory.until / step) + 1) * step; end < until + step; end += step) {
    for (const issueId of ['7', '8']) {
      const users = events.filter(({ minute, issueId: of }) => {
        const at = T0 + minute * MINUTE
        return of === issueId && at >= end - windowMs(when.within!) && at < Math.min(end, until)
      })
      const count = new Set(users.map(({ user }) => user)).size
      if (count > 0) facts.push({ kind: 'window', end, count, projectId: '1', issueId })
    }
  }
  return facts
}

describe('the backtest and the job', () => {
  it('[AL6] find the same bursts, however often the job looks', () => {
    const when: AlertWhen = { kind: 'seen', by: 'users', atLeast: 3, within: 60 }
    fc.assert(
      fc.property(timeline, cuts, (events, looks) => {
        const run = (moments: readonly number[]) => {
          let memory = freshMemory(T0, 0)
          const all: string[] = []
          for (const minute of moments) {
            const until = T0 + minute * MINUTE
            const facts = windowsUntil(events, memory, until, when)
            const result = evaluate(alertOn(when, 1), facts, memory, until)
            memory = result.memory
            all.push(...result.messages.flatMap(({ firings }) => firings.map(key)))
          }
          return [...all, ...memory.held.map(key)].sort()
        }
        expect(run(looks)).toEqual(run([700]))
      }),
    )
  })

  it('[AL6] send the same messages of what happened, however often the job looks', () => {
    const happenings = fc.array(fc.nat(600), { maxLength: 40 })
    fc.assert(
      fc.property(happenings, cuts, fc.integer({ min: 1, max: 90 }), (minutes, looks, every) => {
        const facts = minutes.toSorted((a, b) => a - b).map((minute, n) => happened(minute, String(n)))
        const run = (moments: readonly number[]) => {
          let memory = freshMemory(T0, 0)
          const messages: unknown[] = []
          for (const minute of moments) {
            const until = T0 + minute * MINUTE
            const fresh = facts.filter((fact) => 'at' in fact && fact.at >= memory.until && fact.at < until)
            const result = evaluate(alertOn({ kind: 'new' }, every), fresh, memory, until)
            memory = result.memory
            messages.push(...result.messages)
          }
          return messages
        }
        expect(run(looks)).toEqual(run([700]))
      }),
    )
  })
})
