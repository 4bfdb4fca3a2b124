import { describe, expect, it } from 'vitest'
import { LIMITS } from '#domain/limits.ts'
import { NO_SESSIONS } from '#domain/releases/session.ts'
import { EVENT_ID, MOMENT, aPayload } from '#domain/testing.ts'
import { errorKind } from '#digest/kinds/errors/kind.ts'
import { kindsOf } from '#digest/kinds/kind.ts'
import { createKinds } from '#digest/kinds/list.ts'
import { rawKind } from '#digest/kinds/raw/kind.ts'
import { anEnvelope } from '#digest/testing/records.ts'
import { aWorld } from '#digest/testing/world.ts'
import { createKeptItems } from './read-kept-items.ts'
import {
  ATTRS,
  STARTED,
  depsOf,
  intakeOf,
  progressOf,
  rawOf,
  session,
  sessionsOf,
  upgrade,
  withoutSessions,
} from './testing.ts'

describe('items that an earlier version kept raw', () => {
  it('[PL100] are read into the kind that understands them now, and are kept no longer', async () => {
    const world = await aWorld()
    await world.append(anEnvelope([session('a'), session('b', 'crashed'), { type: 'log', payload: '{}' }]))
    const aggregates = [{ started: STARTED, exited: 4 }]
    await world.append(anEnvelope([{ type: 'sessions', payload: { attrs: ATTRS, aggregates } }]))
    await world.append(anEnvelope([{ type: 'session', payload: { sid: 'no release' } }]))
    await world.digest({ kinds: withoutSessions() })
    expect(await sessionsOf(world)).toBeUndefined()
    expect(await intakeOf(world)).toEqual(['kept_raw log_item  1', 'kept_raw session  4'])
    await upgrade(world)
    expect(await sessionsOf(world)).toEqual({ ...NO_SESSIONS, sessions: 6, crashed: 1 })
    expect([...(await rawOf(world, 'session')), ...(await rawOf(world, 'sessions'))]).toEqual([])
    expect(await rawOf(world, 'log')).toHaveLength(1)
    expect(await intakeOf(world)).toEqual([
      'accepted session  3',
      'dropped session malformed 1',
      'kept_raw log_item  1',
    ])
    const [release] = await world.records.releaseHealth.ofProject(world.projectId, 10)
    expect(release).toMatchObject({ version: 'shop@1.0.0' })
  })

  it('[PL102] are read in bounded batches, and new events go first', async () => {
    const world = await aWorld()
    const count = LIMITS.keptItems.batchItems * 2 + 10
    const ids = Array.from({ length: count }, (_, n) => `s${n}`)
    for (let from = 0; from < count; from += 90)
      await world.append(anEnvelope(ids.slice(from, from + 90).map((sid) => session(sid))))
    await world.digest({ kinds: withoutSessions() })
    const before = world.batches.length
    await world.append(anEnvelope([{ type: 'event', payload: aPayload() }]))
    await upgrade(world)
    expect(world.batches.slice(before).map(({ items }) => items)).toEqual([
      1,
      LIMITS.keptItems.batchItems,
      LIMITS.keptItems.batchItems,
      10,
    ])
    expect(await sessionsOf(world)).toMatchObject({ sessions: count })
    expect(await progressOf(world)).toEqual([
      { itemType: 'session', read: count, left: 0, isDone: true, at: MOMENT },
    ])
  })

  it('[PL134] wait until this digester may read them, and again when another one does', async () => {
    const world = await aWorld()
    const count = LIMITS.keptItems.batchItems + 10
    const ids = Array.from({ length: count }, (_, n) => `s${n}`)
    for (let from = 0; from < count; from += 90)
      await world.append(anEnvelope(ids.slice(from, from + 90).map((sid) => session(sid))))
    await world.digest({ kinds: withoutSessions() })
    let turns = 0
    const kept = createKeptItems(await depsOf(world, { mayRead: () => turns-- > 0 }))
    await world.digest({ kept })
    expect(await sessionsOf(world)).toBeUndefined()
    turns = 1
    await world.digest({ kept })
    expect(await sessionsOf(world)).toMatchObject({ sessions: LIMITS.keptItems.batchItems })
    turns = 10
    await world.digest({ kept })
    expect(await sessionsOf(world)).toMatchObject({ sessions: count })
    expect(await rawOf(world, 'session')).toEqual([])
  })

  it('[PL103] stay kept where their kind fails on them, until a version of it that can read them', async () => {
    const world = await aWorld()
    const faulty = () => [
      () => {
        throw new Error('a bug')
      },
    ]
    await world.append(anEnvelope([{ type: 'event', payload: aPayload() }]), { receivedAt: MOMENT - 5 })
    const kinds = createKinds({ filters: faulty })
    await world.digest({ kinds })
    expect(await rawOf(world, 'event')).toMatchObject([{ triedBy: 'errors@1', dropped: 'internal' }])
    await upgrade(world)
    expect(world.batches).toHaveLength(1)
    const errors = { ...errorKind(), version: 2 }
    await upgrade(world, { kinds: kindsOf([errors], rawKind) })
    expect(await world.telemetry.get(world.projectId, EVENT_ID)).toMatchObject({ receivedAt: MOMENT - 5 })
    expect(await rawOf(world, 'event')).toEqual([])
    expect(await intakeOf(world)).toEqual(['accepted error  1'])
  })

  it('[PL103] are tried once by each version, and keep the count that they had', async () => {
    const world = await aWorld()
    const faulty = {
      ...errorKind(),
      read: () => {
        throw new Error('a bug')
      },
    }
    await world.append(anEnvelope([{ type: 'event', payload: aPayload() }]))
    for (const version of [1, 2, 2])
      await upgrade(world, { kinds: kindsOf([{ ...faulty, version }], rawKind) })
    expect(world.batches).toHaveLength(2)
    expect(await rawOf(world, 'event')).toMatchObject([{ triedBy: 'errors@2' }])
    expect(await intakeOf(world)).toEqual(['dropped error internal 1'])
    expect(await progressOf(world)).toMatchObject([{ itemType: 'event', read: 0, left: 1, isDone: true }])
  })

  it('[PL103] are left alone once reading them has failed too often, and new events are digested', async () => {
    const world = await aWorld()
    await world.append(anEnvelope([session('a')]))
    await world.digest({ kinds: withoutSessions() })
    const telemetry = { ...world.telemetry, removeRawItems: () => Promise.reject(new Error('damaged')) }
    const kept = createKeptItems(await depsOf(world, { telemetry }))
    const failing = async () =>
      kept.next().then(
        ({ isOver }) => (isOver ? 'over' : 'went on'),
        () => 'failed',
      )
    const results: string[] = []
    while (results.at(-1) !== 'over') results.push(await failing())
    expect(results).toEqual([...Array<string>(LIMITS.keptItems.tries).fill('failed'), 'over'])
    await world.append(anEnvelope([{ type: 'event', payload: aPayload() }]))
    await world.digest({ kept })
    expect(await world.telemetry.get(world.projectId, EVENT_ID)).toBeDefined()
  })

  it('[PL100] are read from the blob store where they are large, and have the id of their own', async () => {
    const world = await aWorld()
    const payload = aPayload({
      event_id: 'b'.repeat(32),
      extra: { text: 'x'.repeat(LIMITS.rawItemInlineBytes) },
    })
    await world.append(
      anEnvelope([
        { type: 'event', payload: aPayload() },
        { type: 'event', payload },
      ]),
      { eventId: EVENT_ID },
    )
    await world.digest({ kinds: kindsOf([], rawKind) })
    expect((await rawOf(world, 'event')).map(({ body }) => 'blob' in body)).toEqual([false, true])
    await upgrade(world)
    for (const eventId of [EVENT_ID, 'b'.repeat(32)])
      expect(await world.telemetry.get(world.projectId, eventId)).toMatchObject({ eventId })
  })
})
