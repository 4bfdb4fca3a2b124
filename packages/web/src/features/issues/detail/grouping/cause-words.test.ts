import { i18n } from '@lingui/core'
import { beforeAll, describe, expect, it } from 'vitest'
import { groupingWords } from './grouping-words.ts'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

const words = (...parts: readonly string[]) =>
  groupingWords({
    version: 2,
    fingerprint: 'f',
    rule: 'cause',
    summary: 'As the server says.',
    parts: ['cause', ...parts],
  })

describe('why errors that every application meets are one issue', () => {
  it('[UI127] names the cause, and what it is about where the evidence does', () => {
    expect(words('chunk', 'did not load')).toBe('Code failed to load, regardless of the file.')
    expect(words('network', 'timeout', 'api.shop.test')).toBe('A request to api.shop.test timed out.')
    expect(words('hydration', 'text', 'Price')).toBe('The server-rendered text differs in Price.')
    expect(words('server render', 'failed')).toMatch(/^Rendering failed on the server/)
  })

  it('[UI127] names the root cause, and says that a message has one place', () => {
    const grouping = { version: 4, fingerprint: 'f', rule: 'stacktrace', summary: '' } as const
    expect(groupingWords({ ...grouping, parts: ['caused', 'KeyError', 'load in shop'] })).toBe(
      'Same root cause (KeyError), raised as the same type at the same place.',
    )
    expect(groupingWords({ ...grouping, parts: ['written', 'check in shop'] })).toBe(
      'Written at the same place.',
    )
  })

  it('[UI127] comes from the server if the page has no translation', () => {
    expect(words('something new', 'of a newer server')).toBe('As the server says.')
    expect(words('network', 'new', 'x')).toBe('As the server says.')
  })
})
