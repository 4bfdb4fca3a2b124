import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { anEvent, T0 } from './telemetry.builders.ts'
import type { OpenedTelemetryStore } from './telemetry.contract.ts'
import type { AppendedEvent, Condition, Dimension, Scope } from './telemetry.ts'

/** Every TelemetryStore must pass this, too. */
export function describeEventSearch(name: string, open: () => Promise<OpenedTelemetryStore>): void {
  describe(`EventSearch contract: ${name}`, () => {
    let opened: OpenedTelemetryStore
    beforeEach(async () => {
      opened = await open()
    })
    afterEach(() => opened.cleanup())

    const append = (...events: readonly AppendedEvent[]) =>
      opened.store.append({ spoolId: 's', from: 0, to: 1_000_000, events, raw: [], sessions: [] })
    const scope = (...where: readonly Condition[]): Scope => ({
      projectId: '1',
      range: { from: 0, to: Number.MAX_SAFE_INTEGER },
      where,
    })
    const found = async (...where: readonly Condition[]) => {
      const { events } = await opened.store.searchEvents(scope(...where), { limit: 100, budget: 1e6 })
      return events.map(({ seq }) => seq)
    }

    it('[TS40] combines conditions, and takes a missing value for one that meets nothing', async () => {
      await append(
        anEvent({ seq: 1, release: 'a', tags: [['ms', '12']] }),
        anEvent({ seq: 2, release: 'b', tags: [['ms', '9']] }),
        anEvent({ seq: 3, release: undefined, tags: [] }),
      )
      const is = (value: string): Condition => ({ dimension: 'release', op: 'is', values: [value] })
      expect(await found({ op: 'any', of: [is('a'), is('b')] })).toEqual([2, 1])
      expect(await found({ op: 'all', of: [is('a'), is('b')] })).toEqual([])
      expect(await found({ op: 'not', of: is('a') })).toEqual([3, 2])
      expect(await found({ op: 'not', of: { op: 'any', of: [is('a'), is('b')] } })).toEqual([3])
      expect(await found({ op: 'any', of: [] })).toEqual([])
      expect(await found({ op: 'all', of: [] })).toEqual([3, 2, 1])
      const ms = { tag: 'ms' }
      expect(await found({ dimension: 'release', op: 'has' })).toEqual([2, 1])
      expect(await found({ op: 'not', of: { dimension: ms, op: 'has' } })).toEqual([3])
      expect(await found({ dimension: ms, op: 'compare', cmp: '>', value: 9.5 })).toEqual([1])
      expect(await found({ op: 'not', of: { dimension: ms, op: 'compare', cmp: '>', value: 9.5 } })).toEqual([
        3, 2,
      ])
    })

    it('[RT17] finds events by their route, else by the name of their transaction', async () => {
      await append(
        anEvent({ seq: 1, route: '/users/[id]', transaction: 'GET /users/:id' }),
        anEvent({ seq: 2, route: undefined, transaction: '/users/[id]' }),
        anEvent({ seq: 3, route: '/about', transaction: '/users/[id]' }),
        anEvent({ seq: 4, route: undefined, transaction: undefined }),
      )
      expect(await found({ dimension: 'route', op: 'is', values: ['/users/[id]'] })).toEqual([2, 1])
      expect(await found({ dimension: 'route', op: 'like', pattern: '/ABO*' })).toEqual([3])
      expect(await found({ dimension: 'route', op: 'has' })).toEqual([3, 2, 1])
      const { values } = await opened.store.breakdown(scope(), { by: 'route', measure: 'events', limit: 5 })
      expect(values.map(({ key, count }) => [key, count])).toEqual([
        ['/users/[id]', 2],
        ['/about', 1],
      ])
      const { events } = await opened.store.page(scope(), { limit: 9 })
      expect(events.map(({ route }) => route)).toEqual([undefined, '/about', undefined, '/users/[id]'])
    })

    it('[TS40] finds by stars in any case, and by regular expressions', async () => {
      const where: readonly Dimension[] = ['browser', { tag: 'agent' }]
      const values = ['Chrome 142', 'chrome_x', '100% [a]', String.raw`a\b`, 'two\nlines']
      await append(
        ...values.map((value, index) => anEvent({ seq: index, browser: value, tags: [['agent', value]] })),
      )
      for (const dimension of where) {
        const like = (pattern: string) => found({ dimension, op: 'like', pattern })
        const regex = (source: string, anyCase = false) => found({ dimension, op: 'regex', source, anyCase })
        expect(await like('CHROME*')).toEqual([1, 0])
        expect(await like('chrome_*')).toEqual([1])
        expect(await like('*0%*')).toEqual([2])
        expect(await like(String.raw`a\*`)).toEqual([3])
        expect(await like('*')).toEqual([4, 3, 2, 1, 0])
        expect(await regex('^Chrome [0-9]+$')).toEqual([0])
        expect(await regex('^chrome.[0-9x]+$', true)).toEqual([1, 0])
        expect(await regex('two.lines')).toEqual([4])
      }
    })

    it('[TS55] is done at once with stars and expressions on messages that are one long repetition', async () => {
      await append(
        anEvent({ seq: 1, value: 'a'.repeat(8192) }),
        anEvent({ seq: 2, value: `${'a'.repeat(8191)}b` }),
      )
      const like = (pattern: string) => found({ dimension: 'message', op: 'like', pattern })
      const regex = (source: string) => found({ dimension: 'message', op: 'regex', source, anyCase: false })
      expect(await like('*a*a*a*a*b')).toEqual([2])
      expect(await like(`${'*a'.repeat(10)}*c`)).toEqual([])
      expect(await like('a*a*a*a*%_*b')).toEqual([])
      expect(await regex('a.*a.*a.*a.*a.*b$')).toEqual([2])
      expect(await regex('^(a+)+$')).toEqual([1])
      expect(
        await found({ op: 'not', of: { dimension: 'message', op: 'like', pattern: '*a*a*b*' } }),
      ).toEqual([1])
    })

    it('[TS55] takes every sign but the star as it is', async () => {
      const signs = String.raw`^$.|?+()[]{}/-\d%_`
      await append(
        anEvent({ seq: 1, value: `x ${signs} y` }),
        anEvent({ seq: 2, value: 'x d y' }),
        anEvent({ seq: 3, value: 'one\ntwo\nthree' }),
      )
      const like = (pattern: string) => found({ dimension: 'message', op: 'like', pattern })
      expect(await like(`x*${signs}*y`)).toEqual([1])
      expect(await like('X*D*Y')).toEqual([2, 1])
      for (const sign of signs.replace('d', '')) expect(await like(`x*${sign}*y`)).toEqual([1])
      expect(await like('one*two*three')).toEqual([3])
      expect(await like('two*three*')).toEqual([])
      expect(await like('x*x d y')).toEqual([])
    })

    it('[TS41] finds words in any case wherever the event says something', async () => {
      const said = { title: 'T', culprit: 'C', value: 'V', tags: [] as const }
      await append(
        anEvent({ ...said, seq: 1, title: 'Checkout FAILED' }),
        anEvent({ ...said, seq: 2, tags: [['plan', 'Failed Pro']] }),
        { ...anEvent({ ...said, seq: 3 }), searchText: 'retry failed\nget /prices' },
        anEvent({ ...said, seq: 4, culprit: 'failed(app)' }),
        anEvent({ ...said, seq: 5 }),
      )
      expect(await found({ op: 'text', words: ['failed'] })).toEqual([4, 3, 2, 1])
      expect(await found({ op: 'text', words: ['failed', 'PRICES'] })).toEqual([3])
      expect(await found({ op: 'text', words: ['failed get'] })).toEqual([])
      expect(await found({ op: 'not', of: { op: 'text', words: ['failed'] } })).toEqual([5])
      expect(await found({ op: 'text', words: ["'%_\\"] })).toEqual([])
    })

    it('[SE61] finds events by when they were received, to the millisecond', async () => {
      const at = (seq: number) => anEvent({ seq, receivedAt: T0 + seq * 1000 })
      await append(at(1), at(2), at(3), at(4))
      const received = (cmp: '=' | '<' | '<=' | '>' | '>=', value: number) =>
        found({ dimension: 'received', op: 'compare', cmp, value })
      expect(await received('>', T0 + 2000)).toEqual([4, 3])
      expect(await received('>=', T0 + 2000)).toEqual([4, 3, 2])
      expect(await received('<', T0 + 2001)).toEqual([2, 1])
      expect(await received('<=', T0 + 1999)).toEqual([1])
      expect(await received('=', T0 + 3000)).toEqual([3])
      const late = { dimension: 'received', op: 'compare', cmp: '>', value: T0 + 2000 } as const
      expect(await found({ op: 'not', of: late })).toEqual([2, 1])
      expect(await found({ dimension: 'received', op: 'has' })).toEqual([4, 3, 2, 1])
      expect(await found({ dimension: 'received', op: 'is', values: [String(T0 + 1000), 'x'] })).toEqual([1])
    })

    it('[TS90] finds events by any frame of their stack, and breaks down by the innermost', async () => {
      const stack = (seq: number, stackFiles?: string, stackFunctions?: string) => ({
        ...anEvent({ seq }),
        stackFiles,
        stackFunctions,
      })
      await append(
        stack(1, 'app/Cart.tsx\napp/main.ts', 'pay\nmain'),
        stack(2, 'app/main.ts', 'main'),
        stack(3, 'my/app/main.ts'),
        stack(4),
      )
      const file = (...values: readonly string[]) => found({ dimension: 'stack_file', op: 'is', values })
      expect(await file('app/main.ts')).toEqual([2, 1])
      expect(await file('app/Cart.tsx', 'my/app/main.ts')).toEqual([3, 1])
      expect(await file('main.ts')).toEqual([])
      expect(await file('Cart.tsx\napp')).toEqual([])
      expect(await file()).toEqual([])
      expect(await found({ dimension: 'stack_file', op: 'like', pattern: 'APP/*' })).toEqual([2, 1])
      expect(await found({ dimension: 'stack_file', op: 'like', pattern: 'a*t*main.ts' })).toEqual([])
      const regex = { op: 'regex', source: '^app.[a-z]+.ts$', anyCase: false } as const
      expect(await found({ dimension: 'stack_file', ...regex })).toEqual([2, 1])
      expect(await found({ op: 'not', of: { dimension: 'stack_file', ...regex } })).toEqual([4, 3])
      expect(await found({ dimension: 'stack_function', op: 'has' })).toEqual([2, 1])
      const asked = { by: 'stack_file', measure: 'events', limit: 9 } as const
      const { values } = await opened.store.breakdown(scope(), asked)
      expect(values.map(({ key }) => key).toSorted()).toEqual([
        'app/Cart.tsx',
        'app/main.ts',
        'my/app/main.ts',
      ])
    })

    it('[TS91] knows browsers, systems and SDKs without their versions', async () => {
      await append(
        anEvent({ seq: 1, browser: 'Mobile Safari 18', os: 'iOS 18.1', sdk: 'sentry.python/2.1.0' }),
        anEvent({ seq: 2, browser: 'Safari', os: 'Windows XP', sdk: 'mine' }),
        anEvent({ seq: 3, browser: undefined, os: undefined, sdk: undefined }),
      )
      const is = (dimension: Dimension, value: string) => found({ dimension, op: 'is', values: [value] })
      expect(await is('browser_name', 'Mobile Safari')).toEqual([1])
      expect(await is('browser_name', 'Safari')).toEqual([2])
      expect(await is('os_name', 'iOS')).toEqual([1])
      expect(await is('os_name', 'Windows XP')).toEqual([2])
      expect(await is('sdk_name', 'sentry.python')).toEqual([1])
      expect(await is('sdk_name', 'mine')).toEqual([2])
      expect(await is('sdk_version', '2.1.0')).toEqual([1])
      expect(await found({ dimension: 'sdk_version', op: 'has' })).toEqual([1])
      expect(await found({ op: 'not', of: { dimension: 'os_name', op: 'has' } })).toEqual([3])
    })

    it('[TS92] knows users by name and IP address, and events by logger, which no event shows', async () => {
      const more = { userName: 'Ann', userIp: '10.0.0.1', logger: 'django' }
      await append({ ...anEvent({ seq: 1 }), ...more }, anEvent({ seq: 2 }))
      for (const [dimension, value] of [
        ['user_name', 'Ann'],
        ['user_ip', '10.0.0.1'],
        ['logger', 'django'],
      ] as const)
        expect(await found({ dimension, op: 'is', values: [value] })).toEqual([1])
      const stored = await opened.store.get('1', anEvent({ seq: 1 }).eventId)
      for (const field of Object.keys(more)) expect(stored).not.toHaveProperty(field)
    })

    it('[TS41] knows users by their address, too', async () => {
      await append({ ...anEvent({ seq: 1, user: '7' }), userEmail: 'ann@shop.test' }, anEvent({ seq: 2 }))
      expect(await found({ dimension: 'user_email', op: 'is', values: ['ann@shop.test'] })).toEqual([1])
    })

    it('[TS42] says how far it looked, and goes on from there', async () => {
      await append(
        ...Array.from({ length: 9 }, (_, index) => anEvent({ seq: index * 10, issueId: String(index % 3) })),
      )
      const first = await opened.store.searchEvents(scope(), { limit: 4, budget: 1e6 })
      expect(first.events.map(({ seq }) => seq)).toEqual([80, 70, 60, 50])
      expect(first).toMatchObject({ next: { seq: 50 }, searched: { complete: false } })
      const rest = await opened.store.searchEvents(scope(), { limit: 9, budget: 1e6, before: first.next! })
      expect(rest.events.map(({ seq }) => seq)).toEqual([40, 30, 20, 10, 0])
      expect(rest).toMatchObject({ next: undefined, searched: { events: 5, back: T0, complete: true } })
      const stopped = await opened.store.searchEvents(scope(), { limit: 9, budget: 0 })
      expect(stopped).toMatchObject({ events: [], searched: { events: 0, back: undefined, complete: false } })
      const issues = await opened.store.searchIssues(scope(), { limit: 2, budget: 1e6 })
      expect(issues).toMatchObject({ issueIds: ['2', '1'], searched: { events: 9 } })
    })

    it('[TS42] is complete at once where nothing is stored, and finds a single event', async () => {
      const search = () => opened.store.searchEvents(scope(), { limit: 1, budget: 1e6 })
      const nothing = { events: 0, back: undefined, complete: true }
      expect(await search()).toEqual({ events: [], next: undefined, searched: nothing })
      await append(anEvent({ seq: 1, receivedAt: T0 }))
      const searched = { events: 1, back: T0, complete: true }
      expect(await search()).toMatchObject({ events: [{ seq: 1 }], next: undefined, searched })
    })

    it('[TS42] orders issues by their latest event, and those of one moment by id', async () => {
      const at = (seq: number, issueId: string) => anEvent({ seq, issueId, receivedAt: T0 + seq })
      await append(at(1, '5'), at(2, '9'), at(3, '5'), at(4, '6'), { ...at(5, '8'), receivedAt: T0 + 4 })
      const { issueIds } = await opened.store.searchIssues(scope(), { limit: 9, budget: 1e6 })
      expect(issueIds).toEqual(['8', '6', '5', '9'])
    })
  })
}
