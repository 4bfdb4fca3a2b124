import { expect, it } from 'vitest'
import { NO_SESSIONS } from '#domain/releases/session.ts'
import { EVENT_ID, aPayload } from '#domain/testing.ts'
import { kindsOf } from '#digest/kinds/kind.ts'
import { rawKind } from '#digest/kinds/raw/kind.ts'
import { anEnvelope } from '#digest/testing/records.ts'
import { aWorld } from '#digest/testing/world.ts'
import type { World } from '#digest/testing/world.ts'
import { createKeptItems } from './read-kept-items.ts'
import type { KeptItemsDeps } from './read-kept-items.ts'
import { WEEK, depsOf, intakeOf, progressOf, session, sessionsOf, upgrade } from './testing.ts'

const CRASH_POINTS = [
  ...(['known', 'append', 'removeRawItems', 'rawItems'] as const).flatMap((method) => [
    { store: 'telemetry', method, when: 'before' } as const,
    { store: 'telemetry', method, when: 'after' } as const,
  ]),
  ...(['apply', 'recordSeen', 'get', 'set'] as const).flatMap((method) => [
    { store: 'records', method, when: 'before' } as const,
    { store: 'records', method, when: 'after' } as const,
  ]),
]

type CrashPoint = (typeof CRASH_POINTS)[number]

it.each(CRASH_POINTS)(
  '[PL101] reads kept items exactly once when the process ends $when $method',
  async (point) => {
    expect(await crashedAt(await aWorld(), point)).toEqual({
      sessions: { ...NO_SESSIONS, sessions: 3, crashed: 1 },
      intake: ['accepted error  1', 'accepted session  3'],
      issues: [1],
      events: [EVENT_ID],
      raw: 0,
      read: [
        ['event', 1, 0],
        ['session', 3, 0],
      ],
    })
  },
)

/** What is stored after the process ended at the first, second and third call of the method, and was started again. */
async function crashedAt(world: World, point: CrashPoint) {
  await world.append(anEnvelope([session('a'), session('b', 'crashed')]))
  await world.append(anEnvelope([{ type: 'event', payload: aPayload() }, session('c')]))
  await world.digest({ kinds: kindsOf([], rawKind) })
  for (const call of [1, 2, 3]) {
    const deps = await depsOf(world)
    const kept = createKeptItems(crashing(deps, point, call))
    while ((await kept.next().catch(() => undefined))?.isOver === false);
  }
  await upgrade(world)
  const { projectId, telemetry } = world
  const { issues } = await world.records.issues.page(
    { projectIds: [projectId] },
    { sort: 'last_seen', limit: 9 },
  )
  return {
    sessions: await sessionsOf(world),
    intake: await intakeOf(world),
    issues: issues.map(({ eventCount }) => eventCount),
    events: (await telemetry.page({ projectId, range: WEEK }, { limit: 9 })).events.map(
      ({ eventId }) => eventId,
    ),
    raw: (await telemetry.stats()).stored.raw,
    read: (await progressOf(world))?.map(({ itemType, read, left }) => [itemType, read, left]),
  }
}

/** The same stores, until the nth call of one method, which ends everything before or after it is done. */
function crashing(deps: KeptItemsDeps, point: CrashPoint, nth: number): KeptItemsDeps {
  let calls = 0
  let isDead = false
  const dying = <A extends readonly unknown[], R>(name: string, method: (...args: A) => Promise<R>) => {
    return async (...args: A): Promise<R> => {
      const isThis = name === point.method && ++calls === nth
      if (isThis && point.when === 'before') isDead = true
      if (isDead) throw new Error('killed')
      const result = await method(...args)
      if (isThis) isDead = true
      if (isDead) throw new Error('killed')
      return result
    }
  }
  const { telemetry, records, releases, facts } = deps
  return {
    ...deps,
    telemetry: {
      ...telemetry,
      known: dying('known', (...args: Parameters<typeof telemetry.known>) => telemetry.known(...args)),
      append: dying('append', (...args: Parameters<typeof telemetry.append>) => telemetry.append(...args)),
      rawItems: dying('rawItems', (...args: Parameters<typeof telemetry.rawItems>) =>
        telemetry.rawItems(...args),
      ),
      removeRawItems: dying('removeRawItems', (...args: Parameters<typeof telemetry.removeRawItems>) =>
        telemetry.removeRawItems(...args),
      ),
    },
    records: {
      ...records,
      apply: dying('apply', (...args: Parameters<typeof records.apply>) => records.apply(...args)),
    },
    releases: {
      recordSeen: dying('recordSeen', (...args: Parameters<typeof releases.recordSeen>) =>
        releases.recordSeen(...args),
      ),
    },
    facts: {
      get: dying('get', (...args: Parameters<typeof facts.get>) => facts.get(...args)),
      set: dying('set', (...args: Parameters<typeof facts.set>) => facts.set(...args)),
    },
  }
}
