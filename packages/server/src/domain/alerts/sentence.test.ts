import { describe, expect, it } from 'vitest'
import type { AlertRule } from './alert.ts'
import { reasonOf } from './reason.ts'
import { plainSentence, sentenceOf } from './sentence.ts'

const names = {
  project: (id: string) => ({ '1': 'web', '2': 'api' })[id] ?? id,
  told: (tell: AlertRule['tell'][number]) => ('id' in tell ? `#${tell.id}` : `the ${tell.kind}`),
}
const rule: AlertRule = {
  when: { kind: 'new' },
  for: { projectIds: [], query: '', environments: [], levels: [] },
  tell: [{ kind: 'channel', id: 'errors' }],
  every: 60,
}
const nothing = { at: 0, projectId: '1', issueId: '1', count: undefined, usual: undefined }

describe('an alert in words', () => {
  it('[AL7] is one sentence of four parts', () => {
    expect(sentenceOf(rule, names).map(({ part }) => part)).toEqual(['when', 'for', 'tell', 'every'])
    expect(plainSentence(rule, names)).toBe(
      'When a new issue appears for every project notify #errors at most once every hour.',
    )
  })

  it('[AL7] says everything that it was narrowed to', () => {
    const narrow: AlertRule = {
      when: { kind: 'seen', by: 'users', atLeast: 100, within: 1440 },
      for: {
        projectIds: ['1', '2'],
        query: 'browser:Safari',
        environments: ['production'],
        levels: ['fatal'],
      },
      tell: [{ kind: 'assignee' }],
      every: 30,
    }
    expect(plainSentence(narrow, names)).toBe(
      'When an issue is seen by 100 users within 1 day for web, api, level fatal, in production, ' +
        'matching browser:Safari notify the assignee at most once every 30 minutes.',
    )
  })

  it.each([
    [{ kind: 'regressed' }, nothing, 'came back after it was resolved'],
    [
      { kind: 'seen', by: 'events', atLeast: 50, within: null },
      { ...nothing, count: 51 },
      'seen 51 times, the limit is 50',
    ],
    [
      { kind: 'rate', above: 2, per: 'minute', within: 5 },
      { ...nothing, count: 12 },
      '2.4 errors per minute over 5 minutes (12), the limit is 2',
    ],
    [
      { kind: 'rate', above: 20, per: 'sessions', within: 60 },
      { ...nothing, count: 12, sessions: 400 },
      '30 errors per 1,000 sessions over 1 hour (12 in 400), the limit is 20',
    ],
    [
      { kind: 'spike', times: 3, atLeast: 20, within: 60 },
      { ...nothing, count: 90, usual: 12.34 },
      '90 errors over 1 hour, usual are 12.3',
    ],
  ] as const)('[AL7] says why with the numbers: %j', (when, firing, reason) => {
    expect(reasonOf(when, firing)).toBe(reason)
  })
})
