import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RouteManifest } from '#domain/routes/manifest.ts'
import type { OpenedRecords } from './records.contract.ts'
import type { RecordStore } from './records.ts'

const MANIFEST: RouteManifest = {
  style: 'next',
  basePath: '/shop',
  locales: ['en', 'de'],
  defaultLocale: 'en',
  patterns: ['/', '/product/[id]'],
  redirects: [],
  beforeFiles: [{ source: '/vanity', destination: '/product/42' }],
  afterFiles: [],
  fallback: [],
}

/** Every RecordStore must pass this, too. */
export function describeRoutes(name: string, open: () => Promise<OpenedRecords>): void {
  describe(`RouteRecords contract: ${name}`, () => {
    let store: RecordStore
    let projectId: string
    let other: string
    beforeEach(async () => {
      const opened = await open()
      store = opened.store
      const organization = await store.organizations.create({ slug: 'main', name: 'Main', now: 1 })
      const input = { organizationId: organization.id, name: 'Shop', platform: undefined, now: 1 }
      projectId = (await store.projects.create(input)).project.id
      other = (await store.projects.create(input)).project.id
    })
    afterEach(() => store.close())

    const rules = async (project = projectId) =>
      (await store.routes.all(project)).rules.map(({ pattern }) => pattern)
    const add = async (pattern: string) => (await store.routes.addRule(projectId, pattern, 5, 3))!

    it('[RT10] keeps rules in their order, and no more than there may be', async () => {
      const [a, , c] = [await add('/a'), await add('/b'), await add('/c')]
      expect(await store.routes.addRule(projectId, '/d', 5, 3)).toBeUndefined()
      expect((await store.routes.all(projectId)).rules[0]).toEqual({ id: a.id, pattern: '/a', createdAt: 5 })
      await store.routes.orderRules(projectId, [c.id, 'no-rule', c.id], 6)
      expect(await rules()).toEqual(['/c', '/a', '/b'])
      expect(await store.routes.deleteRule(other, a.id, 6)).toBeUndefined()
      expect(await store.routes.deleteRule(projectId, a.id, 6)).toEqual(a)
      await add('/d')
      expect(await rules()).toEqual(['/c', '/b', '/d'])
      expect(await rules(other)).toEqual([])
    })

    it('[RT10] keeps the latest manifests, one for each release', async () => {
      const put = (release: string, now: number, manifest = MANIFEST) =>
        store.routes.putManifest(projectId, release, manifest, now, 2)
      await put('shop@1', 1)
      await put('shop@2', 2)
      await put('shop@1', 3, { ...MANIFEST, patterns: [] })
      await put('shop@3', 4)
      expect((await store.routes.all(projectId)).manifests).toEqual([
        { release: 'shop@3', uploadedAt: 4, manifest: MANIFEST },
        { release: 'shop@1', uploadedAt: 3, manifest: { ...MANIFEST, patterns: [] } },
      ])
      expect((await store.routes.all(other)).manifests).toEqual([])
    })

    it('[RT10] replaces what was learned', async () => {
      await store.routes.setLearned(projectId, ['/users/[id]', '/about'], 5)
      await store.routes.setLearned(projectId, ['/users/[id]'], 6)
      expect((await store.routes.all(projectId)).learned).toEqual(['/users/[id]'])
      expect((await store.routes.all(other)).learned).toEqual([])
    })

    it('[RT40] counts every change of what routes are named by, and when the last one was', async () => {
      const revision = () => store.routes.revision(projectId)
      expect(await revision()).toBeUndefined()
      const rule = await add('/a')
      expect(await revision()).toEqual({ revision: 1, changedAt: 5 })
      await store.routes.orderRules(projectId, [rule.id], 6)
      await store.routes.deleteRule(projectId, rule.id, 7)
      expect(await revision()).toEqual({ revision: 3, changedAt: 7 })
      await store.routes.putManifest(projectId, 'shop@1', MANIFEST, 8, 2)
      await store.routes.setLearned(projectId, ['/about'], 9)
      expect(await revision()).toEqual({ revision: 5, changedAt: 9 })
      expect(await store.routes.revision(other)).toBeUndefined()
    })
  })
}
