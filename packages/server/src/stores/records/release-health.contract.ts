import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LIMITS } from '#domain/limits.ts'
import { anEvent, type OpenedRecords } from './records.contract.ts'
import type { DigestedEvent, RecordStore } from './records.ts'
import type { ReleaseHealthRecords, ReleaseSighting } from './release-health.ts'

const MINUTE = 60_000

const aSighting = (change: Partial<ReleaseSighting> = {}): ReleaseSighting => ({
  projectId: '1',
  version: 'shop@1.0.0',
  firstAt: 100,
  lastAt: 200,
  ...change,
})

/** Every RecordStore must pass this too. */
export function describeReleaseHealth(name: string, open: () => Promise<OpenedRecords>): void {
  describe(`ReleaseHealthRecords contract: ${name}`, () => {
    let records: OpenedRecords
    let store: RecordStore
    let health: ReleaseHealthRecords
    let organizationId: string
    beforeEach(async () => {
      records = await open()
      store = records.store
      health = store.releaseHealth
      organizationId = (await store.organizations.create({ slug: 'main', name: 'Main', now: 1 })).id
      for (const name of ['Shop', 'Blog'])
        await store.projects.create({ organizationId, name, platform: undefined, now: 1 })
    })
    afterEach(async () => store.close())

    let position = 0
    async function digest(...events: ReadonlyArray<Partial<DigestedEvent>>): Promise<readonly string[]> {
      const from = position
      const batch = events.map((event) => anEvent({ ...event, seq: position++ }))
      const { issueIds } = await store.digest.apply({
        spoolId: 's',
        from,
        to: position,
        events: batch,
        counts: [],
      })
      return batch.map((event) => issueIds.get(`${event.projectId}/${event.fingerprint}`)!)
    }
    const versions = async (projectId = '1') =>
      (await health.ofProject(projectId, 10)).map(({ version }) => version)

    it('[RS75] makes a release of what traffic names, for the projects that named it', async () => {
      await health.recordSeen([aSighting(), aSighting({ version: 'shop@1.1.0', firstAt: 300, lastAt: 300 })])
      await health.recordSeen([
        aSighting({ projectId: '2', version: 'shop@1.1.0', firstAt: 350, lastAt: 400 }),
      ])
      expect(await versions()).toEqual(['shop@1.1.0', 'shop@1.0.0'])
      expect(await versions('2')).toEqual(['shop@1.1.0'])
      expect(await health.heard('1', 1)).toEqual([{ version: 'shop@1.1.0', firstSeen: 300, firstEvent: 300 }])
      expect(await health.one('2', 'shop@1.1.0')).toMatchObject({ firstSeen: 300, firstEvent: 350 })
      expect((await store.releases.byVersion(organizationId, 'shop@1.1.0'))?.projectIds).toEqual(['1', '2'])
      expect(await health.one('2', 'shop@1.0.0')).toBeUndefined()
    })

    it('[RS75] extends first and last seen, in any order and by any writer', async () => {
      const other = await records.another()
      await health.recordSeen([aSighting({ firstAt: 5 * MINUTE, lastAt: 5 * MINUTE })])
      await other.releaseHealth.recordSeen([aSighting({ firstAt: MINUTE, lastAt: 9 * MINUTE })])
      await health.recordSeen([aSighting({ firstAt: 6 * MINUTE, lastAt: 7 * MINUTE })])
      expect(await health.one('1', 'shop@1.0.0')).toMatchObject({
        firstEvent: MINUTE,
        lastEvent: 9 * MINUTE,
        firstSeen: MINUTE,
      })
      await other.close()
    })

    it('[RS75] keeps created releases, and records when they were first seen', async () => {
      await store.releases.ensure({ organizationId, version: 'shop@1.0.0', projectIds: ['1'], now: 50 })
      expect(await health.one('1', 'shop@1.0.0')).toMatchObject({ firstSeen: 50, firstEvent: undefined })
      await health.recordSeen([aSighting()])
      expect(await health.one('1', 'shop@1.0.0')).toMatchObject({ firstSeen: 50, firstEvent: 100 })
    })

    it('[RS75] is created again when seen after deletion', async () => {
      await health.recordSeen([aSighting()])
      await store.releases.delete(organizationId, 'shop@1.0.0')
      await health.recordSeen([aSighting({ firstAt: 300, lastAt: 300 + LIMITS.release.sightingMs })])
      expect(await versions()).toEqual(['shop@1.0.0'])
    })

    it('[RS75] passes over a project that is gone', async () => {
      await health.recordSeen([aSighting({ projectId: '99' }), aSighting()])
      expect(await versions()).toEqual(['shop@1.0.0'])
      expect(await versions('99')).toEqual([])
    })

    it('[RS75] takes up to so many releases of a project, also where more come at once', async () => {
      const { perProject } = LIMITS.release
      const many = (from: number, to: number, projectId = '1') =>
        Array.from({ length: to - from }, (_, index) =>
          aSighting({ projectId, version: `v${from + index}`, firstAt: 1_000 + from + index, lastAt: 9_000 }),
        )
      await health.recordSeen(many(0, perProject - 2))
      await health.recordSeen([...many(perProject - 4, perProject + 3), ...many(0, 1, '2')])
      await health.recordSeen(many(perProject + 3, perProject + 4))
      const all = (await health.ticks('1', { from: 0, to: 10_000_000 }, perProject + 9)).map(
        (one) => one.version,
      )
      expect(all).toHaveLength(perProject)
      expect(all.slice(-2)).toEqual([`v${perProject - 2}`, `v${perProject - 1}`])
      expect(await versions('2')).toEqual(['v0'])
    })

    it('[RS76] counts commits, deploys and new issues of a release', async () => {
      await health.recordSeen([aSighting()])
      await digest(
        { fingerprint: 'a', release: 'shop@1.0.0' },
        { fingerprint: 'b', release: 'shop@1.0.0' },
        { fingerprint: 'c', release: 'shop@0.9.0' },
        { fingerprint: 'd', release: 'shop@1.0.0', projectId: '2' },
      )
      const commit = { repository: 'shop', authorName: undefined, authorEmail: undefined, at: 5, files: [] }
      await store.releases.setCommits(organizationId, 'shop@1.0.0', [
        { ...commit, id: 'one', message: undefined },
        { ...commit, id: 'two', message: undefined },
      ])
      const deploy = { environment: 'production', name: undefined, url: undefined, startedAt: undefined }
      await store.releases.addDeploy(organizationId, 'shop@1.0.0', { ...deploy, finishedAt: 7 })
      await store.releases.addDeploy(organizationId, 'shop@1.0.0', { ...deploy, finishedAt: 9 })
      expect(await health.one('1', 'shop@1.0.0')).toMatchObject({
        commits: 2,
        deploys: 2,
        deployedAt: 9,
        newIssues: 2,
      })
    })

    it('[RS77] lists issues that are new, regressed and resolved in a release', async () => {
      const [a, b, c] = await digest(
        { fingerprint: 'a', release: '1.0', receivedAt: 10 },
        { fingerprint: 'b', release: '1.0', receivedAt: 11 },
        { fingerprint: 'c', release: '1.0', receivedAt: 12 },
      )
      await health.recordSeen([
        aSighting({ version: '1.0', firstAt: 10 }),
        aSighting({ version: '2.0', firstAt: 40 }),
      ])
      await store.issues.change([{ id: a!, status: 'resolved' }], 20)
      await store.issues.change(
        [
          {
            id: b!,
            decision: {
              kind: 'resolve',
              resolution: { kind: 'release', release: { version: '2.0', firstSeen: 40 }, commit: null },
            },
          },
        ],
        21,
      )
      const [, d] = await digest(
        { fingerprint: 'a', release: '2.0', receivedAt: 50 },
        { fingerprint: 'd', release: '2.0', receivedAt: 51 },
      )
      expect(await health.issues('1', '2.0', 10)).toEqual({ appeared: [d], cameBack: [a], resolved: [b] })
      expect(await health.issues('1', '1.0', 10)).toEqual({ appeared: [c, b, a], cameBack: [], resolved: [] })
      expect((await health.issues('1', '1.0', 2)).appeared).toEqual([c, b])
      expect(await health.issues('2', '2.0', 10)).toEqual({ appeared: [], cameBack: [], resolved: [] })
    })

    it('[RS78] lists when releases were first seen, the latest if there are too many', async () => {
      await health.recordSeen(
        [1, 2, 3, 4].map((at) => aSighting({ version: `${at}.0`, firstAt: at, lastAt: at })),
      )
      await store.releases.ensure({ organizationId, version: 'announced', projectIds: ['1'], now: 3 })
      const ticks = async (from: number, to: number, limit = 10) =>
        (await health.ticks('1', { from, to }, limit)).map(({ version, at }) => `${version} ${at}`)
      expect(await ticks(2, 4)).toEqual(['2.0 2', '3.0 3'])
      expect(await ticks(0, 9, 2)).toEqual(['3.0 3', '4.0 4'])
    })
  })
}
