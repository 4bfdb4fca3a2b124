import type { ReleaseVerdict, VerdictIssue } from '@hindcast/contract/releases/releases.ts'
import { i18n } from '@lingui/core'
import { beforeAll, describe, expect, it } from 'vitest'
import { verdictWords } from './verdict-words.ts'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

const unknown = { change: 'too_little', before: null, now: null } as const
const issues = (count: number) => Array.from({ length: count }, () => ({}) as VerdictIssue)

const verdict = (over: Partial<ReleaseVerdict>): ReleaseVerdict => ({
  call: 'same',
  sentence: '',
  per: 'sessions',
  release: {} as ReleaseVerdict['release'],
  against: null,
  errors: unknown,
  crashFreeSessions: unknown,
  crashFreeUsers: unknown,
  appeared: [],
  cameBack: [],
  resolved: [],
  worse: [],
  better: [],
  ...over,
})

describe('the verdict in one line', () => {
  it('[UI172] says what is new, what came back, and how sessions went', () => {
    const words = verdictWords(
      verdict({
        appeared: issues(2),
        cameBack: issues(1),
        crashFreeSessions: { change: 'worse', before: 0.992, now: 0.987 },
        errors: { change: 'same', before: 3.1, now: 4 },
      }),
    )
    expect(words).toBe(
      '2 new issues, 1 regressed; crash-free sessions 99.2% → 98.7%; 3.1 → 4 errors per 1,000 sessions',
    )
  })

  it('[UI172] leaves out unknown values, and says so if nothing is known', () => {
    expect(verdictWords(verdict({}))).toBe('No new issues')
    expect(verdictWords(verdict({ per: 'hours', errors: { ...unknown, now: 2 } }))).toBe(
      'No new issues; 2 errors per hour',
    )
    expect(verdictWords(verdict({ call: 'too_little' }))).toBe('Not enough data yet')
  })
})
