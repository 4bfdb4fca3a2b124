import { describe, expect, it } from 'vitest'
import type { ErrorEvent, ExceptionValue, Frame } from '#domain/events/error-event.ts'
import { aFrame, aMechanism, anEvent, anException } from '#domain/testing.ts'
import { group } from './group.ts'
import { groupV1 } from './group-v1.ts'
import { groupV4 } from './group-v4.ts'

const frame = (name: string, over: Partial<Frame> = {}) =>
  aFrame({ function: name, module: 'shop.jobs', absPath: '/srv/app/shop/jobs.py', ...over })
const theirs = (name: string) => frame(name, { module: 'urllib.request', inApp: false })
const thrown = (over: Partial<ExceptionValue> = {}) =>
  anException({ type: 'ValueError', value: 'no', mechanism: aMechanism(), frames: [frame('run')], ...over })
const event = (...exceptions: readonly ExceptionValue[]) => anEvent({ platform: 'python', exceptions })
const of = (one: ErrorEvent) => groupV4(one)!.fingerprint
const same = (a: ErrorEvent, b: ErrorEvent) => of(a) === of(b)

describe('grouping version 4, places', () => {
  it('[GR125] tells two raises of one function apart by their source lines, which move with them', () => {
    const at = (contextLine: string, line: number) =>
      event(thrown({ frames: [frame('run', { contextLine, line })] }))
    expect(same(at('raise ValueError(a)', 3), at('raise ValueError(b)', 5))).toBe(false)
    expect(same(at('    raise ValueError(a)', 3), at('\traise  ValueError(a)', 9))).toBe(true)
  })

  it('[GR125] goes by what the message begins with where no source lines were sent', () => {
    const saying = (value: string) => event(thrown({ value }))
    expect(same(saying('shelf 5 is on hold'), saying('shelf 6 is on hold'))).toBe(true)
    expect(same(saying('shelf 5 is on hold'), saying('shelf 5 is gone'))).toBe(false)
    expect(same(saying(`no card for 'it's red'`), saying('no card for "blue 7"'))).toBe(true)
    expect(same(saying('no such table: orders_2017'), saying('no such table: users'))).toBe(true)
  })

  it('[GR125] compares the frames of the application, whatever packages do between and above them', () => {
    const lines = { contextLine: 'urlopen(url)' }
    const a = event(thrown({ frames: [frame('main'), theirs('x'), frame('price', lines), theirs('open')] }))
    const b = event(
      thrown({ frames: [frame('main'), frame('price', lines), theirs('open'), theirs('do_open')] }),
    )
    const c = event(thrown({ frames: [frame('main'), frame('stock', lines), theirs('open')] }))
    expect(same(a, b)).toBe(true)
    expect(same(a, c)).toBe(false)
  })

  it('[GR125] does not depend on where an endless recursion of two functions ends', () => {
    const round = [frame('even', { contextLine: 'odd()' }), frame('odd', { contextLine: 'even()' })]
    const turns = [frame('main'), ...Array.from({ length: 40 }, () => round).flat()]
    expect(same(event(thrown({ frames: turns })), event(thrown({ frames: [...turns, round[0]!] })))).toBe(
      true,
    )
  })

  it.each([
    ['go', 'get.signedIn.func1', 'signedIn.func2'],
    ['go', 'init.func16.byAge.1', 'byAge.func3'],
    ['go', '(*Server).run.func1.2', '(*Server).run.func4'],
    ['java', 'lambda$charge$0', 'lambda$charge$12'],
    ['rust', 'shop::run::{{closure}}::h0123456789abcdef', 'shop::run::{closure#3}'],
    ['ruby', 'block (2 levels) in charge', 'charge'],
    ['php', '{closure:/srv/app/jobs.php:12}', '{closure:/srv/releases/7/app/jobs.php:19}'],
    ['php', 'Job@anonymous\0/srv/app/jobs.php::run', 'Job@anonymous\0/srv/releases/7/jobs.php::run'],
  ])('[GR125] takes names that a compiler made for one: %s, %s and %s', (platform, a, b) => {
    const named = (name: string) => ({ ...event(thrown({ frames: [frame(name)] })), platform })
    expect(same(named(a), named(b))).toBe(true)
  })

  it('[GR125] keeps the folder of a deploy and classes made at run time out', () => {
    const at = (over: Partial<Frame>) =>
      event(thrown({ frames: [frame('run', { module: undefined, ...over })] }))
    const path = (release: string) => `/srv/releases/${release}/jobs/run.php`
    expect(same(at({ filename: path('20260401120000') }), at({ filename: path('20260402120000') }))).toBe(
      true,
    )
    expect(same(at({ module: 'a.Cart$$Lambda/0x7f' }), at({ module: 'a.Cart$$Lambda/0x99' }))).toBe(true)
    expect(same(at({ module: 'a.Cart$1' }), at({ module: 'a.Cart$2' }))).toBe(true)
    expect(same(at({ module: 'a.Cart' }), at({ module: 'a.Order' }))).toBe(false)
  })
})

describe('grouping version 4, causes', () => {
  const link = (exceptionId: number, parentId?: number, source = '__cause__') =>
    aMechanism({ type: 'chained', exceptionId, parentId, source })
  const wrapper = thrown({
    type: 'JobFailed',
    frames: [frame('run', { contextLine: 'raise JobFailed() from e' })],
  })
  const chain = (cause: Partial<ExceptionValue>, source?: string, outer = wrapper) =>
    event(thrown({ mechanism: link(1, 0, source), ...cause }), { ...outer, mechanism: link(0) })
  const parse = { type: 'KeyError', frames: [frame('parse')] }
  const load = { type: 'OSError', frames: [frame('load')] }

  it('[GR124] tells one wrapper of different root causes apart, and one cause in different wrappers', () => {
    expect(same(chain(parse), chain(parse))).toBe(true)
    expect(same(chain(parse), chain(load))).toBe(false)
    expect(same(chain(parse), chain(parse, undefined, { ...wrapper, type: 'TaskFailed' }))).toBe(false)
    const unnumbered = event(thrown(parse), { ...wrapper, mechanism: aMechanism() })
    expect(same(unnumbered, event(thrown(load), { ...wrapper, mechanism: aMechanism() }))).toBe(false)
  })

  it('[GR124] does not count the frames of a package in which the cause lies', () => {
    const inside = (name: string) => chain({ type: 'OSError', frames: [theirs(name)] })
    expect(same(inside('connect'), inside('connect_v2'))).toBe(true)
  })

  it('[GR124] leaves out what was being handled when a handler itself failed', () => {
    const handler = thrown({
      type: 'TypeError',
      frames: [frame('on_error', { contextLine: 'x = error["a"]' })],
    })
    expect(same(chain(parse, '__context__', handler), chain(load, '__context__', handler))).toBe(true)
    expect(same(chain(parse, '__context__'), chain(load, '__context__'))).toBe(false)
  })

  it('[GR124] takes the members of an exception group in any order', () => {
    const many = (...members: ReadonlyArray<Partial<ExceptionValue>>) =>
      event(
        ...members.map((one, index) =>
          thrown({ ...one, mechanism: link(index + 1, 0, `exceptions[${index}]`) }),
        ),
        thrown({ type: 'ExceptionGroup', mechanism: aMechanism({ exceptionId: 0, isExceptionGroup: true }) }),
      )
    expect(same(many(parse, load), many(load, parse))).toBe(true)
    expect(same(many(parse, load), many(parse))).toBe(false)
  })

  it('[GR130] ends where a sender lets exceptions cause each other', () => {
    const round = event(thrown({ mechanism: link(1, 0) }), thrown({ mechanism: link(0, 1) }))
    expect(groupV4(round)?.version).toBe(4)
  })
})

describe('grouping version 4, messages and what stays', () => {
  const message = (formatted: string, template?: string, frames: readonly Frame[] = []) =>
    anEvent({
      platform: 'go',
      kind: 'default',
      exceptions: [],
      message: { formatted, template, params: [] },
      threads:
        frames.length === 0 ? [] : [{ id: '1', name: undefined, crashed: false, current: true, frames }],
    })

  it('[GR126] groups a message with a stack by the thread that wrote it', () => {
    const written = (name: string, text: string) => message(text, undefined, [frame(name)])
    expect(same(written('quota', 'tenant 5 is full'), written('quota', 'tenant 6 is full'))).toBe(true)
    expect(same(written('quota', 'tenant 5 is full'), written('clock', 'tenant 5 is full'))).toBe(false)
  })

  it('[GR126] groups an exception without a stack by the thread that crashed', () => {
    const crashed = (name: string) => ({
      ...message('', '', [frame(name)]),
      exceptions: [thrown({ frames: [] })],
    })
    expect(same(crashed('pay'), crashed('pay'))).toBe(true)
    expect(same(crashed('pay'), crashed('refund'))).toBe(false)
  })

  it('[GR126] groups a message without a stack by its template, else by its words without the data', () => {
    expect(same(message('a of ann', '%s of %s'), message('b of bob', '%s of %s'))).toBe(true)
    expect(same(message("kept for 'ann'"), message("kept for 'it's bob'"))).toBe(true)
    expect(same(message('disk is full'), message('disk is gone'))).toBe(false)
  })

  it('[GR120] leaves JavaScript, and an SDK’s own fingerprint, to the versions before', () => {
    for (const platform of ['javascript', 'node', 'other']) {
      const one = anEvent({ platform })
      expect(group(one, undefined, undefined, [], 4)).toEqual(group(one, undefined, undefined, [], 3))
    }
    const own = { ...event(thrown()), fingerprint: ['mine'] }
    expect(group(own, undefined, undefined, [], 4)).toEqual(group(own, undefined, undefined, [], 3))
    const extended = { ...event(thrown()), fingerprint: ['mine', '{{ default }}'] }
    expect(group(extended, undefined, undefined, [], 4)).toMatchObject({ version: 4 })
  })

  it('[GR123] lets the versions before see frames and messages as they always did', () => {
    const read = event(thrown({ frames: [frame('own'), frame('lib', { inApp: false, inAppBefore: true })] }))
    const seen = event(thrown({ frames: [frame('own'), frame('lib')] }))
    expect(group(read, undefined, undefined, [], 3)).toEqual(groupV1(seen, undefined))
    expect(group(read, undefined, undefined, [], 4).earlier?.fingerprint).toBe(
      groupV1(seen, undefined).fingerprint,
    )
  })
})
