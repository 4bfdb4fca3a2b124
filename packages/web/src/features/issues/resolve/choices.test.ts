import { i18n } from '@lingui/core'
import { beforeAll, describe, expect, it } from 'vitest'
import { choicesFor, doneWords } from './choices.ts'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

const NOW = Date.UTC(2026, 10, 15, 12)
const labels = (
  kind: Parameters<typeof choicesFor>[0]['kind'],
  text = '',
  releases = ['shop@2.0', 'shop@1.9'],
) => choicesFor({ kind, text, releases, now: NOW }).map(({ label }) => label)

describe('what can be decided about an issue', () => {
  it('[UI150] begins with what is decided most, and takes a release or a commit that is typed', () => {
    expect(labels('resolve')).toEqual([
      'Resolve now',
      'Resolve in the next release',
      'Resolve in shop@2.0',
      'Resolve in shop@1.9',
    ])
    expect(labels('resolve', '1.9')).toEqual(['Resolve in shop@1.9'])
    expect(labels('resolve', 'abc1234')).toEqual(['Resolve by commit abc1234'])
    expect(labels('resolve', 'NEXT')).toEqual(['Resolve in the next release'])
    expect(labels('resolve', 'abc12')).toEqual([])
  })

  it('[UI151] makes times and numbers of what is typed', () => {
    expect(labels('ignore', '25')).toEqual([
      'Ignore until 25 more events occur',
      'Ignore until 25 events occur within an hour',
      'Ignore until 25 events occur within a day',
      'Ignore until 25 users are affected',
      'Ignore until 25 users are affected within an hour',
      'Ignore until 25 users are affected within a day',
      'Ignore for 25 hours',
      'Ignore for 25 days',
    ])
    expect(labels('ignore', '25 users hour')).toEqual(['Ignore until 25 users are affected within an hour'])
    const [, , inADay] = choicesFor({ kind: 'ignore', text: '25 users', releases: [], now: NOW })
    expect(inADay?.change.how?.asked).toEqual({ snooze: { kind: 'users', count: 25, withinMinutes: 1440 } })
    expect(labels('ignore', '5000')).not.toContain('Ignore until 5000 users are affected')
    expect(labels('ignore', '9999999')).toEqual([])
    expect(labels('ignore', 'forever')).toEqual(['Ignore forever'])
  })

  it('[UI151] shows at once until when an issue is ignored', () => {
    const [hour] = choicesFor({ kind: 'ignore', text: 'an hour', releases: [], now: NOW })
    expect(hour!.change).toEqual({
      status: 'ignored',
      how: {
        asked: { snooze: { kind: 'for', minutes: 60 } },
        shown: {
          snooze: {
            kind: 'until',
            until: '2026-11-15T13:00:00.000Z',
            count: null,
            counted: null,
            withinMinutes: null,
          },
        },
      },
    })
  })

  it('[UI150] says what was done, of one issue by its name and of several by their number', () => {
    const issue = { shortId: 'WEB-1' } as never
    const [, next] = choicesFor({ kind: 'resolve', text: '', releases: [], now: NOW })
    const [high] = choicesFor({ kind: 'priority', text: '', releases: [], now: NOW })
    expect(doneWords([issue], next!)).toBe('WEB-1 resolved in the next release')
    expect(doneWords([issue, issue], high!)).toBe('Priority of 2 issues set to high')
  })
})
