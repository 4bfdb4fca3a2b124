import { describe, expect, it } from 'vitest'
import type { SearchExpression } from './expression.ts'
import { understandSearch } from './understand.ts'

const now = Date.UTC(2026, 10, 15)
const DAY = 86_400_000

function shape(one: SearchExpression): string {
  if (one.kind === 'text') return `text ${one.words.join('+')}`
  if (one.kind === 'not') return `not ${shape(one.part)}`
  if (one.kind !== 'test') return `${one.kind}[${one.parts.map(shape).join('; ')}]`
  const { match } = one
  const field = `${one.of}.${one.tag ? `tag ${one.field}` : one.field}`
  if (match.op === 'is') return `${field} is ${match.values.join('|')}`
  if (match.op === 'like') return `${field} like ${match.pattern}`
  if (match.op === 'regex') return `${field} regex ${match.source}${match.anyCase ? ' any case' : ''}`
  if (match.op === 'latest') return `${field} latest`
  if (match.op === 'order') return `${field} ${match.cmp} release ${match.version}`
  return match.op === 'has' ? `${field} has` : `${field} ${match.cmp} ${match.value}`
}

const of = (text: string, list: 'issues' | 'events' = 'issues') => {
  const { expression, errors } = understandSearch(text, { of: list, now })
  expect(errors).toEqual([])
  return expression && shape(expression)
}
const fault = (text: string): Readonly<Record<string, string>> | undefined => {
  const [error] = understandSearch(text, { of: 'issues', now }).errors
  return error && { code: error.code, at: text.slice(error.at, error.at + error.length), ...error.args }
}

describe('understandSearch', () => {
  it('[SE5] separates conditions on the issue from conditions on an event', () => {
    expect(of('is:unresolved release:1.0 plan:pro assigned:me')).toBe(
      'all[issue.status is unresolved; event.release is 1.0; event.tag plan is pro; issue.assigned is me]',
    )
    expect(of('level:error title:*x*')).toBe('all[issue.level is error; issue.title like *x*]')
    expect(of('level:error title:*x*', 'events')).toBe('all[event.level is error; event.title like *x*]')
    expect(of('"level":error tags.level:x env:prod transaction:/a')).toBe(
      'all[any[event.tag level is error|x]; event.environment is prod; event.route is /a]',
    )
  })

  it('[SE6] takes filters of one key side by side as any of them, and joined by AND as all', () => {
    expect(of('level:error level:warning')).toBe('all[any[issue.level is error|warning]]')
    expect(of('os:a AND os:b')).toBe('all[event.os is a; event.os is b]')
    expect(of('os:a !os:b !os:c')).toBe('all[event.os is a; not event.os is b; not event.os is c]')
    expect(of('is:unresolved is:regressed')).toBe(
      'all[issue.status is unresolved; issue.substatus is regressed]',
    )
    expect(of('times:>10 times:<100')).toBe('all[issue.times > 10; issue.times < 100]')
    expect(of('plan:pro plan:fr*')).toBe('all[any[event.tag plan is pro; event.tag plan like fr*]]')
  })

  it('[SE61] compares the time of an event with dates, times and ages', () => {
    expect(of('timestamp:-24h')).toBe(`event.timestamp >= ${now - DAY}`)
    expect(of('timestamp:2026-11-14', 'events')).toBe(
      `all[event.timestamp >= ${now - DAY}; event.timestamp < ${now}]`,
    )
    expect(of('timestamp:>=2026-11-14 timestamp:<2026-11-14T12:00')).toBe(
      `all[event.timestamp >= ${now - DAY}; event.timestamp < ${now - DAY / 2}]`,
    )
    expect(fault('timestamp:yesterday')).toMatchObject({ code: 'not_a_time', at: 'yesterday' })
    expect(of('tags[timestamp]:yesterday')).toBe('event.tag timestamp is yesterday')
  })

  it('[SE6] keeps words together, whatever stands between them', () => {
    expect(of('Checkout is:resolved "was Not"')).toBe('all[issue.status is resolved; text checkout+was not]')
    expect(of('a AND b')).toBe('all[text a+b]')
    expect(of('Check* *out* a*b "x*" *')).toBe('all[text check+out+a*b+x*+*]')
    expect(of('!a NOT b')).toBe('all[not text a; not text b]')
  })

  it('[SE7] reads stars, regular expressions, presence, ranges, ages and times', () => {
    expect(of('browser:Chrome*')).toBe('event.browser like Chrome*')
    expect(of('browser:"Chrome*"')).toBe('event.browser is Chrome*')
    expect(of('message:/time ?out/i')).toBe('event.message regex time ?out any case')
    expect(of('route:/cart/ url:/(cart|shop)/')).toBe(
      'all[event.route is /cart/; event.url regex (cart|shop)]',
    )
    expect(of('has:release !has:plan has:"os"')).toBe(
      'all[event.release has; not event.tag plan has; event.tag os has]',
    )
    expect(of('users:10..20 ms:>=1.5 ms:"<3"')).toBe(
      'all[all[issue.users >= 10; issue.users <= 20]; event.tag ms >= 1.5; event.tag ms is <3]',
    )
    expect(of('age:-24h')).toBe(`issue.first-seen >= ${now - DAY}`)
    expect(of('age:>7d')).toBe(`issue.first-seen < ${now - 7 * DAY}`)
    const first = Date.UTC(2026, 10, 1)
    expect(of('first-seen:>2026-11-01')).toBe(`issue.first-seen >= ${first + DAY}`)
    expect(of('lastSeen:2026-11-01')).toBe(
      `all[issue.last-seen >= ${first}; issue.last-seen < ${first + DAY}]`,
    )
    expect(of('last-seen:-1w')).toBe(`issue.last-seen >= ${now - 7 * DAY}`)
    expect(of('is:assigned,unassigned')).toBe('any[not issue.assigned is none; issue.assigned is none]')
    expect(of('handled:no')).toBe('event.handled is false')
  })

  it('[SE3] points at the value that a key does not take', () => {
    expect(fault('a is:broken')).toMatchObject({ code: 'not_one_of', at: 'broken', key: 'is' })
    expect(fault('handled:maybe')).toMatchObject({ code: 'not_one_of', choices: 'yes, no' })
    expect(fault('level:error,bad')).toMatchObject({ code: 'not_one_of', at: 'bad' })
    expect(fault('times:many')).toMatchObject({ code: 'not_a_number', at: 'many' })
    expect(fault('age:old')).toMatchObject({ code: 'not_an_age', at: 'old' })
    expect(fault('first-seen:2026-02-30')).toMatchObject({ code: 'not_a_time' })
    expect(fault('a browser: b')).toMatchObject({ code: 'needs_value', at: 'browser:', key: 'browser' })
    expect(fault('(a OR env:)')).toMatchObject({ code: 'needs_value', key: 'environment' })
  })

  it('[SE31] reads a comparison of releases as one of their order, and one in quotes as it is', () => {
    expect(of('release:>4.2')).toBe('event.release > release 4.2')
    expect(of('!release:<=shop@4.2', 'events')).toBe('not event.release <= release shop@4.2')
    expect(of('release:>=1.9 release:<2.0')).toBe(
      'all[event.release >= release 1.9; event.release < release 2.0]',
    )
    expect(of('release:1.9..1.12')).toBe('all[event.release >= release 1.9; event.release <= release 1.12]')
    expect(of('release:1.9.. os:x')).toBe('all[event.release >= release 1.9; event.os is x]')
    expect(of('release:dev,>1.9,beta')).toBe('any[event.release is dev|beta; event.release > release 1.9]')
    expect(of('release:">4.2"')).toBe('event.release is >4.2')
    expect(of('release:..')).toBe('event.release is ..')
    expect(of('dist:>4.2')).toBe('event.dist is >4.2')
    expect(fault('a release:>=')).toMatchObject({ code: 'needs_value', at: '>=', key: 'release' })
  })

  it('[SE50] takes the names that Sentry has for keys', () => {
    for (const [theirs, ours] of [
      ['error.type:TypeError', 'event.type is TypeError'],
      ['error.value:x', 'event.message is x'],
      ['error.handled:true', 'event.handled is true'],
      ['error.handled:0', 'event.handled is false'],
      ['error.unhandled:1', 'event.handled is false'],
      ['!error.unhandled:no', 'not event.handled is true'],
      ['stack.filename:*cart.tsx', 'event.stack.filename like *cart.tsx'],
      ['stack.function:pay', 'event.stack.function is pay'],
      ['user.username:ann', 'event.user.username is ann'],
      ['user.ip:10.0.0.1', 'event.user.ip is 10.0.0.1'],
      ['sdk.name:sentry.javascript.browser', 'event.sdk.name is sentry.javascript.browser'],
      ['os.name:iOS', 'event.os.name is iOS'],
      ['browser.name:Chrome', 'event.browser.name is Chrome'],
      ['issue.priority:high', 'issue.priority is high'],
      ['issue.id:7', 'issue.issue is 7'],
      ['logger:django', 'event.logger is django'],
      ['id:abc', 'event.event is abc'],
      ['event.type:csp', 'event.event.type is security'],
      ['http.url:https://x/', 'event.url is https://x/'],
      ['platform.name:node', 'event.platform is node'],
      ['is:archived', 'issue.status is ignored'],
      ['times_seen:>3', 'issue.times > 3'],
      ['has:error.type', 'event.type has'],
    ] as const)
      expect(of(theirs)).toBe(ours)
    expect(of('error.type:A type:B')).toBe('all[any[event.type is A|B]]')
    expect(fault('error.handled:2')).toMatchObject({ code: 'not_one_of', choices: 'yes, no' })
    expect(fault('is:for_review')?.['choices']).not.toContain('archived')
  })

  it('[SE51] reads tags in brackets, and lists in brackets', () => {
    expect(of('tags[plan]:pro !tags["my key"]:x')).toBe(
      'all[event.tag plan is pro; not event.tag my key is x]',
    )
    expect(of('tags[level]:x tags[ms,number]:>5')).toBe('all[event.tag level is x; event.tag ms > 5]')
    expect(of('has:tags[level]')).toBe('event.tag level has')
    expect(of('release:[1.0, "b c",2.*]')).toBe('any[event.release is 1.0|b c; event.release like 2.*]')
    expect(of('!level:[error, fatal]')).toBe('not any[issue.level is error|fatal]')
    expect(of('level:[error]')).toBe('issue.level is error')
    expect(of('plan:[pro]')).toBe('any[event.tag plan is [pro]; event.tag plan is pro]')
    expect(of('route:[/users/[id], /cart/]')).toBe('any[event.route is /users/[id]|/cart/]')
    expect(fault('level:[error, bad]')).toMatchObject({ code: 'not_one_of', at: 'bad' })
  })

  it('[SE53] reads latest as the newest release, and in quotes as it is', () => {
    expect(of('release:latest')).toBe('event.release latest')
    expect(of('!release:[latest, 1.0]')).toBe('not any[event.release latest; event.release is 1.0]')
    expect(of('release:"latest" dist:latest')).toBe('all[event.release is latest; event.dist is latest]')
  })

  it('[SE54] takes an id for an event where there is one, and for a word otherwise', () => {
    const id = 'ab'.repeat(16)
    const uuid = 'ABABABAB-abab-abab-abab-abababababab'
    const isEvent = (one: string) => one === id
    const read = (text: string) => {
      const { expression } = understandSearch(text, { of: 'issues', now, isEvent })
      return expression && shape(expression)
    }
    expect(read(id)).toBe(`event.event is ${id}`)
    expect(read(`!${uuid} os:x`)).toBe(`all[not event.event is ${id}; event.os is x]`)
    expect(read('cd'.repeat(16))).toBe(`text ${'cd'.repeat(16)}`)
    expect(read(`"${id}"`)).toBe(`text ${id}`)
    expect(of(id)).toBe(`text ${id}`)
  })

  it('[SE55] points at a key that only Sentry has', () => {
    const instead = (text: string) => fault(text)?.['instead']
    expect(fault('a !geo.city:Rome')).toEqual({
      code: 'unsupported_key',
      at: 'geo.city',
      key: 'geo.city',
      instead: '',
    })
    expect(fault('has:stack.module')).toMatchObject({ code: 'unsupported_key', at: 'stack.module' })
    expect(instead('stack.module:a')).toBe('stack.filename')
    expect(instead('device.family:iPhone')).toBe('device')
    expect(instead('release.version:1')).toBe('release')
    expect(instead('timestamp.to_day:1')).toBe('timestamp')
    expect(fault('flags["new cart"]:true')).toMatchObject({ key: 'flags[new cart]' })
    expect(fault('count():>5')).toMatchObject({ code: 'unsupported_key', at: 'count()' })
    expect(fault('!p95(transaction.duration):>5')).toMatchObject({ key: 'p95(transaction.duration)' })
    for (const key of ['http.status_code', 'transaction.duration', 'project', 'firstRelease'])
      expect(fault(`${key}:1`)).toMatchObject({ code: 'unsupported_key', key })
    expect(of('"geo.city":Rome tags[geo.city]:Rome tags.geo.city:x geography:y')).toBe(
      'all[any[event.tag geo.city is Rome|Rome|x]; event.tag geography is y]',
    )
  })

  it('[SE55] leaves such a key a tag in a query that an earlier version accepted', () => {
    const { expression } = understandSearch('geo.city:Rome', { of: 'issues', now, acceptedBefore: true })
    expect(expression && shape(expression)).toBe('event.tag geo.city is Rome')
  })

  it('[SE35] points at the star that is one too many', () => {
    const most = 'a*'.repeat(10)
    expect(of(`message:${most}`)).toBe(`event.message like ${most}`)
    const { errors } = understandSearch(`x message:${most}b*c`, { of: 'events', now })
    expect(errors).toMatchObject([
      { code: 'too_many_stars', at: 'x message:'.length + most.length + 1, length: 1, args: { limit: '10' } },
    ])
  })

  it('[SE8] refuses what an engine without backtracking does not know', () => {
    for (const [source, why] of [
      ['a(?=b)', 'lookaround'],
      ['(?<!a)b', 'lookaround'],
      [String.raw`(a)\1`, 'backreference'],
      ['(?<n>a)', 'broken'],
      ['(', 'broken'],
      ['(a{100}){100}', 'broken'],
      ['(.?){1000}z', 'broken'],
      ['x'.repeat(201), 'too_long'],
    ] as const)
      expect(fault(`message:/${source}/`)).toMatchObject({ code: 'bad_pattern', fault: why })
    expect(of(String.raw`message:/^\d+ (?:ms|s)[.]?$/`)).toBe(
      String.raw`event.message regex ^\d+ (?:ms|s)[.]?$`,
    )
  })
})
