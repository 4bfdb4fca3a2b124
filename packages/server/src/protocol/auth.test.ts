import { describe, expect, it } from 'vitest'
import { Drop } from '#domain/intake/outcome.ts'
import { isKnownVersion, normalisePublicKey, readCredentials, readEnvelopeDsn } from './auth.ts'
import { parseSentryQuery } from './sentry-query.ts'

const KEY = 'aabbccddeeff00112233445566778899'
const OTHER = 'ffffffffffffffffffffffffffffffff'
const NO_QUERY = parseSentryQuery('')

describe('[IN2] a key is found wherever SDKs put it', () => {
  it('in the query, which wins over headers', () => {
    const query = parseSentryQuery(`sentry_key=${KEY}&sentry_version=7&sentry_client=x%2F1`)
    expect(readCredentials(query, `Sentry sentry_key=${OTHER}`, undefined)).toEqual({
      publicKey: KEY,
      version: '7',
      client: 'x/1',
    })
  })

  it.each([
    `Sentry sentry_key=${KEY}, sentry_version=7, sentry_timestamp=1794706880.7, sentry_client=sentry-cli/aarch64`,
    `sentry sentry_client=sentry-cli/aarch64,sentry_version=7,sentry_secret=old,sentry_key=${KEY}`,
    `SENTRY   sentry_version = 7 ,sentry_key=${KEY},nonsense,sentry_client=sentry-cli/aarch64`,
  ])('in X-Sentry-Auth: %s', (header) => {
    const expected = { publicKey: KEY, version: '7', client: 'sentry-cli/aarch64' }
    expect(readCredentials(NO_QUERY, header, undefined)).toEqual(expected)
    expect(readCredentials(NO_QUERY, undefined, header)).toEqual(expected)
  })

  it('as all that is in X-Sentry-Auth', () => {
    expect(readCredentials(NO_QUERY, KEY.toUpperCase(), undefined)).toMatchObject({ publicKey: KEY })
    expect(readCredentials(NO_QUERY, KEY.slice(1), undefined)).toBeInstanceOf(Drop)
  })

  it('as the user name of HTTP Basic', () => {
    const basic = `Basic ${Buffer.from(`${KEY}:`).toString('base64')}`
    expect(readCredentials(NO_QUERY, undefined, basic)).toMatchObject({ publicKey: KEY })
  })

  it('in the dsn of an envelope', () => {
    expect(readEnvelopeDsn(`http://${KEY}@h/1`)).toMatchObject({ publicKey: KEY, projectId: '1' })
    expect(readEnvelopeDsn(undefined)).toBeUndefined()
    expect(readEnvelopeDsn(5)).toBeInstanceOf(Drop)
    expect(readEnvelopeDsn('nonsense')).toBeInstanceOf(Drop)
  })
})

describe('[IN3] reports unreadable input as unreadable', () => {
  it.each(['Bearer x', 'Sentry', 'Sentry sentry_version=7', 'Sentry sentry_key=,a=b', ''])('%j', (header) => {
    expect(readCredentials(NO_QUERY, header, undefined)).toMatchObject({ reason: 'unauthenticated' })
  })

  it('but ignores an Authorization header of another scheme', () => {
    expect(readCredentials(NO_QUERY, undefined, 'Bearer abc')).toBeUndefined()
  })
})

describe('normalisePublicKey', () => {
  it('takes 32 hexadecimal digits of either case, and nothing else', () => {
    expect(normalisePublicKey(KEY.toUpperCase())).toBe(KEY)
    expect(normalisePublicKey(`${KEY}0`)).toBeUndefined()
    expect(normalisePublicKey(`g${KEY.slice(1)}`)).toBeUndefined()
    expect(normalisePublicKey('')).toBeUndefined()
  })
})

describe('isKnownVersion', () => {
  it.each([undefined, '2.0', '5', '7', 'latest'])('takes %j', (version) => {
    expect(isKnownVersion(version)).toBe(true)
  })

  it('refuses 8', () => {
    expect(isKnownVersion('8')).toBe(false)
  })
})
