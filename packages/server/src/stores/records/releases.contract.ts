import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Commit } from '#domain/releases/release.ts'
import type { OpenedRecords } from './records.contract.ts'
import type { RecordStore, ReleaseRecords } from './records.ts'

function aCommit(change: Partial<Commit> = {}): Commit {
  return {
    id: 'c0ffee',
    repository: 'shop',
    authorName: undefined,
    authorEmail: undefined,
    message: undefined,
    at: undefined,
    files: [],
    ...change,
  }
}

/** Every RecordStore must pass this too. */
export function describeReleaseRecords(name: string, open: () => Promise<OpenedRecords>): void {
  describe(`ReleaseRecords contract: ${name}`, () => {
    let records: OpenedRecords
    let store: RecordStore
    let releases: ReleaseRecords
    let organizationId: string
    beforeEach(async () => {
      records = await open()
      store = records.store
      releases = store.releases
      organizationId = (await store.organizations.create({ slug: 'main', name: 'Main', now: 1 })).id
      for (const name of ['Shop', 'Blog']) {
        await store.projects.create({ organizationId, name, platform: undefined, now: 1 })
      }
    })
    afterEach(async () => store.close())

    const ensure = async (version: string, now: number, more: object = {}, projectIds = ['1']) =>
      releases.ensure({ organizationId, version, projectIds, now, ...more })

    it('[SM5] makes one release of any number of calls, and adds to it what each of them knows', async () => {
      const other = await records.another()
      const made = await Promise.all(
        ['1', '2', '1', '2'].map((projectId, index) =>
          (index < 2 ? store : other).releases.ensure({
            organizationId,
            version: 'shop@1.4.2',
            projectIds: [projectId],
            now: 10 + index,
          }),
        ),
      )
      expect(made.filter(({ created }) => created)).toHaveLength(1)
      await ensure('shop@1.4.2', 50, { url: 'https://shop.test', startedAt: 40 })
      const { release, created } = await ensure('shop@1.4.2', 60, { releasedAt: 55, status: 'archived' }, [])
      expect(created).toBe(false)
      expect(release).toEqual({
        organizationId,
        version: 'shop@1.4.2',
        projectIds: ['1', '2'],
        url: 'https://shop.test',
        ref: undefined,
        status: 'archived',
        createdAt: expect.any(Number),
        startedAt: 40,
        releasedAt: 55,
      })
      expect(release.createdAt).toBeLessThan(20)
      expect(await releases.byVersion(organizationId, 'shop@1.4.2')).toEqual(release)
      await other.close()
    })

    it('[SM5] keeps the releases of organizations apart', async () => {
      await ensure('1.0', 1)
      const other = await store.organizations.create({ slug: 'other', name: 'Other', now: 1 })
      expect(await releases.byVersion(other.id, '1.0')).toBeUndefined()
      expect(await releases.delete(other.id, '1.0')).toBe(false)
      expect((await releases.list(other.id, { limit: 10 })).releases).toEqual([])
    })

    it('[SM6] pages through releases, the newest first, each once', async () => {
      for (const [index, version] of ['a', 'b', 'c', 'd', 'e'].entries()) {
        await ensure(version, Math.floor(index / 2), {}, version === 'c' ? ['2'] : ['1'])
      }
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const page = await releases.list(organizationId, { limit: 2, ...(cursor && { cursor }) })
        seen.push(...page.releases.map(({ version }) => version))
        cursor = page.next
      } while (cursor !== undefined)
      expect(seen).toEqual(['e', 'd', 'c', 'b', 'a'])
      const ofBlog = await releases.list(organizationId, { projectId: '2', limit: 10 })
      expect(ofBlog.releases.map(({ version }) => version)).toEqual(['c'])
      const named = await releases.list(organizationId, { query: 'B', limit: 10 })
      expect(named.releases.map(({ version }) => version)).toEqual(['b'])
      expect((await releases.list(organizationId, { query: '%', limit: 10 })).releases).toEqual([])
      await expect(releases.list(organizationId, { cursor: 'x', limit: 1 })).rejects.toMatchObject({
        code: 'invalid_input',
      })
    })

    it('[SM6] deletes a release with its commits and deploys, and no other', async () => {
      for (const version of ['1.0', '1.1']) {
        await ensure(version, 1)
        await releases.setCommits(organizationId, version, [aCommit()])
        const deploy = { environment: 'production', name: undefined, url: undefined, startedAt: undefined }
        await releases.addDeploy(organizationId, version, { ...deploy, finishedAt: 5 })
      }
      expect(await releases.delete(organizationId, '1.0')).toBe(true)
      expect(await releases.delete(organizationId, '1.0')).toBe(false)
      expect(await releases.commits(organizationId, '1.0')).toEqual([])
      expect(await releases.deploys(organizationId, '1.0')).toEqual([])
      expect(await releases.commits(organizationId, '1.1')).toHaveLength(1)
      expect(await releases.deploys(organizationId, '1.1')).toHaveLength(1)
    })

    it('[SM7] replaces the commits of a release and keeps their order and everything about them', async () => {
      const full = aCommit({
        authorName: 'Ann',
        authorEmail: 'ann@example.com',
        message: 'Größe \u0000 of the cart',
        at: 123,
        files: [{ path: 'src/cart.ts', type: 'M' }],
      })
      await ensure('1.0', 1)
      await releases.setCommits(organizationId, '1.0', [aCommit({ id: 'old' })])
      await releases.setCommits(organizationId, '1.0', [aCommit({ id: 'z' }), full])
      const stored = { ...full, message: 'Größe \u{FFFD} of the cart' }
      expect(await releases.commits(organizationId, '1.0')).toEqual([aCommit({ id: 'z' }), stored])
      await expect(releases.setCommits(organizationId, '9.9', [])).rejects.toMatchObject({
        code: 'not_found',
      })
    })

    it('[SM7] finds the release before one, of the same project and with commits', async () => {
      await ensure('1.0', 1)
      await ensure('1.1', 2)
      await ensure('1.2', 3)
      await ensure('blog', 4, {}, ['2'])
      await ensure('2.0', 5)
      for (const version of ['1.0', '1.1', 'blog', '2.0']) {
        await releases.setCommits(organizationId, version, [aCommit({ at: 7 })])
      }
      await releases.setCommits(organizationId, '1.2', [aCommit({ id: 'only a name' })])
      const before = async (version: string) =>
        (await releases.previousWithCommits(organizationId, version))?.version
      expect(await before('2.0')).toBe('1.1')
      expect(await before('1.1')).toBe('1.0')
      expect(await before('1.0')).toBeUndefined()
      expect(await before('nothing')).toBeUndefined()
    })

    it('[SM6] lists deploys, the latest first', async () => {
      await ensure('1.0', 1)
      const deploy = { environment: 'staging', name: 'a', url: 'https://s.test', startedAt: 3, finishedAt: 4 }
      const first = await releases.addDeploy(organizationId, '1.0', deploy)
      const second = await releases.addDeploy(organizationId, '1.0', { ...deploy, finishedAt: 9 })
      expect(first).toEqual({ ...deploy, id: expect.any(String) })
      expect(await releases.deploys(organizationId, '1.0')).toEqual([second, first])
      await expect(releases.addDeploy(organizationId, '9.9', deploy)).rejects.toMatchObject({
        code: 'not_found',
      })
    })
  })
}
