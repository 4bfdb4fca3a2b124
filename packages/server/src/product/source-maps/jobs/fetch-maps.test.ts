import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createMapFetcher } from '#product/source-maps/uploads/fetch-map.ts'
import { createUploads } from '#product/source-maps/uploads/uploads.ts'
import { createGrouper, createLocalGrouping } from '#app/threads/grouping.ts'
import type { JsonObject } from '#domain/json.ts'
import { LIMITS } from '#domain/limits.ts'
import { MOMENT } from '#domain/testing.ts'
import { createOutbound } from '#outbound/outbound.ts'
import { createKinds } from '#digest/kinds/list.ts'
import { createStackMaps } from '#digest/kinds/errors/map-items.ts'
import { buildShop, type Build } from '#digest/testing/builds.ts'
import { anEnvelope } from '#digest/testing/records.ts'
import { aWorld } from '#digest/testing/world.ts'
import { openFileChunkStore } from '#stores/blobs/files/chunk-store.ts'
import { createFetchStates } from '#symbols/maps/fetch-state.ts'
import { createSymbolicator } from '#symbols/symbolicator.ts'
import { fetchMapsJob } from './fetch-maps.ts'
import { lateMapsJob } from './late-maps.ts'
import { createReadableEvents } from './readable-events.ts'

const grouper = createGrouper(createLocalGrouping())
const MINUTE_MS = 60_000
const running = new AbortController().signal
const log = { debug() {}, info() {}, warn() {}, error() {} }
const idOf = (n: number) => n.toString(16).padStart(32, '0')

let first: Build
let second: Build
beforeAll(async () => {
  first = await buildShop('shop@1', 0)
  second = await buildShop('shop@2', 40)
})

/** A site that serves whatever is put on it. */
async function aSite() {
  const files = new Map<string, string>()
  const asked: string[] = []
  const server = createServer(({ url }, response) => {
    asked.push(url!)
    const file = files.get(url!)
    return file === undefined ? response.writeHead(404).end() : response.end(file)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    files,
    asked,
    /** The build at an address without a hash, if one is given. */
    serve(build: Build, path = new URL(build.url).pathname) {
      files.set(path, `${build.code}\n//# sourceMappingURL=${path.split('/').at(-1)}.map`)
      files.set(`${path}.map`, build.map)
    },
    crash(build: Build, over: JsonObject, path = new URL(build.url).pathname): JsonObject {
      const payload = JSON.stringify(build.crash('buy', over))
      return JSON.parse(payload.replaceAll(build.url, `${origin}${path}`)) as JsonObject
    },
  }
}

async function open(settings: { readonly fetchSourceMaps: boolean } = { fetchSourceMaps: true }) {
  const world = await aWorld()
  const { records, telemetry, blobs, projectId, folder } = world
  const site = await aSite()
  const project = (await records.projects.byId(projectId))!
  await records.projects.updateSettings(projectId, { ...project.settings, ...settings })
  let time = MOMENT + MINUTE_MS
  const now = () => time
  const artifacts = records.artifacts
  const symbolicator = createSymbolicator({ artifacts, blobs, fetchStates: createFetchStates(records, now) })
  const uploads = createUploads({
    chunks: await openFileChunkStore({ dir: join(folder, 'uploads'), now }),
    blobs,
    records,
    onStored: () => {},
    now,
    log,
  })
  const readable = createReadableEvents()
  const deps = { records, telemetry, symbolicator, grouper, readable, now, log }
  const outbound = createOutbound({ allowedHosts: ['127.0.0.1'] })
  const fetching = fetchMapsJob({ ...deps, fetch: createMapFetcher({ outbound, uploads }) })
  const late = lateMapsJob({ ...deps, changed: () => {} })
  return {
    ...world,
    site,
    symbolicator,
    pass: (ms: number) => void (time += ms),
    async work() {
      await fetching.run(running)
      await late.run(running)
    },
    async send(...payloads: readonly JsonObject[]) {
      for (const payload of payloads) await world.append(anEnvelope([{ type: 'event', payload }]))
      await world.digest({
        kinds: createKinds({ maps: createStackMaps({ symbolicator, artifacts, now: Date.now }) }),
      })
    },
    async event(n: number) {
      const stored = (await telemetry.get(projectId, idOf(n)))!
      const ask = (await grouper.ask(stored))!
      const map = (await symbolicator.symbolicate(ask))[0]!.at(-1)!
      return { stored, ...map }
    },
    issues: async () =>
      (await records.issues.page({ projectIds: [projectId] }, { sort: 'first_seen', limit: 9 })).issues,
  }
}

describe('maps from the site itself', () => {
  it('[SM70] make an event readable, in its issue too, without any upload', async () => {
    const world = await open()
    world.site.serve(first)
    await world.send(world.site.crash(first, { event_id: idOf(1) }))
    expect((await world.event(1)).map).toMatchObject({ state: 'no_file', fetch: 'waiting' })
    await world.work()
    const { stored, original, map } = await world.event(1)
    expect(original).toMatchObject({ function: 'priceOf', filename: expect.stringMatching(/src\/cart\.js$/) })
    expect(map.looked.at(-1)).toMatchObject({ by: 'fetch', found: 'map' })
    const [issue] = await world.issues()
    expect(issue!.culprit).toMatch(/^priceOf \(.*src\/cart\.js\)$/)
    expect(stored).toMatchObject({ culprit: issue!.culprit, document: { grouping: { version: 2 } } })
    expect(await world.records.activity.ofIssue(issue!.id, 9)).toMatchObject([{ kind: 'mapped', events: 1 }])

    await world.send(world.site.crash(first, { event_id: idOf(2) }))
    expect((await world.event(2)).stored.document.grouping.version).toBe(2)
    await world.work()
    expect(world.site.asked).toHaveLength(2)
  })

  it('[SM70] are asked for only where the project says so', async () => {
    const world = await open({ fetchSourceMaps: false })
    world.site.serve(first)
    await world.send(world.site.crash(first, { event_id: idOf(1) }))
    await world.work()
    const { original, map, stored } = await world.event(1)
    expect([original, map.state, map.fetch]).toEqual([undefined, 'no_file', 'off'])
    expect(stored.document.grouping.version).not.toBe(2)
    expect(world.site.asked).toEqual([])
  })

  it('[TS76] are asked for by an event of a second spool, too, that is stored later though it was received earlier', async () => {
    const world = await open()
    world.site.serve(first)
    world.site.serve(second)
    await world.send(world.site.crash(first, { event_id: idOf(1) }))
    await world.work()
    expect(world.site.asked).toHaveLength(2)

    const { stored } = await world.event(1)
    const payload = world.site.crash(second, { event_id: idOf(2) })
    const late = {
      ...stored,
      eventId: idOf(2),
      seq: 0,
      receivedAt: stored.receivedAt - MINUTE_MS,
      document: { ...stored.document, payload },
    }
    await world.telemetry.append({ spoolId: 'second spool', from: 0, to: 1, events: [late], raw: [] })
    await world.work()
    expect(world.site.asked).toHaveLength(4)
    expect((await world.event(2)).original).toMatchObject({ function: 'priceOf' })
  })

  it('[SM74] are found for events without a release, and asked for again after a while, for the next build', async () => {
    const world = await open()
    const crash = (build: Build, n: number) =>
      world.site.crash(build, { event_id: idOf(n), release: null }, '/app.js')
    world.site.serve(first, '/app.js')
    await world.send(crash(first, 1))
    await world.work()
    expect((await world.event(1)).stored.document.grouping.version).toBe(2)

    world.site.serve(second, '/app.js')
    world.pass(LIMITS.mapFetch.againMs)
    await world.send(crash(second, 2))
    await world.work()
    expect((await world.event(2)).original).toMatchObject({ function: 'priceOf', line: 42 })
    expect(world.site.asked).toHaveLength(4)
    await world.send(crash(second, 3))
    await world.work()
    expect(world.site.asked).toHaveLength(4)
  })

  it('[SM75] are not asked for with each event where there is none, but after a while', async () => {
    const world = await open()
    const crash = (n: number) => world.site.crash(first, { event_id: idOf(n) })
    await world.send(crash(1))
    await world.work()
    await world.send(crash(2))
    await world.work()
    expect(world.site.asked).toHaveLength(1)
    expect((await world.event(2)).map.fetch).toBe('not_found')
    world.pass(LIMITS.mapFetch.againMs)
    world.site.serve(first)
    await world.send(crash(3))
    await world.work()
    expect((await world.event(3)).original).toMatchObject({ function: 'priceOf' })
  })

  it('[SM75] are asked for a few times a minute, however many scripts events name', async () => {
    const world = await open()
    const crash = (n: number) => world.site.crash(first, { event_id: idOf(n) }, `/${n}.js`)
    await world.send(...Array.from({ length: 20 }, (_, n) => crash(n)))
    const { perMinute } = LIMITS.mapFetch
    for (let run = 0; run < 10; run++) await world.work()
    expect(world.site.asked).toHaveLength(perMinute)
    world.pass(MINUTE_MS)
    for (let run = 0; run < 10; run++) await world.work()
    expect(new Set(world.site.asked).size).toBe(perMinute * 2)
  })

  it('[SM76] reach events that were on their way while they were fetched', async () => {
    const world = await open()
    world.site.serve(first)
    await world.send(world.site.crash(first, { event_id: idOf(1), release: null }))
    await world.work()
    const asSent = { symbolicate: () => Promise.reject(new Error('not yet')) }
    const payload = world.site.crash(first, { event_id: idOf(2), release: null })
    await world.append(anEnvelope([{ type: 'event', payload }]))
    const { artifacts } = world.records
    await world.digest({
      kinds: createKinds({ maps: createStackMaps({ symbolicator: asSent, artifacts, now: Date.now }) }),
    })
    expect((await world.event(2)).stored.document.grouping.version).not.toBe(2)
    await world.work()
    expect((await world.event(2)).stored.document.grouping.version).toBe(2)
  })
})
