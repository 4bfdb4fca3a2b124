import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WireMessage } from '@hindcast/contract/intake/live.ts'
import { LIMITS } from '#domain/limits.ts'
import { bearer } from '#api/testing/requests.ts'
import type { Tenant } from '#api/testing/tenancy.ts'
import { aWireMessage } from '#api/testing/request-records.ts'
import { NOW, openWorld, type World } from '#api/testing/world.ts'

let world: World
let ann: Tenant

beforeAll(async () => {
  world = await openWorld()
  ann = await world.tenant('main')
})
afterAll(() => world.close())

const at = (second: number) => new Date(NOW + second * 1000).toISOString()

async function requests(of: World, path: string, token: string): Promise<readonly string[]> {
  const response = await of.app.request(`/api/v1/projects/${path}/requests`, { headers: bearer(token) })
  expect(response.status).toBe(200)
  const body = (await response.json()) as { requests: WireMessage[] }
  return body.requests.map(({ detail }) => detail)
}

describe('recent requests', () => {
  it('[AP32] are those of the project and those without a project, newest first', async () => {
    const { project: second, key } = await world.records.projects.create({
      organizationId: ann.organization.id,
      name: 'second',
      platform: undefined,
      now: NOW,
    })
    const { hub } = world.deps
    const own = ann.key.publicKey.slice(0, 6)
    hub.publish(aWireMessage({ projectId: ann.project.id, at: at(1), detail: 'mine' }))
    hub.publish(aWireMessage({ projectId: null, keyPrefix: null, at: at(3), detail: 'no key' }))
    hub.publish(aWireMessage({ projectId: second.id, at: at(2), detail: 'not mine' }))
    hub.publish(aWireMessage({ projectId: null, keyPrefix: own, at: at(4), detail: 'my key, wrong project' }))
    hub.publish(aWireMessage({ projectId: null, keyPrefix: 'zzzzzz', at: at(5), detail: 'no such key' }))
    const foreign = key.publicKey.slice(0, 6)
    hub.publish(aWireMessage({ projectId: null, keyPrefix: foreign, at: at(6), detail: 'key of the second' }))
    hub.publish({ type: 'digest', projectId: ann.project.id, issueIds: [], created: [], events: 1 })

    const everyone = ['no such key', 'no key']
    expect(await requests(world, ann.project.slug, ann.token)).toEqual([
      everyone[0],
      'my key, wrong project',
      everyone[1],
      'mine',
    ])
    expect(await requests(world, second.id, ann.token)).toEqual([
      'key of the second',
      ...everyone,
      'not mine',
    ])
  })

  it('[AP32] leave out requests without a project for callers who are not in every organization', async () => {
    const shared = await openWorld()
    const tenants = [await shared.tenant('main'), await shared.tenant('other')] as const
    const { hub } = shared.deps
    hub.publish(aWireMessage({ projectId: tenants[0].project.id, detail: 'mine' }))
    hub.publish(aWireMessage({ projectId: null, detail: 'of nobody' }))
    hub.publish(
      aWireMessage({
        projectId: null,
        keyPrefix: tenants[0].key.publicKey.slice(0, 6),
        detail: 'alike',
      }),
    )
    expect(await requests(shared, tenants[0].project.id, tenants[0].token)).toEqual(['mine'])
    expect(await requests(shared, tenants[1].project.id, tenants[1].token)).toEqual([])
    await shared.close()
  })

  it('[AP32] are limited, however many unknown senders there are', async () => {
    const busy = await openWorld()
    const { project, token } = await busy.tenant('main')
    for (let second = 0; second < LIMITS.live.requestsPerProject; second += 1) {
      busy.deps.hub.publish(aWireMessage({ projectId: project.id, at: at(second), detail: 'own' }))
      busy.deps.hub.publish(aWireMessage({ projectId: null, at: at(second), detail: 'stranger' }))
    }
    const shown = await requests(busy, project.id, token)
    expect(shown).toHaveLength(LIMITS.live.requestsPerProject)
    expect(new Set(shown)).toEqual(new Set(['own', 'stranger']))
    await busy.close()
  })
})
