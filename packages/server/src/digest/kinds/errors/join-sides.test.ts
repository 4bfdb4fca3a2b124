import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '#domain/json.ts'
import { LIMITS } from '#domain/limits.ts'
import { aPayload, MOMENT } from '#domain/testing.ts'
import { anEnvelope } from '#digest/testing/records.ts'
import { aWorld, type World } from '#digest/testing/world.ts'

const FOLDER = new URL('../../../../../../fixtures/next/sides/', import.meta.url)

interface Recorded {
  readonly scenario: string
  readonly side: 'server' | 'client'
  readonly payload: JsonObject
}

/** Both sides of each failure, the server's first, as they were sent. */
const recorded = readdirSync(FOLDER)
  .toSorted()
  .map((file): Recorded => {
    const { scenario, side, items } = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as {
      scenario: string
      side: Recorded['side']
      items: ReadonlyArray<{ payload: JsonObject }>
    }
    return { scenario, side, payload: items[0]!.payload }
  })
const servers = recorded.filter(({ side }) => side === 'server')
const browsers = recorded.filter(({ side }) => side === 'client')

const send = async (world: World, ...payloads: readonly JsonObject[]) => {
  for (const payload of payloads) await world.append(anEnvelope([{ type: 'event', payload }]))
  await world.digest()
}
const eventOf = async ({ telemetry, projectId }: World, { event_id: id }: JsonObject) =>
  (await telemetry.get(projectId, id as string))!
const issuesOf = async ({ records, projectId }: World) =>
  (await records.issues.page({ projectIds: [projectId] }, { sort: 'first_seen', limit: 99 })).issues

const SDK = { name: 'sentry.javascript.nextjs', version: '11.8.0' }
const traced = (trace: string): JsonObject => ({
  trace: { trace_id: trace.repeat(32), span_id: 'b'.repeat(16) },
})
const thrown = (value: string): JsonObject => ({ values: [{ type: 'Error', value }] })
const serverError = (id: string, over: JsonObject = {}): JsonObject =>
  aPayload({ event_id: id.repeat(32), platform: 'node', sdk: SDK, exception: thrown('no database'), ...over })
const browserError = (id: string, over: JsonObject = {}): JsonObject =>
  aPayload({
    event_id: id.repeat(32),
    platform: 'javascript',
    sdk: SDK,
    exception: thrown('Minified React error #441; visit https://react.dev/errors/441 for the full message'),
    ...over,
  })
const tagged = (digest: Json): JsonObject => ({ tags: { 'nextjs.digest': digest } })

describe('the browser’s side of a server’s error', () => {
  it('[GR110] belongs to the issue of the server’s, in every recorded failure of a real application', async () => {
    const world = await aWorld()
    await send(world, ...servers.map(({ payload }) => payload))
    const before = await issuesOf(world)
    await send(world, ...browsers.map(({ payload }) => payload))
    expect(browsers.length).toBe(24)
    const joined: Record<string, string> = {}
    for (const { scenario, payload } of browsers) {
      const server = servers.find((one) => one.scenario === scenario)!
      const [browserSide, serverSide] = [await eventOf(world, payload), await eventOf(world, server.payload)]
      expect(browserSide.issueId, scenario).toBe(serverSide.issueId)
      joined[scenario] = browserSide.document.grouping.joined!.by
    }
    const after = await issuesOf(world)
    expect(after.map(({ id, title }) => [id, title])).toEqual(before.map(({ id, title }) => [id, title]))
    // No digest on either side: the page recovered, or the SDK captured before Next.js made one.
    expect(Object.keys(joined).filter((scenario) => joined[scenario] === 'trace')).toMatchInlineSnapshot(`
      [
        "A-ssr-client",
        "A-action-wrapped",
        "A-action-bare",
      ]
    `)
  })

  it('[GR110] is joined with a server’s event of the same batch', async () => {
    const world = await aWorld()
    await send(world, browserError('b', tagged('42')), serverError('a', tagged('42')))
    expect(await issuesOf(world)).toMatchObject([{ title: 'Error: no database', eventCount: 2 }])
    const { document } = await eventOf(world, browserError('b'))
    expect(document.grouping).toMatchObject({
      evidence: { rule: 'joined', parts: ['joined', 'digest:42'] },
      joined: { by: 'digest', eventId: 'a'.repeat(32) },
    })
  })

  it('[GR110] is joined by the digest before the trace, and with the nearest in time', async () => {
    const world = await aWorld()
    const at = (seconds: number): JsonObject => ({ timestamp: MOMENT / 1000 - 400 + seconds })
    await send(
      world,
      serverError('a', { ...tagged('42'), ...at(0), exception: thrown('just now') }),
      serverError('c', { ...tagged('42'), ...at(50), exception: thrown('later') }),
      serverError('d', { contexts: traced('e'), ...at(1), exception: thrown('in its trace') }),
    )
    await send(world, browserError('b', { ...tagged('42'), contexts: traced('e'), ...at(1) }))
    const { document, issueId } = await eventOf(world, browserError('b'))
    expect(document.grouping.joined).toMatchObject({ by: 'digest', eventId: 'a'.repeat(32) })
    expect(issueId).toBe((await eventOf(world, serverError('a'))).issueId)
  })

  it.each<[string, JsonObject, JsonObject]>([
    ['of another digest and trace', tagged('42'), { ...tagged('43'), contexts: traced('f') }],
    ['of a browser', tagged('42'), { ...tagged('42'), platform: 'javascript' }],
    [
      'of another language',
      tagged('42'),
      { ...tagged('42'), platform: 'python', sdk: { name: 'sentry.python' } },
    ],
  ])('[GR110] is not joined with an event %s', async (_, browser, server) => {
    const world = await aWorld()
    await send(world, serverError('a', server), browserError('b', browser))
    expect(await issuesOf(world)).toHaveLength(2)
    expect((await eventOf(world, browserError('b'))).document.grouping.joined).toBeUndefined()
  })

  const at = (seconds: number, over: JsonObject = {}): JsonObject => ({
    timestamp: MOMENT / 1000 - 400 + seconds,
    release: 'shop@1',
    transaction: '/cart/[id]',
    ...over,
  })

  it('[GR117] likely belongs to the only error of the server on its route and release at that moment', async () => {
    const world = await aWorld()
    await send(world, serverError('a', at(0)), serverError('c', at(300, { exception: thrown('later') })))
    await send(world, browserError('b', at(2, tagged('42'))), browserError('d', at(302)))
    const joined = async (id: string) => (await eventOf(world, browserError(id))).document.grouping.joined
    expect(await joined('b')).toMatchObject({ by: 'place', eventId: 'a'.repeat(32) })
    expect(await joined('d')).toMatchObject({ by: 'place', eventId: 'c'.repeat(32) })
  })

  it.each<[string, JsonObject, JsonObject]>([
    ['at another time', at(0), at(11)],
    ['in another release', at(0), at(1, { release: 'shop@2' })],
    ['on another route', at(0), at(1, { transaction: '/orders' })],
    ['with another digest', at(0, tagged('42')), at(1, tagged('43'))],
  ])('[GR117] does not belong to an error %s', async (_, server, browser) => {
    const world = await aWorld()
    await send(world, serverError('a', server), browserError('b', browser))
    expect((await eventOf(world, browserError('b'))).document.grouping.joined).toBeUndefined()
  })

  it('[GR117] belongs to neither of two errors of the server at that moment', async () => {
    const world = await aWorld()
    await send(world, serverError('a', at(0)), serverError('c', at(1, { exception: thrown('another') })))
    await send(world, browserError('b', at(2)))
    expect((await eventOf(world, browserError('b'))).document.grouping.joined).toBeUndefined()
  })

  it('[GR110] is not joined across projects', async () => {
    const world = await aWorld()
    const { organizationId } = (await world.records.projects.byId(world.projectId))!
    const created = { organizationId, name: 'Other', platform: undefined, now: 1 }
    const { project } = await world.records.projects.create(created)
    const envelope = anEnvelope([{ type: 'event', payload: serverError('a', tagged('42')) }])
    await world.append(envelope, { projectId: project.id })
    await send(world, browserError('b', tagged('42')))
    expect((await eventOf(world, browserError('b'))).document.grouping.joined).toBeUndefined()
  })

  it('[GR118] looks up a bounded number of values for a batch, and lets the other events wait', async () => {
    const world = await aWorld()
    const { lookUpsPerBatch } = LIMITS.sides
    await send(world, serverError('a', tagged('42')))
    const strangers = Array.from({ length: lookUpsPerBatch }, (_, index) =>
      browserError('0', { ...tagged(String(1000 + index)), event_id: String(index).padStart(32, '0') }),
    )
    let looked = 0
    const telemetry: typeof world.telemetry = {
      ...world.telemetry,
      find(...asked) {
        looked += 1
        return world.telemetry.find(...asked)
      },
    }
    for (const payload of [...strangers, browserError('b', tagged('42'))])
      await world.append(anEnvelope([{ type: 'event', payload }]))
    await world.digest({ telemetry })
    expect(looked).toBe(lookUpsPerBatch)
    const { document } = await eventOf(world, browserError('b'))
    expect(document.grouping).toMatchObject({ awaits: ['digest:42'] })
    const waiting = { kind: 'awaited_server', value: 'any' } as const
    expect(await world.telemetry.find([world.projectId], waiting, 99)).toHaveLength(lookUpsPerBatch + 1)
  })

  it('[GR111] keeps the group that an SDK gave it', async () => {
    const world = await aWorld()
    await send(
      world,
      serverError('a', tagged('42')),
      browserError('b', { ...tagged('42'), fingerprint: ['own'] }),
    )
    expect(await issuesOf(world)).toHaveLength(2)
  })

  it('[GR112] never gives the issue its title, and counts as an event of it', async () => {
    const world = await aWorld()
    await send(world, serverError('a', tagged('42')))
    await send(world, browserError('b', tagged('42')), browserError('c', tagged('42')))
    expect(await issuesOf(world)).toMatchObject([
      { title: 'Error: no database', platform: 'node', eventCount: 3, substatus: 'new' },
    ])
  })

  it('[GR113] is found from the server’s event', async () => {
    const world = await aWorld()
    await send(world, serverError('a', tagged('42')), browserError('b', tagged('42')))
    const sides = await world.telemetry.find(
      [world.projectId],
      { kind: 'browser_side', value: 'a'.repeat(32) },
      9,
    )
    expect(sides.map(({ eventId }) => eventId)).toEqual(['b'.repeat(32)])
  })
})
