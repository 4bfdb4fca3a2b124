import { describe, expect, it } from 'vitest'
import { parseSentryQuery } from './sentry-query.ts'

describe('parseSentryQuery', () => {
  it('reads what SDKs send, in any order, among foreign parameters', () => {
    expect(
      parseSentryQuery(
        'a=b&sentry_client=sentry.javascript.browser%2F11.11.0&sentry_key=K&o=1&sentry_version=7',
      ),
    ).toMatchObject({ key: 'K', version: '7', client: 'sentry.javascript.browser/11.11.0' })
  })

  it('takes the first value of a name and skips empty ones', () => {
    expect(parseSentryQuery('sentry_key=&sentry_key=A&sentry_key=B').key).toBe('A')
  })

  it('does not take a longer name for a shorter one', () => {
    expect(parseSentryQuery('sentry_keys=A&xsentry_key=B&sentry_key').key).toBeUndefined()
  })

  it('keeps a value whose percent signs mean nothing', () => {
    expect(parseSentryQuery('sentry_release=100%25%&sentry_environment=a+b%20c')).toMatchObject({
      release: '100%25%',
      environment: 'a b c',
    })
  })
})
