import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultKeyRule } from './scrub-keys.ts'
import { scrubSource, scrubText } from './scrub-values.ts'

const scrub = (text: string) => scrubText(text, defaultKeyRule)?.text

/** Put together here, so that no tool takes this file for a leak. */
const glue = (...parts: string[]) => parts.join('')

describe('scrubText', () => {
  it.each([
    ['card 4111 1111 1111 1111 declined', 'card [Filtered] declined'],
    ['4111111111111111', '[Filtered]'],
    ['amex 3782-822463-10005', 'amex [Filtered]'],
    [glue('eyJhbGciOiJIUzI1NiJ9', '.eyJzdWIiOiIxMjM0In0', '.c2lnbmF0dXJl'), '[Filtered]'],
    ['Authorization failed for Bearer abc123def456', 'Authorization failed for Bearer [Filtered]'],
    ['Basic dXNlcjpwYXNz', 'Basic [Filtered]'],
    [glue('using sntry', 's_eyJpYXQiOjE3MDAwMDAwMDB9_abcdef'), 'using [Filtered]'],
    [glue('sntry', 'u_0123456789abcdef0123456789abcdef'), '[Filtered]'],
    [glue('gh', 'p_0123456789abcdefghijABCDEFGHIJ012345'), '[Filtered]'],
    [glue('xox', 'b-123456789012-abcdefghijkl'), '[Filtered]'],
    [glue('AK', 'IAIOSFODNN7EXAMPLE'), '[Filtered]'],
    [glue('sk_', 'live_0123456789abcdef'), '[Filtered]'],
    ['-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\nrest', '[Filtered]\nrest'],
    ['-----BEGIN PRIVATE KEY-----\nMIIE and cut', '[Filtered]'],
    ['postgres://admin:hunter2@db.example/shop', 'postgres://[Filtered]@db.example/shop'],
    ['https://shop.example/reset?token=abc&page=2', 'https://shop.example/reset?token=[Filtered]&page=2'],
    ['https://shop.example/cb#access_token=abc&x=1', 'https://shop.example/cb#access_token=[Filtered]&x=1'],
    ['https://s3.example/f?X-Amz-Signature=abc', 'https://s3.example/f?X-Amz-Signature=[Filtered]'],
    ['user=ada&password=hunter2', 'user=ada&password=[Filtered]'],
    ['theme=dark; sessionid=abc; lang=en', 'theme=dark; sessionid=[Filtered]; lang=en'],
    ['run --password=hunter2 now', 'run --password=[Filtered] now'],
    ['Server=db;Password="a b";Timeout=5', 'Server=db;Password="[Filtered]";Timeout=5'],
    ['sent Cookie: a=1; b=2', 'sent Cookie: [Filtered]'],
    ['password: x', 'password: [Filtered]'],
    ["{'password': 'x'}", "{'password': '[Filtered]'}"],
    ["{user: 'ada', password: 'x1'}", "{user: 'ada', password: '[Filtered]'}"],
    ['api_key: x', 'api_key: [Filtered]'],
    ['token: x', 'token: [Filtered]'],
    ['pw=x', 'pw=[Filtered]'],
    ['your pin: 1234', 'your pin: [Filtered]'],
    ['STRIPE_KEY=x', 'STRIPE_KEY=[Filtered]'],
    ['https://a.example/cb?code=a1b2c3d4e5f6&state=1', 'https://a.example/cb?code=[Filtered]&state=1'],
    ['https://user@host.example/x', 'https://[Filtered]@host.example/x'],
    [glue('hc', 't_0123456789abcdefghijABCDEFGHIJ0123456789'), '[Filtered]'],
    ['{"name":"ada","password":"hun\\"ter', '{"name":"ada","password":"[Filtered]'],
  ])('[PL4] finds the secret in %j', (text, expected) => {
    expect(scrub(text)).toBe(expected)
  })

  it.each([
    "Cannot read properties of undefined (reading 'token')",
    'Unexpected token < in JSON at position 0',
    'basic functionality and bearer authentication are documented',
    'order 1234567890123456 at 1794705930026',
    '4111111111111112',
    'https://shop.example/cart?page=2&sort=price',
    'https://0123456789abcdef0123456789abcdef@sentry.example/1',
    'ada@example.com wrote: key=value',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/156.0.0.0 Safari/537.36',
    'at mountIndeterminateComponent (https://shop.example/assets/index-BX3kD9aZ.js:12:34)',
    '0.09081889389852615',
    'password: must have 8 characters',
    '{"token_count":512}',
    '',
  ])('[PL4] leaves %j alone', (text) => {
    expect(scrub(text)).toBeUndefined()
  })

  it('[PL4] finds a secret wherever it stands in a text', () => {
    const secrets = fc.constantFrom(
      glue('gh', 'p_0123456789abcdefghijABCDEFGHIJ012345'),
      glue('eyJhbGciOiJIUzI1NiJ9', '.eyJzdWIiOiIxMjM0In0', '.c2lnbmF0dXJl'),
      '5555 5555 5555 4444',
      'Bearer abcdef0123456789',
      glue('AK', 'IAIOSFODNN7EXAMPLE'),
    )
    fc.assert(
      fc.property(fc.string(), secrets, fc.string(), (before, secret, after) => {
        expect(scrub(`${before} ${secret} ${after}`) ?? '').not.toContain(secret)
      }),
    )
  })

  it('[PL4] takes time in proportion to the text, whatever it is made of', () => {
    for (const part of [
      'a=',
      '"a":',
      '1234 ',
      'Bearer ',
      '://a:',
      'eyJaaaaaaaaaaaaaaaaa.',
      '-----BEGIN ',
      '\\"',
      'x-api-key:',
    ]) {
      const text = part.repeat(Math.ceil(100_000 / part.length))
      expect(scrub(text)?.length ?? 0).toBeLessThan(text.length * 12)
    }
  })
})

describe('scrubSource', () => {
  it('[PL4] leaves code that only mentions secrets, and finds those written into it', () => {
    expect(
      scrubSource('const password = login(password=password, token=token)', defaultKeyRule),
    ).toBeUndefined()
    expect(scrubSource(glue("connect('postgres://admin:", "hunter2@db/shop')"), defaultKeyRule)?.text).toBe(
      "connect('postgres://[Filtered]@db/shop')",
    )
  })
})
