import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { aMessagePayload, eventId } from '#api/testing/payloads.ts'
import { bearer } from '#api/testing/requests.ts'
import { ORIGIN, type Tenant } from '#api/testing/tenancy.ts'
import { openWorld, type World } from '#api/testing/world.ts'

let world: World
let ann: Tenant
let bob: Tenant

beforeAll(async () => {
  world = await openWorld()
  ann = await world.tenant('main')
  bob = await world.tenant('other')
  for (const tenant of [ann, bob])
    await world.store(tenant.project, [
      aMessagePayload(eventId(1), 'the cart is empty'),
      aMessagePayload(eventId(2), 'the shop is closed'),
    ])
})
afterAll(() => world.close())

async function report(version: string, commits: readonly { id: string; message: string }[]): Promise<number> {
  const response = await world.app.request(`${ORIGIN}/api/0/organizations/main/releases/`, {
    method: 'POST',
    headers: { ...bearer(ann.token), 'Content-Type': 'application/json' },
    body: JSON.stringify({ version, projects: ['main-shop'], commits }),
  })
  return response.status
}

const statusOf = async ({ project }: Tenant, number: number) =>
  (await world.records.issues.byNumber(project.id, number))!.status

describe('a commit of a release', () => {
  it('[RE41] resolves the issues that it says it fixes, in that release', async () => {
    const commits = [
      { id: 'abc123', message: 'cart: count again\n\nFixes MAIN-SHOP-1' },
      { id: 'abc124', message: 'see MAIN-SHOP-2, fixes MAIN-SHOP-77' },
    ]
    expect(await report('shop@2', commits)).toBe(201)
    expect([await statusOf(ann, 1), await statusOf(ann, 2)]).toEqual(['resolved', 'unresolved'])
    const issue = (await world.records.issues.byNumber(ann.project.id, 1))!
    expect(issue.resolution).toMatchObject({
      kind: 'release',
      commit: 'abc123',
      release: { version: 'shop@2' },
    })
  })

  it('[RE41] is heard once, so that an issue that was reopened stays open', async () => {
    const { id } = (await world.records.issues.byNumber(ann.project.id, 1))!
    await world.records.issues.change([{ id, status: 'unresolved' }], 1)
    await report('shop@2', [{ id: 'abc123', message: 'Fixes MAIN-SHOP-1' }])
    expect(await statusOf(ann, 1)).toBe('unresolved')
  })

  it('[RE41] is heard when it is reported again after a failure in between', async () => {
    vi.spyOn(world.records.issues, 'change').mockRejectedValueOnce(new Error('the disk is full'))
    const commits = [{ id: 'abc126', message: 'Fixes MAIN-SHOP-2' }]
    expect(await report('shop@4', commits)).toBe(500)
    expect(await statusOf(ann, 2)).toBe('unresolved')
    await report('shop@4', commits)
    expect(await statusOf(ann, 2)).toBe('resolved')
  })

  it('[RE41] resolves nothing of a project without the release, nor of another organization', async () => {
    await report('shop@3', [{ id: 'abc125', message: 'Fixes OTHER-SHOP-1, OTHER-SHOP-2' }])
    expect([await statusOf(bob, 1), await statusOf(bob, 2)]).toEqual(['unresolved', 'unresolved'])
  })
})
