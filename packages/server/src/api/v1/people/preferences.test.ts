import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_PREFERENCES } from '@hindcast/contract/people/default-preferences.ts'
import { bearer, own } from '#api/testing/requests.ts'
import { ORIGIN, type Tenant } from '#api/testing/tenancy.ts'
import { openWorld, type World } from '#api/testing/world.ts'
import { preferencesIn } from './preferences.ts'

let world: World
let ann: Tenant
let cookie: string

beforeAll(async () => {
  world = await openWorld()
  ann = await world.tenant('main')
  cookie = await world.signIn(ann)
})
afterAll(() => world.close())

const ADDRESS = `${ORIGIN}/api/v1/preferences`

async function read(as = cookie): Promise<unknown> {
  return (await world.app.request(ADDRESS, { headers: own(as) })).json()
}

async function change(body: unknown, as = cookie) {
  const response = await world.app.request(ADDRESS, {
    method: 'PATCH',
    headers: { ...own(as), 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

describe('preferences', () => {
  it('[AP34] are the defaults at first, change field by field and belong to one person', async () => {
    expect(await read()).toEqual(DEFAULT_PREFERENCES)
    expect((await change({ theme: 'dark', density: 'compact' })).body).toEqual({
      ...DEFAULT_PREFERENCES,
      theme: 'dark',
      density: 'compact',
    })
    await change({ theme: null, lastProject: 'main-shop' })
    expect(await read()).toEqual({ ...DEFAULT_PREFERENCES, density: 'compact', lastProject: 'main-shop' })
    const bob = await world.signIn(await world.tenant('other'))
    expect(await read(bob)).toEqual(DEFAULT_PREFERENCES)
  })

  it('[AP34] refuse what is not among the choices, and then stay as they were', async () => {
    const before = await read()
    for (const body of [{ theme: 'pink' }, { singleKeys: 'yes' }, { lastProject: 7 }, 'dark'])
      expect((await change(body)).status).toBe(400)
    expect(await read()).toEqual(before)
  })

  it('[AP34] ignore unknown fields', async () => {
    expect(await change({ colour: 'red', constructor: 1 })).toEqual({ status: 200, body: await read() })
    expect(await world.records.preferences.get(ann.userId)).not.toContain('colour')
  })

  it('[AP34] are not changed by a token', async () => {
    const response = await world.app.request(ADDRESS, { headers: bearer(ann.token) })
    expect(response.status).toBe(403)
  })

  it('[AP34] made in two tabs at once are both kept', async () => {
    await Promise.all([change({ stack: 'raw' }), change({ language: 'de' })])
    expect(await read()).toMatchObject({ stack: 'raw', language: 'de' })
  })

  it.each([
    ['nothing', undefined, {}],
    ['what is not JSON', '{', {}],
    ['a list', '[1]', {}],
    ['null', 'null', {}],
    [
      'a choice of another version beside one of ours',
      '{"theme":"sepia","density":"compact"}',
      { density: 'compact' },
    ],
    ['fields of another version', '{"sound":true,"__proto__":{"theme":"dark"}}', {}],
  ])('[AP34] fall back to the default one by one where the records hold %s', (_, json, expected) => {
    expect(preferencesIn(json)).toEqual({ ...DEFAULT_PREFERENCES, ...expected })
  })
})
