import { describe, expect, it } from 'vitest'
import { readBreadcrumbs } from './breadcrumbs.ts'
import { readFrames } from './frames.ts'
import { readMessage } from './message.ts'
import { readRequest } from './request.ts'
import { readTags } from './tags.ts'
import { readUser, userKeyOf } from './user.ts'

describe('readFrames', () => {
  const frame = (sent: object) => readFrames({ frames: [sent as never] })[0]

  it('keeps the address as sent and shows its path', () => {
    expect(frame({ filename: 'https://shop.example/static/main.js?v=3', function: 'f' })).toMatchObject({
      filename: '/static/main.js',
      absPath: 'https://shop.example/static/main.js?v=3',
    })
    expect(frame({ filename: 'app:///_next/server/app/page.js' })?.filename).toBe('/_next/server/app/page.js')
    expect(frame({ filename: 'views.py', abs_path: '/srv/app/views.py' })).toMatchObject({
      filename: 'views.py',
      absPath: '/srv/app/views.py',
    })
  })

  it('reads a question mark as no function and zero as no position', () => {
    expect(frame({ function: '?', lineno: 0, colno: '7', filename: '' })).toMatchObject({
      function: undefined,
      line: undefined,
      column: 7,
      filename: undefined,
    })
  })

  it('takes dependencies as foreign only where the SDK did not say', () => {
    expect(frame({ filename: '/srv/node_modules/x/i.js' })?.inApp).toBe(false)
    expect(frame({ filename: '/srv/node_modules/x/i.js', in_app: true })?.inApp).toBe(true)
    expect(frame({ filename: 'node:fs' })?.inApp).toBe(false)
    expect(frame({ filename: '/srv/app.js' })?.inApp).toBe(true)
  })
})

describe('readBreadcrumbs', () => {
  it('reads a bare list and values, fills in type and level, and moves times along with the event', () => {
    const sent = [
      { timestamp: 10, message: 'm', data: { a: 1, __span: 'x' } },
      { level: 'log', timestamp: 'no' },
    ]
    const expected = [
      {
        timestamp: 10_500,
        type: 'default',
        category: undefined,
        level: 'info',
        message: 'm',
        data: { a: 1 },
      },
      {
        timestamp: undefined,
        type: 'default',
        category: undefined,
        level: 'log',
        message: undefined,
        data: {},
      },
    ]
    expect(readBreadcrumbs(sent, (moment) => moment + 500)).toEqual(expected)
    expect(readBreadcrumbs({ values: sent }, (moment) => moment + 500)).toEqual(expected)
  })
})

describe('readMessage', () => {
  it('reads text, an object and a logentry', () => {
    expect(readMessage({ message: 'hi' })).toEqual({ formatted: 'hi', template: undefined, params: [] })
    const entry = { message: 'hi %s', params: ['you'], formatted: 'hi you' }
    const expected = { formatted: 'hi you', template: 'hi %s', params: ['you'] }
    expect(readMessage({ message: entry })).toEqual(expected)
    expect(readMessage({ logentry: entry, message: 'other' })).toEqual(expected)
    expect(readMessage({ logentry: { params: [] }, message: 'other' })?.formatted).toBe('other')
  })
})

describe('readMessage with parameters', () => {
  const filled = (message: string, params: never) => readMessage({ logentry: { message, params } })?.formatted

  it.each([
    ['payment %s of %d declined', ['p1', 7], 'payment p1 of 7 declined'],
    ['%(user)s has %(count)05.2f %%', { user: 'ann', count: 3 }, 'ann has 3 %'],
    ['order {} of {}', [1, 'bob'], 'order 1 of bob'],
    ['{1} before {0}', ['b', 'a'], 'a before b'],
    ['{user} is {state}', { user: 'ann' }, 'ann is {state}'],
    ['100 % sure', ['x'], '100 % sure'],
    ['%s and %s', ['only'], 'only and %s'],
    ['%s', [{ a: [1] }], '{"a":[1]}'],
    ['no place', ['x'], 'no place'],
  ])('[PL161] fills %j with %j', (template, params, expected) => {
    expect(filled(template, params as never)).toBe(expected)
  })

  it('[PL161] keeps what the SDK formatted, and the template for grouping', () => {
    const sent = { message: 'hi %s', params: ['you'], formatted: 'hi, you' }
    expect(readMessage({ logentry: sent })).toEqual({
      formatted: 'hi, you',
      template: 'hi %s',
      params: ['you'],
    })
    const { formatted: _, ...unformatted } = sent
    expect(readMessage({ logentry: unformatted })).toMatchObject({ formatted: 'hi you', template: 'hi %s' })
  })

  it('[PL161] repeats a long parameter no further than a message may be long', () => {
    const long = filled('{0}'.repeat(2000), ['x'.repeat(1000)] as never)!
    expect(long.length).toBeLessThan(20_000)
  })
})

describe('readTags', () => {
  it('[PL162] adds logger, runtime and mechanism, unless they were sent as tags', () => {
    const payload = {
      logger: 'shop.jobs',
      contexts: { runtime: { name: 'CPython', version: '3.13.2' } },
      exception: { values: [{ mechanism: { type: 'chained' } }, { mechanism: { type: 'excepthook' } }] },
    }
    expect(readTags(payload).tags).toEqual([
      ['logger', 'shop.jobs'],
      ['runtime', 'CPython 3.13.2'],
      ['mechanism', 'excepthook'],
    ])
    expect(readTags({ ...payload, tags: { runtime: 'mine' } }).tags).toContainEqual(['runtime', 'mine'])
    expect(readTags({ exception: [{ mechanism: { type: 'generic' } }] }).tags).toEqual([])
  })

  it('reads an object and pairs, with numbers and flags as text', () => {
    const expected = [
      ['flag', 'true'],
      ['n', '3'],
    ]
    expect(readTags({ tags: { flag: true, n: 3, none: null, deep: {} } }).tags).toEqual(expected)
    expect(readTags({ tags: [['flag', true], ['n', 3], ['n', 4], ['', 'x'], 'odd'] }).tags).toEqual(expected)
  })

  it('keeps fields of their own out, and adds the server name', () => {
    expect(readTags({ tags: { release: 'r', user: 'u', a: 'two\nlines' }, server_name: 'h1' }).tags).toEqual([
      ['a', 'two lines'],
      ['server_name', 'h1'],
    ])
  })
})

describe('readUser', () => {
  it('moves what it does not know to data', () => {
    expect(readUser({ id: 7, plan: 'pro', data: { a: 1 } }, undefined)).toMatchObject({
      id: '7',
      data: { plan: 'pro', a: 1 },
    })
  })

  it('[PL5] takes the address of the connection where the SDK asks for it or sent none', () => {
    expect(readUser({ ip_address: '{{auto}}' }, '10.0.0.1')?.ipAddress).toBe('10.0.0.1')
    expect(readUser(undefined, '10.0.0.1')?.ipAddress).toBe('10.0.0.1')
    expect(readUser({ ip_address: '192.0.2.1' }, '10.0.0.1')?.ipAddress).toBe('192.0.2.1')
    expect(readUser({ ip_address: '{{auto}}' }, undefined)).toBeUndefined()
  })

  it('identifies users by ID, then email, then name, then IP address', () => {
    expect(userKeyOf(readUser({ id: 'u', email: 'e' }, 'a'))).toBe('u')
    expect(userKeyOf(readUser({ username: 'n', email: 'e' }, 'a'))).toBe('e')
    expect(userKeyOf(readUser({ username: 'n' }, 'a'))).toBe('n')
    expect(userKeyOf(readUser({}, 'a'))).toBe('a')
    expect(userKeyOf(readUser({}, undefined))).toBeUndefined()
  })
})

describe('readRequest', () => {
  it('reads the query as text, object and pairs', () => {
    expect(readRequest({ query_string: '?a=1&b=2' })?.query).toBe('a=1&b=2')
    expect(readRequest({ query_string: { a: '1', b: 'x y' } })?.query).toBe('a=1&b=x%20y')
    expect(
      readRequest({
        query_string: [
          ['a', '1'],
          ['a', '2'],
        ],
      })?.query,
    ).toBe('a=1&a=2')
    expect(readRequest({ query_string: { a: '\ud800' } })?.query).toBe('a=%EF%BF%BD')
  })

  it('reads headers and cookies as object, pairs and text', () => {
    expect(readRequest({ headers: { Accept: ['a', 'b'] } })?.headers).toEqual([['Accept', 'a, b']])
    expect(readRequest({ headers: [['Accept', 'a']] })?.headers).toEqual([['Accept', 'a']])
    expect(readRequest({ cookies: 'a=1; b=2=3; c' })?.cookies).toEqual([
      ['a', '1'],
      ['b', '2=3'],
    ])
    expect(readRequest({ cookies: {} })).toBeUndefined()
  })
})
