import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AuditEntry } from '#domain/people/audit.ts'
import type { OpenedRecords } from './records.contract.ts'

/** Every RecordStore must pass this too. */
export function describeAudit(name: string, open: () => Promise<OpenedRecords>): void {
  describe(`AuditRecords contract: ${name}`, () => {
    let opened: OpenedRecords
    let organizationId: string
    beforeEach(async () => {
      opened = await open()
      organizationId = (await opened.store.organizations.create({ slug: 'main', name: 'Main', now: 1 })).id
    })
    afterEach(async () => opened.store.close())

    const entry = (at: number, more: Partial<AuditEntry> = {}): AuditEntry => ({
      organizationId,
      at,
      actor: { kind: 'user', id: 'ann', name: 'Ann' },
      verb: 'changed',
      target: { kind: 'project', id: '1', name: 'Shop' },
      before: { name: 'Shop\0' },
      after: { name: 'Web shop' },
      ...more,
    })

    it('[RS64] keeps lines as they were given, latest first, in pages that neither repeat nor skip', async () => {
      const { audit } = opened.store
      await audit.add([entry(5), entry(3, { verb: 'created', before: undefined })])
      await audit.add([entry(4)])
      const first = await audit.page(organizationId, {}, { limit: 2 })
      expect(first.entries).toMatchObject([{ at: 4 }, { at: 3, before: undefined }])
      const second = await audit.page(organizationId, {}, { limit: 2, cursor: first.next })
      expect(second.next).toBeUndefined()
      expect(second.entries).toEqual([{ ...entry(5), position: 1 }])
      await expect(audit.page(organizationId, {}, { limit: 2, cursor: 'x' })).rejects.toMatchObject({
        code: 'invalid_input',
      })
    })

    it('[RS64] finds lines by who, what and when, in their own organization only', async () => {
      const { audit, organizations } = opened.store
      const other = await organizations.create({ slug: 'other', name: 'Other', now: 1 })
      await audit.add([
        entry(1),
        entry(2, { actor: { kind: 'token', id: 't', name: 'ci' } }),
        entry(3, { verb: 'deleted', target: { kind: 'team', name: 'Web' } }),
        entry(4, { organizationId: other.id }),
      ])
      const times = async (filter: Parameters<typeof audit.page>[1]) =>
        (await audit.page(organizationId, filter, { limit: 10 })).entries.map(({ at }) => at)
      expect(await times({})).toEqual([3, 2, 1])
      expect(await times({ actorId: 't' })).toEqual([2])
      expect(await times({ kind: 'team' })).toEqual([3])
      expect(await times({ verb: 'deleted' })).toEqual([3])
      expect(await times({ since: 2, until: 3 })).toEqual([2])
      expect(await times({ kind: 'team', actorId: 't' })).toEqual([])
    })

    it('[RS64] loses no line that two connections write at the same time, and forgets old ones', async () => {
      const { audit } = opened.store
      const second = await opened.another()
      await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          (index % 2 === 0 ? audit : second.audit).add([entry(index)]),
        ),
      )
      await second.close()
      const { entries } = await audit.page(organizationId, {}, { limit: 100 })
      expect(entries.map(({ position }) => position)).toEqual(Array.from({ length: 20 }, (_, i) => 20 - i))
      expect(await audit.expire(15)).toBe(15)
      expect((await audit.page(organizationId, {}, { limit: 100 })).entries).toHaveLength(5)
    })
  })
}
