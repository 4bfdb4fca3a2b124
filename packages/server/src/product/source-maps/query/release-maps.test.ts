import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { JsonObject } from '#domain/json.ts'
import { EVENT_ID } from '#domain/testing.ts'
import { anEvent, T0 } from '#stores/telemetry/telemetry.builders.ts'
import { openTestTelemetry } from '#stores/telemetry/testing/open-telemetry.ts'
import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'
import { createSymbolicator } from '#symbols/symbolicator.ts'
import { fixtureFiles, fixtureText, openSymbolWorld, type SymbolWorld } from '#symbols/testing/world.ts'
import { readLatestMaps, readReleaseMaps, type ReleaseMapsDeps } from './release-maps.ts'

const RELEASE = 'shop@1.4.2'
const silent = { debug() {}, info() {}, warn() {}, error() {} }

let folder: string
let world: SymbolWorld
let telemetry: TelemetryStore
let deps: ReleaseMapsDeps
let payload: JsonObject
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hindcast-release-maps-'))
  world = await openSymbolWorld()
  telemetry = await openTestTelemetry({ dir: folder, now: () => T0, log: silent })
  const { artifacts } = world.records
  deps = { telemetry, artifacts, symbolicator: createSymbolicator({ artifacts, blobs: world.blobs }) }
  payload = JSON.parse((await fixtureText('event.03.event.bin')).split('\n')[2]!) as JsonObject
})
afterEach(async () => {
  await telemetry.close()
  await world.close()
  await rm(folder, { recursive: true })
})

async function store(...payloads: readonly JsonObject[]): Promise<void> {
  const events = payloads.map((one, index) => {
    const seq = index + 1
    const { document } = anEvent({ seq })
    return anEvent({ seq, release: RELEASE, document: { ...document, payload: one } })
  })
  await telemetry.append({ spoolId: 's', from: 0, to: 99, events, raw: [] })
}

const maps = () => readReleaseMaps(deps, world.projectId, RELEASE, T0 + 1e6)

describe('the maps of a release', () => {
  it('[SM50] names each script that was seen, and is complete once all of them have a map', async () => {
    await store(payload, { ...payload, event_id: EVENT_ID })
    expect(await maps()).toMatchObject({
      complete: false,
      events: 2,
      uploaded: { scripts: 0, maps: 0 },
      scripts: [
        {
          url: 'http://127.0.0.1:9200/dist/fx/app.UNMNSEFP.js',
          verdict: 'missing',
          frames: 6,
          map: { state: 'no_file', fix: expect.stringContaining('Upload the source maps') as string },
        },
      ],
    })
    await world.upload(...(await fixtureFiles()))
    expect(await maps()).toMatchObject({
      complete: true,
      uploaded: { scripts: 1, maps: 1 },
      scripts: [{ verdict: 'mapped', frames: 6 }],
    })
    expect(await readLatestMaps(deps, world.projectId, T0 + 1e6)).toEqual(await maps())
  })

  it('[SM50] does not require source maps of third-party scripts, unless the script references one', async () => {
    const frames = [{ filename: 'https://ads.example/tag.js', function: 'q', lineno: 1, colno: 9 }]
    const exception = { values: [{ type: 'Error', value: 'no', stacktrace: { frames } }] }
    const foreign = { ...payload, exception, debug_meta: {} }
    await store(foreign)
    expect(await maps()).toMatchObject({ complete: true, scripts: [{ verdict: 'foreign' }] })
  })

  it('[SM50] does not call an unknown release healthy', async () => {
    await expect(maps()).rejects.toMatchObject({ code: 'not_found' })
    expect(await readLatestMaps(deps, world.projectId, T0 + 1e6)).toBeUndefined()
    await world.upload(...(await fixtureFiles()))
    expect(await maps()).toMatchObject({ complete: true, scripts: [], events: 0 })
  })
})
