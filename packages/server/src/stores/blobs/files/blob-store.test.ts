import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { describeBlobStore } from '#stores/blobs/blobs.contract.ts'
import { expireFileBlobs, openFileBlobStore, readFileBlobs } from './blob-store.ts'

const temporaryFolder = () => mkdtemp(join(tmpdir(), 'hindcast-blobs-'))

describeBlobStore('files', async () => {
  const dir = await temporaryFolder()
  return {
    store: await openFileBlobStore(dir),
    reopen: () => openFileBlobStore(dir),
    cleanup: () => rm(dir, { recursive: true, force: true }),
    expire: (before) => expireFileBlobs(dir, before),
    async nextMoment() {
      await sleep(20)
      const moment = Date.now()
      await sleep(20)
      return moment
    },
  }
})

it('[BS13] finds nothing to remove where nothing was ever stored', async () => {
  expect(await expireFileBlobs(join(tmpdir(), 'no such folder'), Date.now())).toBe(0)
})

describe('blobs in files', () => {
  let dir: string
  beforeEach(async () => {
    dir = await temporaryFolder()
  })
  afterEach(() => rm(dir, { recursive: true, force: true }))

  const fileOf = (address: string) => join(dir, address.slice(0, 2), address.slice(2, 4), address)

  it('[BS2] clears what a crash left half written, and never counts it', async () => {
    await openFileBlobStore(dir)
    await writeFile(join(dir, 'incoming', 'half'), 'half of a blo')
    const store = await openFileBlobStore(dir)
    expect(await readdir(join(dir, 'incoming'))).toEqual([])
    expect(await store.stats()).toEqual({ blobs: 0, bytes: 0 })
  })

  it('[BS2] lets another thread read at any time without clearing what is being written', async () => {
    const store = await openFileBlobStore(dir)
    await writeFile(join(dir, 'incoming', 'half'), 'half of a blo')
    const reader = readFileBlobs(dir)
    expect(await readdir(join(dir, 'incoming'))).toEqual(['half'])
    const address = await store.put(Buffer.from('hello'))
    expect(await reader.get(address)).toEqual(Buffer.from('hello'))
    expect(await reader.get('../incoming/half')).toBeUndefined()
  })

  it('[BS5] says that a blob is damaged instead of handing out other bytes', async () => {
    const store = await openFileBlobStore(dir)
    const address = await store.put(Buffer.from('hello'))
    await writeFile(fileOf(address), 'jello')
    await expect(store.get(address)).rejects.toMatchObject({ code: 'store_unavailable' })
  })

  it('[BS5] repairs a cut blob when the same bytes are put again', async () => {
    const store = await openFileBlobStore(dir)
    const address = await store.put(Buffer.from('hello'))
    await writeFile(fileOf(address), 'he')
    await store.put(Buffer.from('hello'))
    expect(await store.get(address)).toEqual(Buffer.from('hello'))
  })

  it('[BS6] says that the folder cannot be written to, and leaves nothing behind', async () => {
    const store = await openFileBlobStore(dir)
    await rm(join(dir, 'incoming'), { recursive: true })
    await writeFile(join(dir, 'incoming'), 'a file where the folder was')
    await expect(store.put(Buffer.from('hello'))).rejects.toMatchObject({ code: 'store_unavailable' })
    expect(await store.stats()).toEqual({ blobs: 0, bytes: 0 })
  })
})
