import type { JsonObject } from '#domain/json.ts'
import { type Bug, BUGS, breadcrumbsFor, type Occurrence, spanIds } from './bugs.ts'
import { hex, pick, type Random, seededRandom } from './random.ts'
import { makeVisitors, SAFARI_AGENTS, type Visitor } from './visitors.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

export interface SampleEvent {
  readonly receivedAt: number
  readonly eventId: string
  readonly visitor: Visitor
  readonly payload: JsonObject
}

interface Release {
  readonly version: string
  readonly buildHash: string
  /** How long before now it went live. */
  readonly ageMs: number
}

/** How often a bug happens, and since when. */
interface Plan {
  readonly bug: string
  readonly events: number
  readonly fromMs: number
  readonly toMs: number
  readonly safariOnly?: boolean
}

export interface Scenario {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly releases: readonly Release[]
  readonly plans: readonly Plan[]
}

const RELEASES: readonly Release[] = [
  { version: 'shop@4.1.0', buildHash: 'BqT9xw2e', ageMs: 20 * DAY_MS },
  { version: 'shop@4.2.0', buildHash: 'D4kq81Zs', ageMs: 6 * DAY_MS },
  { version: 'shop@4.2.1', buildHash: 'Cx02LmPa', ageMs: DAY_MS },
]

export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'busy-shop',
    title: 'A busy shop',
    description: 'Two weeks of a routed React shop: eight bugs, three releases, 120 visitors.',
    releases: RELEASES,
    plans: [
      { bug: 'cart-price', events: 180, fromMs: 6 * DAY_MS, toMs: 0 },
      { bug: 'chunk-gone', events: 70, fromMs: DAY_MS, toMs: 0 },
      { bug: 'checkout-offline', events: 90, fromMs: 14 * DAY_MS, toMs: 0 },
      { bug: 'invalid-date', events: 60, fromMs: 13 * DAY_MS, toMs: 0, safariOnly: true },
      { bug: 'payment-declined', events: 45, fromMs: 14 * DAY_MS, toMs: 0 },
      { bug: 'hydration', events: 40, fromMs: 6 * DAY_MS, toMs: DAY_MS },
      { bug: 'stock-query', events: 55, fromMs: 3 * DAY_MS, toMs: 0 },
      { bug: 'slow-provider', events: 60, fromMs: 14 * DAY_MS, toMs: 0 },
    ],
  },
  {
    name: 'regression-after-deploy',
    title: 'A regression after a deploy',
    description:
      'Quiet for two weeks, then a release an hour ago breaks the cart and old tabs lose their chunks.',
    releases: [RELEASES[0]!, { version: 'shop@4.3.0', buildHash: 'Hk77aQ0b', ageMs: 60 * MINUTE_MS }],
    plans: [
      { bug: 'checkout-offline', events: 25, fromMs: 14 * DAY_MS, toMs: 0 },
      { bug: 'cart-price', events: 240, fromMs: 58 * MINUTE_MS, toMs: 0 },
      { bug: 'chunk-gone', events: 80, fromMs: 55 * MINUTE_MS, toMs: 0 },
    ],
  },
]

export function scenarioNamed(name: string): Scenario | undefined {
  return SCENARIOS.find((scenario) => scenario.name === name)
}

/** The events of a scenario up to `now`, oldest first. The same seed tells the same story with fresh times. */
export function eventsOf(scenario: Scenario, now: number, seed: number): readonly SampleEvent[] {
  const random = seededRandom(seed)
  const visitors = makeVisitors(random, 120)
  const events = scenario.plans.flatMap((plan) => {
    const bug = BUGS.find((candidate) => candidate.name === plan.bug)!
    return Array.from({ length: plan.events }, () => {
      const receivedAt = now - plan.toMs - random() * (plan.fromMs - plan.toMs)
      const visitor = pickVisitor(random, visitors, plan.safariOnly ?? false)
      return occur(bug, scenario.releases, now, Math.floor(receivedAt), visitor, random)
    })
  })
  return events.sort((a, b) => a.receivedAt - b.receivedAt)
}

function pickVisitor(random: Random, visitors: readonly Visitor[], safariOnly: boolean): Visitor {
  const visitor = pick(random, visitors)
  return safariOnly ? { ...visitor, userAgent: pick(random, SAFARI_AGENTS) } : visitor
}

function occur(
  bug: Bug,
  releases: readonly Release[],
  now: number,
  receivedAt: number,
  visitor: Visitor,
  random: Random,
): SampleEvent {
  const live = releases.findLast((candidate) => now - candidate.ageMs <= receivedAt) ?? releases[0]!
  const occurrence: Occurrence = { random, visitor, release: live.version, buildHash: live.buildHash }
  const eventId = hex(random, 32)
  const seconds = receivedAt / 1000
  const payload: JsonObject = {
    event_id: eventId,
    timestamp: seconds,
    platform: bug.platform,
    level: 'error',
    environment: 'production',
    release: live.version,
    transaction: bug.route,
    sdk: {
      name: bug.platform === 'node' ? 'sentry.javascript.nextjs' : 'sentry.javascript.react',
      version: '11.10.0',
    },
    user: { id: visitor.id, email: visitor.email },
    contexts: { trace: spanIds(random) },
    breadcrumbs: breadcrumbsFor(occurrence, seconds),
    request: {
      url: `https://shop.example.com${bug.route.replace(/^\w+ /, '').replace('[locale]', visitor.locale).replace('[id]', '42')}`,
      headers: { 'User-Agent': visitor.userAgent },
    },
    ...bug.event(occurrence),
  }
  return { receivedAt, eventId, visitor, payload }
}
