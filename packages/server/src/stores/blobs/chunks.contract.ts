import { createHash, randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ChunkStore } from './chunks.ts'

export interface OpenedChunkStore {
  readonly store: ChunkStore
  /** Opens the same data again, as after a restart. */
  readonly reopen: () => Promise<ChunkStore>
  readonly cleanup: () => Promise<void>
  /** A moment by the clock of the store, later than all before and not later than what follows. */
  readonly nextMoment: () => Promise<number>
}

export interface ChunkStoreSetting {
  readonly waitingBytes?: number
}

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex')

/** Every ChunkStore must pass this. Run against the real thing, never a mock. */
export function describeChunkStore(
  name: string,
  open: (setting?: ChunkStoreSetting) => Promise<OpenedChunkStore>,
): void {
  describe(`ChunkStore contract: ${name}`, () => {
    const [acme, other] = [randomUUID(), randomUUID()]
    let opened: OpenedChunkStore
    let store: ChunkStore
    beforeEach(async () => {
      opened = await open()
      store = opened.store
    })
    afterEach(() => opened.cleanup())

    const put = async (text: string, organization = acme) =>
      store.put(organization, sha1(text), Buffer.from(text))
    const names = (...texts: string[]) => texts.map(sha1)

    it('[SM8] says which chunks are missing, each once, to each organization for itself', async () => {
      await Promise.all([put('one'), put('one'), put('two')])
      expect(await store.missing(acme, names('one', 'three', 'two', 'three'))).toEqual(names('three'))
      expect(await store.missing(other, names('one'))).toEqual(names('one'))
      expect(await store.open(other, names('one'))).toBeUndefined()
    })

    it('[SM8] reads chunks one after another as one, from any place', async () => {
      for (const text of ['Hello ', '', 'wor', 'ld']) await put(text)
      const source = (await store.open(acme, names('Hello ', '', 'wor', 'ld', 'wor')))!
      expect(source.size).toBe(14)
      const read = async (offset: number, length: number) =>
        Buffer.from(await source.read(offset, length)).toString()
      expect(await read(0, 14)).toBe('Hello worldwor')
      expect(await read(4, 6)).toBe('o worl')
      expect(await read(14, 0)).toBe('')
      expect(await read(9, 1)).toBe('l')
      await expect(source.read(10, 5)).rejects.toThrow(RangeError)
    })

    it('[SM8] still has the chunks after a restart, so that an upload goes on where it ended', async () => {
      await put('one')
      const again = await opened.reopen()
      expect(await again.missing(acme, names('one', 'two'))).toEqual(names('two'))
      expect((await again.open(acme, names('one')))!.size).toBe(3)
    })

    it('[SM9] takes no more than an organization may have waiting, and counts tiny chunks as more', async () => {
      const small = await open({ waitingBytes: 200_000 })
      const send = async (text: string) => small.store.put(acme, sha1(text), Buffer.from(text))
      for (const text of ['a', 'b', 'c']) await send(text)
      await expect(send('d')).rejects.toMatchObject({ code: 'rate_limited' })
      await send('a')
      await small.store.put(other, sha1('d'), Buffer.from('d'))
      await small.store.remove(acme, names('a', 'unknown'))
      await send('d')
      await small.cleanup()
    })

    it('[SM10] says so where a chunk goes while its bundle is read', async () => {
      await put('one')
      const source = (await store.open(acme, names('one')))!
      await store.remove(acme, names('one'))
      await expect(source.read(0, 3)).rejects.toMatchObject({ code: 'invalid_input' })
    })

    it('[SM10] forgets chunks of uploads that were given up, and keeps those that were sent again', async () => {
      await put('old')
      await put('renewed')
      const moment = await opened.nextMoment()
      await put('renewed')
      expect(await store.expire(moment)).toBe(1)
      expect(await store.missing(acme, names('old', 'renewed'))).toEqual(names('old'))
      expect(await (await opened.reopen()).missing(acme, names('old', 'renewed'))).toEqual(names('old'))
    })

    it.each(['', '..', 'x'.repeat(40), '../../../../etc/passwd', sha1('a').toUpperCase()])(
      '[SM9] takes %j for no chunk, so that none can lead elsewhere',
      async (checksum) => {
        await expect(store.put(acme, checksum, Buffer.from('a'))).rejects.toMatchObject({
          code: 'invalid_input',
        })
        await expect(store.put('../..', sha1('a'), Buffer.from('a'))).rejects.toMatchObject({
          code: 'invalid_input',
        })
        await store.remove(acme, [checksum])
        expect(await store.open(acme, [checksum])).toBeUndefined()
      },
    )
  })
}
