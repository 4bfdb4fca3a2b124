import { beforeAll, describe, expect, it } from 'vitest'
import type { StackAsk, Symbolicator } from '#domain/source-maps/mapped-frame.ts'
import { MOMENT } from '#domain/testing.ts'
import { createSymbolicator } from '#symbols/symbolicator.ts'
import { createKinds } from '#digest/kinds/list.ts'
import { createStackMaps } from './map-items.ts'
import { buildShop, uploadBuild, type Build } from '#digest/testing/builds.ts'
import { anEnvelope } from '#digest/testing/records.ts'
import { aWorld, type World } from '#digest/testing/world.ts'

const WEEK = { from: MOMENT - 3e8, to: MOMENT + 3e8 }
const DEBUG_ID = '243d5770-1969-53a8-9e54-9cdaf7e01321'
const idOf = (n: number) => n.toString(16).padStart(32, '0')

let first: Build
let second: Build
beforeAll(async () => {
  first = await buildShop('shop@1', 0)
  second = await buildShop('shop@2', 40)
})

function mapsOf(world: World, watch: (ask: StackAsk) => void = () => {}) {
  const { artifacts } = world.records
  const real = createSymbolicator({ artifacts, blobs: world.blobs })
  const symbolicator: Symbolicator = {
    symbolicate(ask) {
      watch(ask)
      return real.symbolicate(ask)
    },
  }
  return createStackMaps({ symbolicator, artifacts, now: Date.now })
}

async function send(
  world: World,
  build: Build,
  n: number,
  action: 'buy' | 'giveBack' = 'buy',
): Promise<void> {
  const images = [{ type: 'sourcemap', code_file: build.url, debug_id: DEBUG_ID }]
  const payload = build.crash(action, { event_id: idOf(n), debug_meta: { images } })
  await world.append(anEnvelope([{ type: 'event', payload }]))
}

/** Events that lack a map with this id. */
const waitingFor = async ({ telemetry, projectId }: World, value: string) =>
  (await telemetry.find([projectId], { kind: 'awaited_map', value }, 10)).map(({ eventId }) => eventId)

const issuesOf = async (world: World) =>
  (await world.records.issues.page({ projectIds: [world.projectId] }, { sort: 'first_seen', limit: 9 }))
    .issues

describe('grouping by maps', () => {
  it('[SM45] keeps two builds with other hashes and shifted lines in one issue per bug, and names them by the source', async () => {
    expect(first.url).not.toBe(second.url)
    const world = await aWorld()
    await uploadBuild(world, first, 1)
    await uploadBuild(world, second, 2)
    await send(world, first, 1)
    await send(world, second, 2)
    await send(world, first, 3, 'giveBack')
    await send(world, second, 4, 'giveBack')
    await world.digest({ kinds: createKinds({ maps: mapsOf(world) }) })
    const issues = await issuesOf(world)
    expect(issues.map(({ eventCount }) => eventCount)).toEqual([2, 2])
    for (const { culprit } of issues) expect(culprit).toMatch(/^priceOf \(.*src\/cart\.js\)$/)
    const stored = await world.telemetry.get(world.projectId, idOf(1))
    expect(stored!.document.grouping).toMatchObject({ version: 2, unmapped: expect.any(String) as string })
    expect(stored!.document.payload).toMatchObject({ exception: first.crash('buy')['exception'] as object })
  })

  it('[SM45] keeps two builds in one issue without maps too', async () => {
    const world = await aWorld()
    await send(world, first, 1)
    await send(world, second, 2)
    await world.digest({ kinds: createKinds({ maps: mapsOf(world) }) })
    expect((await issuesOf(world)).map(({ eventCount }) => eventCount)).toEqual([2])
  })

  it('[SM45] keeps a bug in its issue when its maps begin to come, and when they stay away', async () => {
    const world = await aWorld()
    await send(world, first, 1)
    await world.digest({ kinds: createKinds({ maps: mapsOf(world) }) })
    await uploadBuild(world, second, 1)
    await send(world, second, 2)
    await world.digest({ kinds: createKinds({ maps: mapsOf(world) }) })
    await send(world, first, 3)
    await world.digest({ kinds: createKinds({ maps: mapsOf(world) }) })
    expect((await issuesOf(world)).map(({ eventCount }) => eventCount)).toEqual([3])
  })

  it('[SM46] asks once for a burst of one error, and not at all where nothing was uploaded', async () => {
    const world = await aWorld()
    const asks: StackAsk[] = []
    const maps = mapsOf(world, (ask) => asks.push(ask))
    await send(world, first, 1)
    await world.digest({ kinds: createKinds({ maps }) })
    expect(asks).toHaveLength(0)
    await uploadBuild(world, first, 1)
    for (let n = 2; n < 80; n++) await send(world, first, n)
    await world.digest({ kinds: createKinds({ maps }) })
    expect(asks).toHaveLength(1)
  })

  it('[SM46] asks in later batches again for what was not found, and for nothing that was', async () => {
    const world = await aWorld()
    await uploadBuild(world, first, 1)
    const asks: StackAsk[] = []
    const maps = mapsOf(world, (ask) => asks.push(ask))
    for (const n of [1, 2]) {
      await send(world, first, n)
      await world.digest({ kinds: createKinds({ maps }) })
    }
    expect(asks).toHaveLength(1)
    for (const n of [3, 4]) {
      await send(world, second, n)
      await world.digest({ kinds: createKinds({ maps }) })
    }
    expect(asks).toHaveLength(3)
  })

  it('[SM46] waits for the maps of an event also where nothing was ever uploaded', async () => {
    const world = await aWorld()
    await send(world, first, 1)
    await world.digest({ kinds: createKinds({ maps: mapsOf(world) }) })
    expect(await waitingFor(world, DEBUG_ID)).toEqual([idOf(1)])
  })

  it('[SM46] groups without maps that do not come in time, and finds the event again by what it lacks', async () => {
    const world = await aWorld()
    await uploadBuild(world, first, 1)
    await send(world, first, 1)
    let time = 0
    const maps = createStackMaps({
      symbolicator: { symbolicate: () => Promise.reject(new Error('the thread has ended')) },
      artifacts: world.records.artifacts,
      now: () => (time += 10_000),
    })
    await world.digest({ kinds: createKinds({ maps }) })
    expect(await waitingFor(world, DEBUG_ID)).toEqual([idOf(1)])
    const stored = await world.telemetry.get(world.projectId, idOf(1))
    expect(stored!.document.grouping.version).toBe(3)
  })

  it('[SM46] waits for nothing once an event has all its maps', async () => {
    const world = await aWorld()
    await uploadBuild(world, first, 1)
    await send(world, first, 1)
    await world.digest({ kinds: createKinds({ maps: mapsOf(world) }) })
    expect(await waitingFor(world, DEBUG_ID)).toEqual([])
    expect(
      (await world.telemetry.page({ projectId: world.projectId, range: WEEK }, { limit: 9 })).events,
    ).toHaveLength(1)
  })
})
