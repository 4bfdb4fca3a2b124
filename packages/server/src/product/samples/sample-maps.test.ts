import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Project } from '#domain/projects/project.ts'
import { applyMaps } from '#event/apply-maps.ts'
import { normalise } from '#event/normalise.ts'
import { createUploads, type Uploads } from '#product/source-maps/uploads/uploads.ts'
import { openFileChunkStore } from '#stores/blobs/files/chunk-store.ts'
import { askFor } from '#symbols/ask.ts'
import { createSymbolicator } from '#symbols/symbolicator.ts'
import { openSymbolWorld, type SymbolWorld } from '#symbols/testing/world.ts'
import { BUILT_PLACES, PLACES, type Place } from './places.ts'
import { SCENARIOS } from './plans.ts'
import { eventsOf } from './scenarios.ts'
import { uploadSampleBuilds } from './upload-builds.ts'

const NOW = Date.UTC(2026, 10, 15)
const silent = { debug() {}, info() {}, warn() {}, error() {} }

describe.each(SCENARIOS)('the source maps of $name', (scenario) => {
  let folder: string
  let world: SymbolWorld
  let project: Project
  let uploads: Uploads
  let stored = 0

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hindcast-sample-maps-'))
    world = await openSymbolWorld()
    project = (await world.records.projects.all())[0]!
    uploads = createUploads({
      chunks: await openFileChunkStore({ dir: folder, now: Date.now }),
      blobs: world.blobs,
      records: world.records,
      onStored: () => void stored++,
      now: Date.now,
      log: silent,
    })
    await uploadSampleBuilds(uploads, project, scenario)
  })
  afterAll(async () => {
    await world.close()
    await rm(folder, { recursive: true })
  })

  it('[OP90] are uploaded once, as a bundle for each release', async () => {
    expect(stored).toBe(scenario.releases.length)
    await uploadSampleBuilds(uploads, project, scenario)
    expect(stored).toBe(scenario.releases.length)
  })

  it('[OP90] map every frame of every event to its line in the sources', async () => {
    const symbolicator = createSymbolicator({
      artifacts: world.records.artifacts,
      blobs: world.blobs,
    })
    const functions = new Set<string>()
    for (const { payload, receivedAt, visitor } of eventsOf(scenario, NOW, 1)) {
      const { address, userAgent } = visitor
      const received = {
        at: receivedAt,
        sentAt: undefined,
        address,
        userAgent,
        clientHints: {},
        sdk: undefined,
      }
      const event = normalise(payload, received, { eventId: 'e'.repeat(32) })
      const answer = await symbolicator.symbolicate(askFor(event, project.id))
      const frames = applyMaps(event, answer).exceptions.flatMap((exception) => exception.frames)
      expect(answer.flat().every(({ map }) => map.state === 'mapped')).toBe(true)
      for (const { filename, function: name, contextLine, inApp } of frames) {
        const place = placeAt(filename!, name!)
        expect(contextLine).toContain(PLACES[place][1].split('\n')[0])
        expect(inApp).toBe(!filename!.startsWith('node_modules/'))
        functions.add(place)
      }
    }
    if (scenario.name === 'busy-shop') expect(functions.size).toBe(Object.keys(BUILT_PLACES).length)
  })
})

function placeAt(filename: string, name: string): Place {
  const found = (Object.keys(PLACES) as Place[]).find((place) => {
    const [source, , named = place] = PLACES[place] as readonly [string, string, string?]
    return source === filename && named === name
  })
  if (found === undefined) throw new Error(`no place is in ${name} of ${filename}`)
  return found
}
