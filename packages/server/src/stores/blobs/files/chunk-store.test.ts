import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { describeChunkStore } from '#stores/blobs/chunks.contract.ts'
import { openFileChunkStore } from './chunk-store.ts'

describeChunkStore('files', async (setting = {}) => {
  const dir = await mkdtemp(join(tmpdir(), 'hindcast-chunks-'))
  let time = 1_000
  const open = () => openFileChunkStore({ dir, now: () => time, ...setting })
  return {
    store: await open(),
    reopen: open,
    cleanup: () => rm(dir, { recursive: true, force: true }),
    nextMoment: async () => (time += 1_000),
  }
})

it('[SM9] leaves the rest of a disk to events', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'hindcast-chunks-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  const store = await openFileChunkStore({ dir, now: Date.now, freeBytes: async () => 100_000 })
  const [organization, checksum] = [randomUUID(), createHash('sha1').update('a').digest('hex')]
  await expect(store.put(organization, checksum, Buffer.from('a'))).rejects.toMatchObject({
    code: 'store_unavailable',
  })
  expect(await store.missing(organization, [checksum])).toEqual([checksum])
})
