import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ArtifactBundle, ArtifactFile } from '#domain/source-maps/artifact.ts'
import type { OpenedRecords } from './records.contract.ts'
import type { ArtifactRecords, RecordStore } from './records.ts'

const ID = '3981be22-0000-4000-8000-000000000001'

export function aFile(change: Partial<ArtifactFile> = {}): ArtifactFile {
  return {
    projectId: '1',
    kind: 'source_map',
    url: '~/assets/main.js.map',
    debugId: ID,
    release: 'shop@1.4.2',
    dist: undefined,
    sourceMap: undefined,
    blob: 'a'.repeat(64),
    bytes: 10,
    uploadedAt: 100,
    ...change,
  }
}

export function aBundle(change: Partial<ArtifactBundle> = {}): ArtifactBundle {
  return {
    checksum: 'c1'.repeat(20),
    projectIds: ['1'],
    release: 'shop@1.4.2',
    dist: undefined,
    uploadedAt: 100,
    ...change,
  }
}

async function orphansOf(artifacts: ArtifactRecords): Promise<readonly string[]> {
  const found: string[] = []
  for (;;) {
    const blob = await artifacts.takeOrphan(60_000)
    if (blob === undefined) return found
    found.push(blob)
    await artifacts.forgetOrphan(blob)
  }
}

/** Every RecordStore must pass this too. */
export function describeArtifactRecords(name: string, open: () => Promise<OpenedRecords>): void {
  describe(`ArtifactRecords contract: ${name}`, () => {
    let records: OpenedRecords
    let store: RecordStore
    let artifacts: ArtifactRecords
    beforeEach(async () => {
      records = await open()
      store = records.store
      artifacts = store.artifacts
      const { id } = await store.organizations.create({ slug: 'main', name: 'Main', now: 1 })
      for (const name of ['Shop', 'Blog']) {
        await store.projects.create({ organizationId: id, name, platform: undefined, now: 1 })
      }
    })
    afterEach(async () => store.close())

    it('[SM1] adds a bundle once, however often and from wherever it is added', async () => {
      const other = await records.another()
      const added = await Promise.all(
        [store, other, store, other].map(({ artifacts }) => artifacts.addBundle(aBundle(), [aFile()])),
      )
      expect(added.filter(Boolean)).toHaveLength(1)
      expect(await other.artifacts.byDebugIds('1', [ID])).toEqual([aFile()])
      await other.close()
    })

    it('[SM1] adds a known bundle to the projects that do not have it, and leaves the others alone', async () => {
      await artifacts.addBundle(aBundle(), [aFile()])
      const files = ['1', '2'].map((projectId) => aFile({ projectId, uploadedAt: 200 }))
      expect(await artifacts.hasBundle(aBundle().checksum, ['1', '2'])).toBe(false)
      expect(await artifacts.addBundle(aBundle({ projectIds: ['1', '2'], uploadedAt: 200 }), files)).toBe(
        true,
      )
      expect(await artifacts.hasBundle(aBundle().checksum, ['1', '2', '2'])).toBe(true)
      expect(await artifacts.hasBundle(aBundle().checksum, [])).toBe(false)
      expect(await artifacts.lastUpload('1')).toBe(100)
      expect(await artifacts.lastUpload('2')).toBe(200)
    })

    it('[SM1] adds a bundle of thousands of files as one, or not at all', async () => {
      const files = Array.from({ length: 1_201 }, (_, index) => aFile({ url: `~/${index}.js` }))
      await expect(
        artifacts.addBundle(aBundle({ projectIds: ['1', '99'] }), [...files, aFile({ projectId: '99' })]),
      ).rejects.toThrow()
      expect(await artifacts.hasBundle(aBundle().checksum, ['1'])).toBe(false)
      await artifacts.addBundle(aBundle(), files)
      expect(await artifacts.ofRelease('1', 'shop@1.4.2', 5_000)).toHaveLength(1_201)
      expect(await artifacts.ofRelease('1', 'shop@1.4.2', 7)).toHaveLength(7)
      expect(await artifacts.usedBytes(['1', '2'])).toBe(12_010)
    })

    it('[SM2] finds every file of a debug id in its own project only, the newest upload first', async () => {
      await artifacts.addBundle(aBundle(), [aFile({ kind: 'minified_source' }), aFile()])
      const later = aFile({ blob: 'b'.repeat(64), uploadedAt: 300 })
      await artifacts.addBundle(aBundle({ checksum: 'later', uploadedAt: 300 }), [later])
      const found = await artifacts.byDebugIds('1', ['no such id', ID])
      expect(found).toEqual([later, aFile({ kind: 'minified_source' }), aFile()])
      expect(await artifacts.byDebugIds('2', [ID])).toEqual([])
      expect(await artifacts.byDebugIds('1', [])).toEqual([])
    })

    it('[SM3] finds files by release, dist and url, and takes an upload without dist for one of its own', async () => {
      const withDist = aFile({ dist: 'web-7', debugId: undefined })
      const without = aFile({ debugId: undefined })
      await artifacts.addBundle(aBundle(), [withDist, without])
      const find = (release: string, dist: string | undefined, url: string) =>
        artifacts.byUrls('1', release, dist, ['~/other.js', url])
      expect(await find('shop@1.4.2', 'web-7', '~/assets/main.js.map')).toEqual([withDist])
      expect(await find('shop@1.4.2', undefined, '~/assets/main.js.map')).toEqual([without])
      expect(await find('shop@1.4.3', undefined, '~/assets/main.js.map')).toEqual([])
      expect(await find('shop@1.4.2', 'web-8', '~/assets/main.js.map')).toEqual([])
      expect(await find('shop@1.4.2', 'web-7', '~/assets/main.js')).toEqual([])
    })

    it('[SM4] gives up a blob when the last file that has it expired, and takes it back when it is added again', async () => {
      const [shared, lone] = ['a'.repeat(64), 'b'.repeat(64)]
      await artifacts.addBundle(aBundle(), [aFile({ blob: shared }), aFile({ blob: lone })])
      await artifacts.addBundle(aBundle({ checksum: 'other', projectIds: ['2'], uploadedAt: 900 }), [
        aFile({ projectId: '2', blob: shared }),
      ])
      expect(await artifacts.expire('1', 100)).toBe(0)
      expect(await artifacts.expire('1', 101)).toBe(1)
      expect(await artifacts.byDebugIds('1', [ID])).toEqual([])
      expect(await orphansOf(artifacts)).toEqual([lone])
      await artifacts.addBundle(aBundle(), [aFile({ blob: lone })])
      expect(await orphansOf(artifacts)).toEqual([])
    })

    it('[SM4] gives up what was stored for a bundle that was not added, unless another has it', async () => {
      const [shared, lone] = ['a'.repeat(64), 'b'.repeat(64)]
      for (const blob of [shared, lone, lone]) expect(await artifacts.hold('upload', blob, 1_000)).toBe(true)
      await artifacts.addBundle(aBundle(), [aFile({ blob: shared })])
      await artifacts.release('upload')
      await artifacts.release('unknown')
      expect(await artifacts.takeOrphan(60_000)).toBe(lone)
      expect(await artifacts.takeOrphan(60_000)).toBeUndefined()
      await artifacts.forgetOrphan(lone)
      expect(await artifacts.hold('later', lone, 1_000)).toBe(true)
    })

    it('[SM113] gives nobody a blob that an upload on another node holds, until that was released or took too long', async () => {
      const other = await records.another()
      const [first, second] = ['a'.repeat(64), 'b'.repeat(64)]
      for (const blob of [first, second]) await artifacts.hold('failed', blob, 1_000)
      await artifacts.release('failed')
      expect(await other.artifacts.hold('upload', first, 1_000)).toBe(true)
      expect(await other.artifacts.hold('crashed', second, 500)).toBe(true)
      await artifacts.hold('failed too', first, 1_000)
      await artifacts.release('failed too')
      expect(await artifacts.takeOrphan(60_000)).toBeUndefined()
      await artifacts.releaseBefore(501)
      expect(await orphansOf(artifacts)).toEqual([second])
      await other.artifacts.addBundle(aBundle(), [aFile({ blob: first })])
      await other.artifacts.release('upload')
      expect(await orphansOf(artifacts)).toEqual([])
      await other.close()
    })

    it('[SM113] lets an upload wait while another node removes the blob, and gives a removal that ended halfway to the next', async () => {
      const other = await records.another()
      const blob = 'a'.repeat(64)
      await artifacts.hold('failed', blob, 1_000)
      await artifacts.release('failed')
      expect(await other.artifacts.takeOrphan(60_000)).toBe(blob)
      expect(await artifacts.takeOrphan(60_000)).toBeUndefined()
      expect(await artifacts.hold('upload', blob, 1_000)).toBe(false)
      await other.artifacts.forgetOrphan(blob)
      expect(await artifacts.hold('upload', blob, 1_000)).toBe(true)
      await artifacts.release('upload')
      expect(await other.artifacts.takeOrphan(-1)).toBe(blob)
      expect(await artifacts.takeOrphan(-1)).toBe(blob)
      expect(await artifacts.hold('again', blob, 1_000)).toBe(true)
      await other.close()
    })

    it('[SM113] never loses a blob that is stored again and again while it is removed', async () => {
      const other = await records.another()
      const blob = 'a'.repeat(64)
      let isStored = false
      const removed = Promise.withResolvers<void>()
      const over = new AbortController()
      const removing = (async () => {
        while (!over.signal.aborted) {
          const taken = await other.artifacts.takeOrphan(60_000)
          if (taken === undefined) {
            await sleep(1)
            continue
          }
          await sleep(2)
          isStored = false
          removed.resolve()
          await other.artifacts.forgetOrphan(taken)
        }
      })()
      const kept: boolean[] = []
      for (let round = 0; round < 20; round += 1) {
        while (!(await artifacts.hold(`upload ${round}`, blob, 1_000))) await sleep(1)
        isStored = true
        await sleep(3)
        kept.push(isStored)
        await artifacts.release(`upload ${round}`)
        // So that the other node sometimes comes first.
        await sleep(round % 4)
      }
      await removed.promise
      over.abort()
      await removing
      expect(kept).toEqual(kept.map(() => true))
      await other.close()
    })

    it('[SM64] lists what came since a moment, with the ids in it, for one project only', async () => {
      await artifacts.addBundle(aBundle({ uploadedAt: 100 }), [aFile(), aFile({ url: '~/b.map' })])
      const later = aBundle({
        checksum: 'c2'.repeat(20),
        release: undefined,
        uploadedAt: 200,
        projectIds: ['1', '2'],
      })
      await artifacts.addBundle(later, [aFile({ debugId: undefined })])
      const since = async (project: string, moment: number) =>
        (await artifacts.bundlesSince(project, moment)).map(({ checksum, release }) => [checksum, release])
      expect(await since('1', 100)).toEqual([
        ['c1'.repeat(20), 'shop@1.4.2'],
        ['c2'.repeat(20), undefined],
      ])
      expect(await since('1', 101)).toEqual([['c2'.repeat(20), undefined]])
      expect(await since('2', 0)).toEqual([['c2'.repeat(20), undefined]])
      expect(await artifacts.debugIdsOf('1', 'c1'.repeat(20))).toEqual([ID])
      expect(await artifacts.debugIdsOf('1', 'c2'.repeat(20))).toEqual([])
    })
  })
}
