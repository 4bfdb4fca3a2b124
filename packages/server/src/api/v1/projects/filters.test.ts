import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ProjectDetail } from '@hindcast/contract/projects/projects.ts'
import { bearer } from '#api/testing/requests.ts'
import type { Tenant } from '#api/testing/tenancy.ts'
import { openWorld, type World } from '#api/testing/world.ts'

let world: World
let ann: Tenant

beforeAll(async () => {
  world = await openWorld()
  ann = await world.tenant('main')
})
afterAll(() => world.close())

async function change(filters: unknown): Promise<{ status: number; body: ProjectDetail }> {
  const response = await world.app.request('/api/v1/projects/main-shop', {
    method: 'PATCH',
    headers: { ...bearer(ann.token), 'content-type': 'application/json' },
    body: JSON.stringify({ settings: { filters } }),
  })
  return { status: response.status, body: (await response.json()) as ProjectDetail }
}

describe('the filters of a project', () => {
  it('[PL44] are changed one by one, and read back', async () => {
    await change({ extensions: true })
    const { body } = await change({ messages: ['*is not defined'] })
    expect(body.settings.filters).toEqual({
      extensions: true,
      oldBrowsers: false,
      crawlers: false,
      localhost: false,
      healthChecks: false,
      messages: ['*is not defined'],
      releases: [],
    })
  })

  it.each([
    [{ messages: ['*'] }],
    [{ releases: [''] }],
    [{ crawlers: 'yes' }],
    [{ messages: Array(101).fill('a') }],
  ])('[PL44] are refused where they make no sense: %j', async (filters) => {
    expect(await change(filters)).toMatchObject({ status: 400 })
  })
})
