import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anEvent as aDigested } from '#stores/records/records.contract.ts'
import { anEvent, eventIdOf, T0 } from '#stores/telemetry/telemetry.builders.ts'
import type { AppendedEvent } from '#stores/telemetry/telemetry.ts'
import { orderReleases } from '#domain/releases/release-order.ts'
import { SearchFault } from './search-fault.ts'
import { openSearchWorld } from '#product/search/query/testing/search-world.ts'

const DAY = 86_400_000
const NOW = T0 + 20 * DAY

let world: Awaited<ReturnType<typeof openSearchWorld>>

/** The same data with every run, and as mixed as it can be: a small generator with a seed of its own. */
function createPick(seed: number) {
  let state = seed
  return <T>(values: readonly T[]): T => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff
    return values[(state >> 8) % values.length]!
  }
}

const RELEASES = ['shop@1.0', 'shop@1.10', 'shop@1.9', '2.0', 'nightly', undefined]
/** No event has shop@1.1 or shop@1.9.5. */
const SHOP = ['shop@1.0', 'shop@1.1', 'shop@1.9', 'shop@1.9.5', 'shop@1.10']
const BROWSERS = ['Chrome 142', 'Safari 18', 'chrome_x', undefined]
const WORDS = ['Timeout', 'checkout failed', 'größe', '100% [a]', 'prices']
const EVENT_ID = eventIdOf(17)
const PLANS = ['pro', 'free', '12', '7.5', '']

function randomEvent(seq: number, pick: ReturnType<typeof createPick>): AppendedEvent {
  const group = pick([0, 1, 2, 3, 4, 5, 6, 7])
  const plan = pick([...PLANS, undefined])
  // Apart, so that what events had before stays as it was.
  const further = createPick(seq * 7919 + 1)
  const event = anEvent({
    seq,
    issueId: String(group),
    fingerprint: `f${group}`,
    receivedAt: T0 + pick([0, 1, 5, 12, 17, 18, 19]) * DAY + seq,
    level: pick(['error', 'warning', 'fatal'] as const),
    title: `${pick(['TypeError', 'Error'])}: ${pick(WORDS)}`,
    culprit: pick(['render(app/cart)', 'pay']),
    value: pick(WORDS),
    release: pick(RELEASES),
    browser: pick(BROWSERS),
    transaction: pick(['/cart/', '/cart/[id]', undefined]),
    os: further(['iOS 18', 'Windows XP', 'Mac OS X 10.15', undefined]),
    sdk: further(['sentry.javascript.browser/9.1.0', 'sentry.python', undefined]),
    kind: further(['error', 'default', 'security'] as const),
    handled: pick([true, false, undefined]),
    user: pick(['ann', 'bob', 'eve', undefined]),
    tags: [...(plan === undefined ? [] : [['plan', plan] as const]), ...pick([[], [['is', 'x'] as const]])],
  })
  return {
    ...event,
    searchText: pick([undefined, 'fetch get /api/prices\nonclick cart.ts']),
    userEmail: pick([undefined, 'eve@shop.test']),
    userName: further([undefined, 'Eve', 'eve 2']),
    userIp: further([undefined, '10.0.0.1', '::1']),
    logger: further([undefined, 'django.request']),
    stackFiles: further([undefined, 'app/Cart.tsx\napp/main.ts', 'app/pay.ts', 'Cart.tsx']),
    stackFunctions: further([undefined, 'payNow\nmain', 'main']),
  }
}

beforeAll(async () => {
  const pick = createPick(7)
  const made = Array.from({ length: 60 }, (_, seq) => randomEvent(seq, pick))
  const bySight = made.toSorted((a, b) => a.receivedAt - b.receivedAt).flatMap(({ release }) => release ?? [])
  const orderOf = (version: string) =>
    version === 'nightly' ? [...new Set(bySight)] : version === '2.0' ? ['2.0'] : SHOP
  // By the order that lists have: each scheme by its numbers, the schemes by who was seen first.
  const seen = [...new Set(bySight)].map((version, firstSeen) => ({ version, firstSeen }))
  world = await openSearchWorld(NOW, orderOf, orderReleases(seen).at(-1)?.version)
  const digested = made.map((event) => aDigested({ ...event, projectId: '1', groupingVersion: 1 }))
  const [first, second] = await world.store(made, digested)
  const changes = [
    { id: first!, status: 'resolved' },
    { id: second!, status: 'ignored' },
  ] as const
  await world.records.issues.change(changes, NOW)
  await world.look()
})
afterAll(() => world.close())

const filter = fc.constantFrom(
  'is:unresolved',
  'is:resolved,ignored',
  'is:new',
  'is:ongoing',
  'is:regressed',
  'is:unassigned',
  'level:error',
  'level:error,fatal',
  'priority:high',
  'assigned:none',
  'times:>7',
  'times:5..8',
  'users:>=3',
  'users:<3',
  'age:-10d',
  'age:>12d',
  'first-seen:>2025-06-17',
  'last-seen:2025-07-04',
  'release:shop@1.0',
  'release:shop*',
  'release:/^shop@1[.][0-9]$/',
  'release:2.0,shop@1.9',
  'release:>=shop@1.9',
  'release:>shop@1.9',
  'release:<shop@1.10',
  'release:<=shop@1.9.5',
  'release:shop@1.9..shop@1.10',
  'release:>shop@1.9.5,2.0',
  'release:>=2.0',
  'release:>nightly',
  'release:<=nightly',
  'browser:CHROME*',
  'browser:"Chrome 142"',
  'browser:chrome_*',
  'handled:yes',
  'handled:no',
  'has:release',
  'has:browser',
  'has:plan',
  'has:handled',
  'plan:pro',
  'plan:>8',
  'plan:""',
  'plan:/[0-9]/',
  'plan:5..13',
  '"is":x',
  'tags.plan:free',
  'route:/cart/',
  'route:/cart/[id]',
  'user.id:ann',
  'user.email:eve@shop.test',
  'user:bob,eve',
  'message:*T*',
  'message:/OUT/i',
  'title:*größe*',
  'title:/^Type/',
  'type:TypeError',
  'error.type:TypeError',
  'error.handled:true',
  'error.unhandled:1',
  'stack.filename:app/Cart.tsx',
  'stack.filename:*cart.tsx',
  'stack.filename:/^app.p/',
  'stack.filename:[app/pay.ts, app/main.ts]',
  'has:stack.filename',
  'stack.function:main',
  'stack.function:m*n',
  'user.username:"eve 2"',
  'user.username:EVE*',
  'user.ip:[::1, 10.0.0.1]',
  'logger:django.request',
  'has:logger',
  'browser.name:Chrome',
  'os.name:"Mac OS X"',
  'os.name:"Windows XP"',
  'os.name:i*',
  'sdk.name:sentry.javascript.browser',
  'sdk.name:sentry.python',
  'sdk.version:9.1.0',
  'has:sdk.version',
  'event.type:csp',
  'issue.priority:[high, low]',
  'release:latest',
  'tags[plan]:[pro, free]',
  'is:archived',
  'timestamp:>=2025-06-20',
  'timestamp:<2025-06-17T12:00',
  'timestamp:2025-07-02..2025-07-04',
  'timestamp:-3d',
  'has:timestamp',
)
const word = fc.constantFrom(
  'timeout',
  '"checkout failed"',
  'prices',
  '"get /api"',
  'cart',
  '%',
  'nowhere',
  'GRÖSSE',
  'größe',
  'pro',
  EVENT_ID,
)
const term = fc.oneof({ weight: 4, arbitrary: filter }, { weight: 2, arbitrary: word })
const { text } = fc.letrec<{ text: string }>((tie) => ({
  text: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    term,
    term.map((one) => `!${one}`),
    fc.tuple(tie('text'), tie('text')).map(([a, b]) => `${a} ${b}`),
    fc.tuple(tie('text'), tie('text')).map(([a, b]) => `(${a} AND ${b})`),
    fc.tuple(tie('text'), tie('text')).map(([a, b]) => `(${a} OR ${b})`),
    tie('text').map((one) => `NOT (${one})`),
  ),
}))

describe('searching against a scan in memory', () => {
  it('[SE15] finds exactly the issues and events for which an expression holds, whatever it is', async () => {
    let compared = 0
    const property = fc.asyncProperty(text, async (query) => {
      try {
        expect(await world.found(query)).toEqual(world.expected(query))
        compared += 1
      } catch (error) {
        // Too many ways to mix issues and events, or too many words: refused, and rightly so.
        if (!(error instanceof SearchFault)) throw error
      }
    })
    await fc.assert(property, { numRuns: 400, seed: 20_261_115 })
    expect(compared).toBeGreaterThan(300)
  }, 120_000)

  it('[SE15] finds something for every kind of filter, so that the comparison means something', () => {
    for (const query of [
      'is:ongoing',
      'users:>=3',
      'plan:>8',
      'plan:/[0-9]/',
      'browser:CHROME*',
      '"get /api"',
      'route:/cart/[id]',
      'release:>shop@1.9',
      'release:<shop@1.10',
      'release:<=shop@1.9.5',
      'release:>nightly',
      'release:<nightly',
      'release:latest',
      'stack.filename:/^app.p/',
      'stack.filename:[app/pay.ts, app/main.ts]',
      'stack.function:m*n',
      'user.username:EVE*',
      'user.ip:[::1, 10.0.0.1]',
      'logger:django.request',
      'browser.name:Chrome',
      'os.name:"Mac OS X"',
      'os.name:"Windows XP"',
      'sdk.name:sentry.javascript.browser',
      'sdk.name:sentry.python',
      'sdk.version:9.1.0',
      'event.type:csp',
      'tags[plan]:[pro, free]',
      'timestamp:>=2025-06-20',
      'timestamp:<2025-06-17T12:00',
      'timestamp:2025-07-02..2025-07-04',
      'timestamp:-3d',
      EVENT_ID,
    ])
      expect(world.expected(query).events.length, query).toBeGreaterThan(0)
  })

  it.each([
    'timestamp:-3d',
    '!timestamp:>=2025-06-20',
    'timestamp:>2025-06-15 timestamp:<2025-06-30 level:error',
    'is:unresolved (timestamp:2025-07-02..2025-07-04 OR browser:CHROME*)',
  ])('[SE61] compares the time of receipt, as a scan does: %s', async (query) => {
    const found = await world.found(query)
    expect(found).toEqual(world.expected(query))
    expect(found.events.length).toBeGreaterThan(0)
    expect(found.events.length).toBeLessThan(60)
  })

  it.each([
    'release:>=shop@1.9',
    'release:>shop@1.9.5',
    '!release:<=shop@1.9',
    'level:error (release:<shop@1.10 OR NOT release:<=nightly)',
    'is:unresolved release:shop@1.1..shop@1.9',
  ])('[SE31] compares releases by their order, as a scan does: %s', async (query) => {
    const found = await world.found(query)
    expect(found).toEqual(world.expected(query))
    expect(found.events.length).toBeGreaterThan(0)
  })
})
