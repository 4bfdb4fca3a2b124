import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OpenedRecords } from './records.contract.ts'
import type { RecordStore } from './records.ts'

/** Every RecordStore must pass this, too. */
export function describeSavedViews(name: string, open: () => Promise<OpenedRecords>): void {
  describe(`SavedViewRecords contract: ${name}`, () => {
    let store: RecordStore
    let projectId: string
    beforeEach(async () => {
      const opened = await open()
      store = opened.store
      const organization = await store.organizations.create({ slug: 'main', name: 'Main', now: 1 })
      const shop = { organizationId: organization.id, name: 'Shop', platform: undefined, now: 1 }
      projectId = (await store.projects.create(shop)).project.id
      for (const id of ['ann', 'bob']) await opened.addUser(id)
    })
    afterEach(() => store.close())

    const aView = (over: object = {}) => ({
      projectId,
      ownerId: 'ann',
      name: 'Checkout',
      list: 'issues' as const,
      query: 'route:/cart is:unresolved',
      sort: 'users',
      columns: ['release'],
      shared: false,
      createdAt: 5,
      ...over,
    })
    const names = async (userId: string | undefined, project = projectId) =>
      (await store.savedViews.list(project, userId)).map(({ name: one }) => one)

    it('[RS74] shows a view to its creator, and a shared one to everyone in the project', async () => {
      const made = await store.savedViews.create(aView())
      await store.savedViews.create(aView({ name: 'All', ownerId: 'bob', shared: true }))
      expect(await store.savedViews.byId(made.id)).toEqual({ ...aView(), id: made.id })
      expect(await names('ann')).toEqual(['All', 'Checkout'])
      expect(await names('bob')).toEqual(['All'])
      expect(await names(undefined)).toEqual(['All'])
      expect(await names('ann', 'another')).toEqual([])
    })

    it('[RS74] changes what is given and nothing else, and forgets', async () => {
      const { id } = await store.savedViews.create(aView())
      await store.savedViews.update(id, { name: 'Cart', shared: true })
      await store.savedViews.update(id, {})
      expect(await store.savedViews.byId(id)).toEqual({ ...aView({ name: 'Cart', shared: true }), id })
      await store.savedViews.delete(id)
      expect(await store.savedViews.byId(id)).toBeUndefined()
    })
  })
}
