import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { BlobStore } from './blobs.ts'

export interface OpenedBlobStore {
  readonly store: BlobStore
  /** Opens the same data again, as after a restart. */
  readonly reopen: () => Promise<BlobStore>
  readonly cleanup: () => Promise<void>
  /** Removes what was last stored before the moment. */
  readonly expire: (before: number) => Promise<number>
  /** A moment by the clock of the store, later than all before and not later than what follows. */
  readonly nextMoment: () => Promise<number>
}

const HELLO = new TextEncoder().encode('hello')
const HELLO_ADDRESS = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'

/** Every BlobStore must pass this. Run against the real thing, never a mock. */
export function describeBlobStore(name: string, open: () => Promise<OpenedBlobStore>): void {
  describe(`BlobStore contract: ${name}`, () => {
    let opened: OpenedBlobStore
    let store: BlobStore
    beforeEach(async () => {
      opened = await open()
      store = opened.store
    })
    afterEach(() => opened.cleanup())

    it('[BS1] addresses bytes by their SHA-256, so that the same bytes have one address everywhere', async () => {
      expect(await store.put(HELLO)).toBe(HELLO_ADDRESS)
    })

    it('[BS1] stores the same bytes once, also when they arrive together', async () => {
      await Promise.all([store.put(HELLO), store.put(HELLO), store.put(HELLO.slice())])
      expect(await store.put(HELLO)).toBe(HELLO_ADDRESS)
      expect(await store.stats()).toEqual({ blobs: 1, bytes: 5 })
    })

    it.each([
      ['nothing', new Uint8Array()],
      ['every byte', Uint8Array.from({ length: 256 }, (_, index) => index)],
      ['five megabytes', new Uint8Array(5 * 1024 * 1024).fill(7)],
    ])('[BS2] gives back %s as it was put', async (_what, bytes) => {
      const address = await store.put(bytes)
      const read = await store.get(address)
      expect(read && Buffer.compare(read, bytes)).toBe(0)
    })

    it('[BS2] keeps blobs across a restart', async () => {
      await store.put(HELLO)
      const again = await opened.reopen()
      expect(await again.get(HELLO_ADDRESS)).toEqual(Buffer.from(HELLO))
      expect(await again.stats()).toEqual({ blobs: 1, bytes: 5 })
    })

    it('[BS3] answers undefined for an address that was never given out', async () => {
      expect(await store.get('0'.repeat(64))).toBeUndefined()
    })

    it.each([
      '',
      '..',
      '../../etc/passwd',
      '/etc/passwd',
      `${'a'.repeat(62)}/.`,
      HELLO_ADDRESS.toUpperCase(),
      `${HELLO_ADDRESS}\0`,
      `${HELLO_ADDRESS}\n`,
      `${HELLO_ADDRESS.slice(0, 2)}/${HELLO_ADDRESS.slice(2, 4)}/${HELLO_ADDRESS}`,
    ])('[BS3] takes %j for no address, so that none can lead elsewhere', async (address) => {
      await store.put(HELLO)
      expect(await store.get(address)).toBeUndefined()
      await store.delete(address)
      expect(await store.stats()).toEqual({ blobs: 1, bytes: 5 })
    })

    it('[BS4] deletes for good, and deleting twice is no error', async () => {
      await store.put(HELLO)
      await store.delete(HELLO_ADDRESS)
      await store.delete(HELLO_ADDRESS)
      expect(await store.get(HELLO_ADDRESS)).toBeUndefined()
      expect(await store.stats()).toEqual({ blobs: 0, bytes: 0 })
      expect(await store.put(HELLO)).toBe(HELLO_ADDRESS)
      expect(await store.get(HELLO_ADDRESS)).toEqual(Buffer.from(HELLO))
    })

    it('[BS13] removes what was last stored before a moment, and keeps what was stored again since', async () => {
      const [old, renewed] = [await store.put(Buffer.from('old')), await store.put(HELLO)]
      const moment = await opened.nextMoment()
      await store.put(HELLO)
      const young = await store.put(Buffer.from('young'))
      expect(await opened.expire(moment)).toBe(1)
      expect(await opened.expire(moment)).toBe(0)
      expect(await store.get(old)).toBeUndefined()
      for (const kept of [renewed, young]) expect(await store.get(kept)).toBeDefined()
      expect(await store.put(Buffer.from('old'))).toBe(old)
      expect(await store.stats()).toMatchObject({ blobs: 3 })
    })
  })
}
