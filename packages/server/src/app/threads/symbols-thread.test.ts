import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MessagePort } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { makeDataFolder, type DataFolder } from '#app/data-folder.ts'
import type { MappedFrame } from '#domain/source-maps/mapped-frame.ts'
import { mapMemory, type MapMemory } from '#symbols/maps/memory.ts'
import { aFrameAsk, anAsk, DEBUG_ID } from '#symbols/testing/world.ts'
import { connectSymbols } from '#symbols/thread/connect-symbols.ts'
import { openArtifactBlobs, openRecords } from '#app/stores.ts'
import { startSymbolsThread } from './symbols-thread.ts'

const silent = { debug() {}, info() {}, warn() {}, error() {} }

it('[SM42] opens source maps on a separate thread, which answers all ports until stopped', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'hindcast-symbols-thread-'))
  const shared: MessagePort[] = []
  const thread = startSymbolsThread(
    {
      folder: await makeDataFolder(dir),
      memory: mapMemory(1024 ** 3),
      logging: { level: 'error', format: 'text' },
    },
    { log: silent },
  )
  const share = (port: MessagePort) => void shared.push(port)
  thread.start(share)
  const other = connectSymbols(() => {})
  other.connect(shared[0]!)
  const states = (await Promise.all([thread, other].map((one) => one.symbolicate(anAsk())))).map((answer) =>
    answer[0]!.map(({ map }) => map.state),
  )
  expect(states).toEqual(Array.from({ length: 2 }, () => ['no_file', 'no_file', 'no_file']))
  // A thread that was started again has no port any more.
  thread.start(share)
  const again = connectSymbols(() => {})
  again.connect(shared[1]!)
  expect(await again.symbolicate(anAsk())).toHaveLength(1)
  again.close()
  await thread.stop()
  await expect(thread.symbolicate(anAsk())).rejects.toMatchObject({ code: 'store_unavailable' })
  other.close()
  await rm(dir, { recursive: true })
})

const MiB = 1024 * 1024
/** It is told that it has much more memory than it has, as if the estimate were wrong. */
const MISTAKEN = { heapMb: 40, mapBytes: 150 * MiB, keptBytes: 1 * MiB }

async function uploadMap(folder: DataFolder, mappings: string): Promise<string> {
  const records = await openRecords(folder, silent)
  const blobs = await openArtifactBlobs(folder)
  const { id } = await records.organizations.create({ slug: 'main', name: 'Main', now: 1 })
  await records.projects.create({ organizationId: id, name: 'Web', platform: undefined, now: 1 })
  const bytes = Buffer.from(JSON.stringify({ version: 3, sources: ['a.js'], names: [], mappings }))
  const blob = await blobs.put(bytes)
  const bundle = {
    checksum: '0'.repeat(40),
    projectIds: ['1'],
    release: undefined,
    dist: undefined,
    uploadedAt: 1,
  }
  const file = {
    projectId: '1',
    kind: 'source_map',
    debugId: DEBUG_ID,
    release: undefined,
    dist: undefined,
  } as const
  await records.artifacts.addBundle(bundle, [
    { ...file, url: '~/a.js.map', sourceMap: undefined, uploadedAt: 1, blob, bytes: bytes.length },
  ])
  await records.close()
  return blob
}

it('[SM103] skips a map that an earlier thread died of, until there is more memory, and says so', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'hindcast-symbols-thread-'))
  const folder = await makeDataFolder(dir)
  await uploadMap(folder, ';'.repeat(2_500_000))
  const ask = anAsk({ stacks: [[aFrameAsk({ line: 1, column: 1 })]] })
  const said = async (memory: MapMemory) => {
    const thread = startSymbolsThread(
      { folder, memory, logging: { level: 'error', format: 'text' } },
      { log: silent },
    )
    try {
      const [[frame]] = (await thread.symbolicate(ask)) as [[MappedFrame]]
      return frame.map.codes?.nearest?.code ?? frame.map.state
    } finally {
      await thread.stop()
    }
  }
  await expect(said(MISTAKEN)).rejects.toMatchObject({ code: 'store_unavailable' })
  expect(await said(MISTAKEN)).toBe('fatal_map')
  expect(await said({ ...MISTAKEN, heapMb: 1_000 })).toBe('no_position')
  await rm(dir, { recursive: true })
}, 60_000)
