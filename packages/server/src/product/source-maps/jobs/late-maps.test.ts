import { beforeAll, describe, expect, it } from 'vitest'
import { createGrouper, createLocalGrouping } from '#app/threads/grouping.ts'
import { LIMITS } from '#domain/limits.ts'
import type { StackAsk } from '#domain/source-maps/mapped-frame.ts'
import type { JsonObject } from '#domain/json.ts'
import { aPayload, MOMENT } from '#domain/testing.ts'
import { createKinds } from '#digest/kinds/list.ts'
import { createStackMaps } from '#digest/kinds/errors/map-items.ts'
import { buildShop, uploadBuild, type Build } from '#digest/testing/builds.ts'
import { anEnvelope } from '#digest/testing/records.ts'
import { aWorld, type World } from '#digest/testing/world.ts'
import type { Condition, StoredEvent } from '#stores/telemetry/telemetry.ts'
import { createSymbolicator } from '#symbols/symbolicator.ts'
import { lateMapsJob, type LateMapsDeps } from './late-maps.ts'

const HOUR_MS = 3_600_000
const running = new AbortController().signal
const idOf = (n: number) => n.toString(16).padStart(32, '0')

let first: Build
let second: Build
beforeAll(async () => {
  first = await buildShop('shop@1', 0)
  second = await buildShop('shop@2', 40)
})

async function open() {
  const world = await aWorld()
  const { records, telemetry, blobs, projectId } = world
  const symbolicator = createSymbolicator({ artifacts: records.artifacts, blobs })
  const changed: string[] = []
  let time = MOMENT + HOUR_MS
  const deps: LateMapsDeps = {
    records,
    telemetry,
    symbolicator,
    grouper: createGrouper(createLocalGrouping()),
    changed: (_, issueIds) => void changed.push(...issueIds),
    now: () => time,
    log: { debug() {}, info() {}, warn() {}, error() {} },
  }
  return {
    ...world,
    changed,
    deps,
    job: lateMapsJob(deps),
    pass: (ms: number) => (time += ms),
    upload: (build: Build, debugId?: string) =>
      uploadBuild({ records, blobs, projectId }, build, time++, debugId),
    async send(
      build: Build,
      ids: readonly number[],
      action: 'buy' | 'giveBack' = 'buy',
      over: JsonObject = {},
    ) {
      for (const n of ids) {
        const payload = build.crash(action, { event_id: idOf(n), ...over })
        await world.append(anEnvelope([{ type: 'event', payload }]))
      }
      await world.digest({
        kinds: createKinds({
          maps: createStackMaps({ symbolicator, artifacts: records.artifacts, now: Date.now }),
        }),
      })
    },
  }
}

const issuesOf = async ({ records, projectId }: World) =>
  (await records.issues.page({ projectIds: [projectId] }, { sort: 'first_seen', limit: 9 })).issues
const foundBy = async ({ telemetry, projectId }: World, ...words: readonly string[]) => {
  const scope = { projectId, range: { from: 0, to: MOMENT + 1e9 }, where: [{ op: 'text', words }] } as const
  const { events } = await telemetry.searchEvents(scope, { limit: 9, budget: 1e6 })
  return events.map(({ eventId }) => eventId)
}
const eventOf = async ({ telemetry, projectId }: World, n: number) =>
  (await telemetry.get(projectId, idOf(n)))!

describe('maps that come late', () => {
  it('[SM65] name an issue after its sources, once, and say so in its history', async () => {
    const world = await open()
    await world.send(first, [1, 2])
    const [before] = await issuesOf(world)
    expect(before!.culprit).not.toContain('cart.js')
    await world.job.run(running)
    expect(world.changed).toEqual([])

    await world.upload(first)
    await world.job.run(running)
    world.pass(HOUR_MS)
    await world.job.run(running)
    const [after] = await issuesOf(world)
    expect(after).toMatchObject({ id: before!.id, eventCount: 2, status: 'unresolved', substatus: 'new' })
    expect(after!.culprit).toMatch(/^priceOf \(.*src\/cart\.js\)$/)
    expect(world.changed).toEqual([before!.id])
    expect(await world.records.activity.ofIssue(before!.id, 9)).toMatchObject([{ kind: 'mapped', events: 2 }])
    const stored = await eventOf(world, 1)
    expect(stored).toMatchObject({ culprit: after!.culprit, document: { grouping: { version: 2 } } })
    expect(stored.document.payload).toMatchObject({ exception: first.crash('buy')['exception'] as object })
  })

  it('[SM65] move events to the issue they belong to, without reopening it', async () => {
    const world = await open()
    await world.upload(first)
    await world.send(first, [1])
    await world.send(first, [2], 'giveBack')
    const [, giveBack] = (await issuesOf(world)).toSorted((a, b) => a.number - b.number)
    // Unmapped, both bugs of the second build look like the first one.
    await world.send(second, [3], 'giveBack')
    expect((await eventOf(world, 3)).issueId).not.toBe(giveBack!.id)
    await world.records.issues.change([{ id: giveBack!.id, status: 'resolved' }], MOMENT)

    await world.upload(second)
    await world.job.run(running)
    expect((await eventOf(world, 3)).issueId).toBe(giveBack!.id)
    expect(await world.records.issues.byId(giveBack!.id)).toMatchObject({ status: 'resolved', eventCount: 2 })
    const listed = await world.telemetry.page(
      {
        projectId: world.projectId,
        range: { from: 0, to: MOMENT + 1e9 },
        where: [{ dimension: 'issue', op: 'is', values: [giveBack!.id] }],
      },
      { limit: 9 },
    )
    expect(listed.events.map(({ eventId }) => eventId)).toEqual([idOf(3), idOf(2)])
    expect(await world.records.activity.ofIssue(giveBack!.id, 9)).toMatchObject([
      { kind: 'moved_in', events: 1, otherIssue: 1 },
      { kind: 'resolved' },
    ])
  })

  it('[GR112] leave the issue of a server’s error its title, and name the browser’s side after its sources', async () => {
    const world = await open()
    const sdk = { name: 'sentry.javascript.nextjs', version: '11.8.0' }
    const tags = { 'nextjs.digest': '42' }
    const payload = aPayload({
      event_id: idOf(1),
      platform: 'node',
      sdk,
      tags,
      exception: { values: [{ type: 'Error', value: 'no database' }] },
    })
    await world.append(anEnvelope([{ type: 'event', payload }]))
    const [{ stacktrace }] = (first.crash('buy')['exception'] as { values: [{ stacktrace: JsonObject }] })
      .values
    const value = 'Minified React error #441; visit https://react.dev/errors/441 for the full message'
    await world.send(first, [2], 'buy', {
      sdk,
      tags,
      exception: { values: [{ type: 'Error', value, stacktrace }] },
    })
    const [before] = await issuesOf(world)
    expect(before).toMatchObject({ title: 'Error: no database', eventCount: 2 })
    await world.upload(first)
    await world.job.run(running)
    expect(await issuesOf(world)).toEqual([before])
    expect((await eventOf(world, 2)).culprit).toMatch(/cart\.js/)
  })

  it('[SE17] let events be found by the names of their sources, as those that came after the maps are', async () => {
    const world = await open()
    await world.send(first, [1])
    expect(await foundBy(world, 'checkout')).toEqual([])
    await world.upload(first)
    expect(await foundBy(world, 'checkout')).toEqual([])
    await world.job.run(running)
    expect(await foundBy(world, 'checkout')).toEqual([idOf(1)])
    await world.send(first, [2])
    const { title } = await eventOf(world, 1)
    expect(await foundBy(world, 'checkout', 'cart.js', 'main.js', title)).toEqual([idOf(2), idOf(1)])
    expect(await foundBy(world, first.url.split('/').at(-1)!)).toEqual([])
    const inFrame: Condition = { dimension: 'stack_file', op: 'like', pattern: '*cart.js' }
    const scope = { projectId: world.projectId, range: { from: 0, to: MOMENT + 1e9 }, where: [inFrame] }
    const { events } = await world.telemetry.page(scope, { limit: 9 })
    expect(events.map(({ eventId }) => eventId)).toEqual([idOf(2), idOf(1)])
  })

  it('[SE17] let events be found by the names of their sources where their group stays as it was', async () => {
    const world = await open()
    await world.send(first, [1], 'buy', { fingerprint: ['mine'] })
    const before = await eventOf(world, 1)
    expect(await foundBy(world, 'checkout')).toEqual([])
    await world.upload(first)
    await world.job.run(running)
    expect(await foundBy(world, 'checkout')).toEqual([idOf(1)])
    const { issueId, document } = await eventOf(world, 1)
    expect({ issueId, document }).toEqual({ issueId: before.issueId, document: before.document })
    expect(await world.records.activity.ofIssue(issueId, 9)).toEqual([])
  })

  it('[SM100] name an issue after the sources of its latest event where its group stays as it was, once', async () => {
    const world = await open()
    await world.send(first, [1], 'buy', { fingerprint: ['mine'] })
    const [before] = await issuesOf(world)
    expect(before!.culprit).not.toContain('cart.js')
    await world.upload(first)
    await world.job.run(running)
    world.pass(HOUR_MS)
    await world.job.run(running)
    const [after] = await issuesOf(world)
    const { culprit } = await eventOf(world, 1)
    expect(culprit).toMatch(/src\/cart\.js/)
    expect(after).toEqual({ ...before, culprit })
    expect(world.changed).toEqual([before!.id])
  })

  it('[SM65] find the events that lacked them by debug id alone, and let those go that lack nothing', async () => {
    const world = await open()
    const debugId = '243d5770-1969-53a8-9e54-9cdaf7e01321'
    const images = [{ type: 'sourcemap', code_file: first.url, debug_id: debugId }]
    const payload = first.crash('buy', { event_id: idOf(1), release: null, debug_meta: { images } })
    await world.append(anEnvelope([{ type: 'event', payload }]))
    const { artifacts } = world.records
    await world.digest({
      kinds: createKinds({
        maps: createStackMaps({ symbolicator: world.deps.symbolicator, artifacts, now: Date.now }),
      }),
    })
    const waiting = () => world.telemetry.find([world.projectId], { kind: 'awaited_map', value: debugId }, 9)
    expect(await waiting()).toHaveLength(1)
    await world.upload(first, debugId)
    await world.job.run(running)
    expect((await eventOf(world, 1)).document.grouping.version).toBe(2)
    expect(await waiting()).toEqual([])
  })

  it('[SM65] are looked at again after a while, for events that were on their way', async () => {
    const world = await open()
    await world.upload(first)
    await world.job.run(running)
    const asSent = { symbolicate: () => Promise.reject(new Error('not yet')) }
    await world.append(anEnvelope([{ type: 'event', payload: first.crash('buy', { event_id: idOf(1) }) }]))
    const { artifacts } = world.records
    await world.digest({
      kinds: createKinds({ maps: createStackMaps({ symbolicator: asSent, artifacts, now: Date.now }) }),
    })
    await world.job.run(running)
    expect((await eventOf(world, 1)).document.grouping.version).toBe(3)
    world.pass(60_000)
    await world.job.run(running)
    expect((await eventOf(world, 1)).document.grouping.version).toBe(2)
  })

  it('[SM63] finish what a process that ended in between had decided', async () => {
    const world = await open()
    await world.send(first, [1])
    await world.upload(first)
    const broken = { ...world.telemetry, revise: () => Promise.reject(new Error('killed')) }
    await lateMapsJob({ ...world.deps, telemetry: broken }).run(running)
    expect((await eventOf(world, 1)).document.grouping.version).toBe(3)
    await world.job.run(running)
    expect((await eventOf(world, 1)).document.grouping.version).toBe(2)
    expect((await issuesOf(world)).map(({ eventCount }) => eventCount)).toEqual([1])
  })

  it('[SM105] leave one event aside that cannot be read, move the others, and try it again ever later', async () => {
    const world = await open()
    await world.send(first, [1])
    await world.send(second, [2])
    await world.upload(first)
    await world.upload(second)
    const asked: number[] = []
    let time = 0
    const symbolicator = {
      symbolicate: (ask: StackAsk) => {
        if (ask.release !== 'shop@1') return world.deps.symbolicator.symbolicate(ask)
        asked.push(time)
        throw new RangeError('Maximum call stack size exceeded')
      },
    }
    const job = lateMapsJob({ ...world.deps, symbolicator })
    for (; time < 4 * HOUR_MS; time += 3_000) {
      await job.run(running)
      world.pass(3_000)
    }
    expect((await eventOf(world, 2)).document.grouping.version).toBe(2)
    expect((await eventOf(world, 1)).document.grouping.version).toBe(3)
    expect(asked.length).toBeGreaterThan(1)
    expect(asked.length).toBeLessThanOrEqual(LIMITS.symbols.lateTries)
  })

  it('[SM105] leave one project aside whose files cannot be looked up, and look at the others', async () => {
    const world = await open()
    const { organizationId } = (await world.records.projects.byId(world.projectId))!
    const { project: other } = await world.records.projects.create({
      organizationId,
      name: 'Other',
      platform: undefined,
      now: 1,
    })
    await world.send(first, [1])
    await world.upload(first)
    const { artifacts, projects } = world.records
    let looks = 0
    const job = lateMapsJob({
      ...world.deps,
      records: {
        ...world.records,
        // The bad one first.
        projects: {
          ...projects,
          all: async () => (await projects.all()).toSorted((a) => (a.id === other.id ? -1 : 1)),
        },
        artifacts: {
          ...artifacts,
          bundlesSince: (projectId, since) => {
            if (projectId !== other.id) return artifacts.bundlesSince(projectId, since)
            looks += 1
            throw new Error('damaged')
          },
        },
      },
    })
    for (let run = 0; run < 20; run++) {
      await job.run(running)
      world.pass(3_000)
    }
    expect((await eventOf(world, 1)).document.grouping.version).toBe(2)
    expect(looks).toBe(1)
  })

  it('[SM111] are broken off by a stop without an error in the log', async () => {
    const world = await open()
    const stopping = new AbortController()
    const errors: string[] = []
    const job = lateMapsJob({
      ...world.deps,
      log: { ...world.deps.log, error: (message) => void errors.push(message) },
      records: {
        ...world.records,
        artifacts: {
          ...world.records.artifacts,
          bundlesSince: () => {
            stopping.abort(new Error('stopped'))
            throw stopping.signal.reason
          },
        },
      },
    })
    await job.run(stopping.signal)
    expect(stopping.signal.aborted).toBe(true)
    expect(errors).toEqual([])
  })
})

describe('maps that are stored and could not be read', () => {
  const unread = { kind: 'awaited_map', value: 'unread' } as const

  /** An upload that was looked at long ago, and a place for files that can be away. */
  async function openAway() {
    const world = await open()
    await world.upload(first)
    await world.job.run(running)
    world.pass(HOUR_MS)
    await world.job.run(running)
    const place = { away: true, asked: 0 }
    const { artifacts } = world.records
    const blobs = {
      ...world.blobs,
      get: (checksum: string) => {
        place.asked += 1
        return place.away ? Promise.reject(new Error('away')) : world.blobs.get(checksum)
      },
    }
    const symbolicator = createSymbolicator({ artifacts, blobs })
    const receive = async (ids: readonly number[], by = symbolicator) => {
      for (const n of ids) {
        const payload = first.crash('buy', { event_id: idOf(n) })
        await world.append(anEnvelope([{ type: 'event', payload }]))
      }
      const maps = createStackMaps({ symbolicator: by, artifacts, now: Date.now })
      await world.digest({ kinds: createKinds({ maps }) })
    }
    const job = lateMapsJob({ ...world.deps, symbolicator })
    const marked = async () => (await world.telemetry.find([world.projectId], unread, 9)).length
    const versionOf = async (n: number) => (await eventOf(world, n)).document.grouping.version
    return { ...world, place, receive, job, marked, versionOf }
  }

  it('[SM48] lead events to their issue once they can be read, without another upload', async () => {
    const world = await openAway()
    await world.receive([1, 2])
    expect([await world.versionOf(1), await world.marked()]).toEqual([3, 2])
    await world.job.run(running)
    expect(await world.versionOf(1)).toBe(3)
    world.place.away = false
    world.pass(60_000)
    await world.job.run(running)
    expect([await world.versionOf(1), await world.versionOf(2), await world.marked()]).toEqual([2, 2, 0])
    expect((await issuesOf(world)).map(({ eventCount }) => eventCount)).toEqual([2])
  })

  it('[SM48] are asked for by one event and ever less often while they are away', async () => {
    const world = await openAway()
    await world.receive([1, 2, 3])
    const asked: number[] = []
    for (let minute = 0; minute < 16; minute++) {
      world.place.asked = 0
      await world.job.run(running)
      asked.push(world.place.asked)
      world.pass(60_000)
    }
    const once = Math.max(...asked)
    expect(asked.map((count) => count / once)).toEqual([1, 1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1])
    await world.job.run(running)
    expect(await world.marked()).toBe(3)
  })

  it('[SM48] lead events to their issue that were stored before the maps were opened', async () => {
    const world = await openAway()
    world.place.away = false
    await world.receive([1], { symbolicate: () => Promise.reject(new Error('too late')) })
    expect([await world.versionOf(1), await world.marked()]).toEqual([3, 1])
    await world.job.run(running)
    expect([await world.versionOf(1), await world.marked()]).toEqual([2, 0])
  })

  it('[SM48] keep no other event waiting where one can never be read', async () => {
    const world = await openAway()
    await world.receive([1, 2])
    world.place.away = false
    let failures = 0
    const telemetry = {
      ...world.telemetry,
      get: (projectId: string, eventId: string) => {
        if (eventId !== idOf(2)) return world.telemetry.get(projectId, eventId)
        failures += 1
        return Promise.resolve({ projectId, eventId } as StoredEvent)
      },
    }
    const job = lateMapsJob({ ...world.deps, telemetry })
    for (let minute = 0; minute < 60; minute++) {
      await job.run(running)
      world.pass(60_000)
    }
    expect([await world.versionOf(1), await world.versionOf(2)]).toEqual([2, 3])
    // Ever less often.
    expect(failures).toBeGreaterThan(1)
    expect(failures).toBeLessThan(10)
  })
})
