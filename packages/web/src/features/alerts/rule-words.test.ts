import type { AlertWhen } from '@hindcast/contract/alerts/alerts.ts'
import { i18n } from '@lingui/core'
import { beforeAll, expect, it } from 'vitest'
import { whenWords } from './rule-words.ts'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

it.each<[AlertWhen, string]>([
  [{ kind: 'seen', by: 'users', atLeast: 11, within: 360 }, 'an issue is seen by 11 users within 6 hours'],
  [{ kind: 'seen', by: 'events', atLeast: 1, within: null }, 'an issue is seen 1 time'],
  [{ kind: 'rate', above: 2.5, per: 'minute', within: 15 }, 'errors reach 2.5 per minute over 15 minutes'],
  [
    { kind: 'spike', times: 3, atLeast: 20, within: 60 },
    'errors are 3 times the usual over 1 hour, at least 20',
  ],
])('[UI212] says every number of an alert in the list: %j', (when, words) => {
  expect(whenWords(when)).toBe(words)
})
