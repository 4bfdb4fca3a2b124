import type { JsonObject } from '#domain/json.ts'
import type { Release, Scenario } from './plans.ts'
import { pick, type Random, seededRandom } from '#domain/seeded-random.ts'
import { makeVisitors, type Visitor } from './visitors.ts'

export interface SampleSessions {
  readonly receivedAt: number
  /** Of a `sessions` item. */
  readonly payload: JsonObject
}

const HOUR_MS = 3_600_000
const HOURS = 14 * 24
/** Visits of an hour at noon; at night there are a third of them. */
const VISITS = 90

/** The sessions of a scenario, hour by hour up to `now`, as a server would count them for its visitors. */
export function sessionsOf(scenario: Scenario, now: number, seed: number): readonly SampleSessions[] {
  const random = seededRandom(seed + 1)
  const visitors = makeVisitors(random, 600)
  return Array.from({ length: HOURS }, (_, index) => now - (HOURS - index) * HOUR_MS).flatMap((started) =>
    sessionsAt(scenario, { started, now, random, visitors }),
  )
}

interface Hour {
  readonly started: number
  readonly now: number
  readonly random: Random
  readonly visitors: readonly Visitor[]
}

function sessionsAt(scenario: Scenario, { started, now, random, visitors }: Hour): readonly SampleSessions[] {
  const noon = 1 - Math.abs(new Date(started).getUTCHours() - 12) / 12
  const counts = new Map<Release, JsonObject[]>()
  for (let visit = 0; visit < VISITS * (0.35 + 0.65 * noon); visit += 1) {
    const release = releaseAt(scenario, started, now, random)
    const own = counts.get(release) ?? []
    own.push(sessionOf(release, started, visitors, random))
    counts.set(release, own)
  }
  return Array.from(counts, ([{ version }, aggregates]) => ({
    receivedAt: Math.min(started + HOUR_MS, now),
    payload: { aggregates, attrs: { release: version, environment: 'production' } },
  }))
}

/** A new release is in every tab after a few hours: until then some visitors still have the one before. */
function releaseAt({ releases }: Scenario, at: number, now: number, random: Random): Release {
  const place = releases.findLastIndex(({ ageMs }) => now - ageMs <= at)
  const newest = releases[Math.max(place, 0)]!
  const hours = (at - (now - newest.ageMs)) / HOUR_MS
  const share = Math.min(0.3 + hours * 0.25, 0.97)
  return random() < share ? newest : (releases[place - 1] ?? newest)
}

/** Pages of one visit, each a session. */
const PER_VISIT = 5
/** It breaks for the same few, again and again. */
const UNLUCKY = 40

function sessionOf(
  { broken }: Release,
  started: number,
  visitors: readonly Visitor[],
  random: Random,
): JsonObject {
  const chance = random()
  const breaks = chance < broken * PER_VISIT
  const { id, tier } = pick(random, breaks ? visitors.slice(0, UNLUCKY) : visitors)
  const bad = breaks ? { unhandled: 1 } : chance > 0.9 ? { errored: 1 } : {}
  const exited = PER_VISIT - Object.keys(bad).length
  return { started: new Date(started).toISOString(), exited, ...bad, ...(tier !== 'guest' && { did: id }) }
}
