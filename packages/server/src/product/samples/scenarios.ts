import type { JsonObject } from '#domain/json.ts'
import { breadcrumbsFor, spanIds } from './breadcrumbs.ts'
import { browserSideOf } from './browser-sides.ts'
import { BROWSER_BUGS } from './browser-bugs.ts'
import type { Bug, Occurrence } from './bug.ts'
import { ORIGIN } from './deployed-scripts.ts'
import type { Plan, Release, Scenario } from './plans.ts'
import type { SampleEvent } from './sample-event.ts'
import { hex, pick, type Random, seededRandom } from '#domain/seeded-random.ts'
import { SERVER_BUGS } from './server-bugs.ts'
import { makeVisitors, SAFARI_AGENTS, type Visitor } from './visitors.ts'

const BUGS: readonly Bug[] = [...BROWSER_BUGS, ...SERVER_BUGS]

/** The events of a scenario up to `now`, oldest first. The same seed gives the same events with new times. */
export function eventsOf(scenario: Scenario, now: number, seed: number): readonly SampleEvent[] {
  const random = seededRandom(seed)
  const visitors = makeVisitors(random, 120)
  const events = scenario.plans.flatMap((plan) => {
    const bug = BUGS.find((candidate) => candidate.name === plan.bug)!
    return Array.from({ length: plan.events }, () => {
      const receivedAt = Math.floor(now - plan.toMs - random() * (plan.fromMs - plan.toMs))
      const release =
        scenario.releases.findLast(({ ageMs }) => now - ageMs <= receivedAt) ?? scenario.releases[0]!
      const visitor = pickVisitor(random, visitors, plan)
      const environment = plan.environment ?? pickEnvironment(random)
      return occur(bug, { receivedAt, release, visitor, environment, random })
    })
  })
  const sides = events.flatMap((event) => browserSideOf(event, random))
  return [...events, ...sides].sort((a, b) => a.receivedAt - b.receivedAt)
}

function pickVisitor(random: Random, visitors: readonly Visitor[], { who }: Plan): Visitor {
  if (who === 'french')
    return pick(
      random,
      visitors.filter(({ locale }) => locale === 'fr'),
    )
  if (who === 'business')
    return pick(
      random,
      visitors.filter(({ tier }) => tier === 'business'),
    )
  const visitor = pick(random, visitors)
  return who === 'safari' ? { ...visitor, userAgent: pick(random, SAFARI_AGENTS) } : visitor
}

function pickEnvironment(random: Random): string {
  const chance = random()
  if (chance < 0.86) return 'production'
  return chance < 0.96 ? 'staging' : 'development'
}

interface Circumstances {
  readonly receivedAt: number
  readonly release: Release
  readonly visitor: Visitor
  readonly environment: string
  readonly random: Random
}

function occur(bug: Bug, { receivedAt, release, visitor, environment, random }: Circumstances): SampleEvent {
  const { version, buildHash } = release
  const occurrence: Occurrence = { random, visitor, release: version, buildHash }
  const eventId = hex(random, 32)
  const seconds = receivedAt / 1000
  const happened = bug.event(occurrence)
  const path = bug.route.replace(/^\w+ /, '').replace('[locale]', visitor.locale).replace('[id]', '42')
  const payload: JsonObject = {
    event_id: eventId,
    timestamp: seconds,
    platform: bug.platform,
    level: 'error',
    environment,
    release: version,
    transaction: bug.route,
    ...(bug.platform === 'node' && { server_name: pick(random, ['web-1', 'web-2', 'web-3']) }),
    sdk: {
      name: bug.platform === 'node' ? 'sentry.javascript.nextjs' : 'sentry.javascript.react',
      version: '11.10.0',
    },
    ...(visitor.tier !== 'guest' && { user: { id: visitor.id, email: visitor.email } }),
    contexts: { trace: spanIds(random) },
    breadcrumbs: breadcrumbsFor(occurrence, seconds),
    request: {
      url: `${ORIGIN}${path.replace('[slug]', 'shoes')}`,
      headers: { 'User-Agent': visitor.userAgent },
    },
    ...happened,
    tags: {
      locale: visitor.locale,
      'customer.tier': visitor.tier,
      ...(happened['tags'] as JsonObject | undefined),
    },
  }
  return { receivedAt, eventId, visitor, payload }
}
