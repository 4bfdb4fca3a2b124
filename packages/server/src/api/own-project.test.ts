import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureOwnProject } from '#product/projects/commands/ensure-own-project.ts'
import { bearer } from '#api/testing/requests.ts'
import { ORIGIN, type Tenant } from '#api/testing/tenancy.ts'
import { NOW, openWorld, type World } from '#api/testing/world.ts'

const DSN = 'http://0123456789abcdef0123456789abcdef@127.0.0.1:8000/1'

describe('the project of our own errors', () => {
  let world: World
  let ann: Tenant
  const get = async (path: string): Promise<unknown> =>
    (await world.app.request(path, { headers: bearer(ann.token) })).json()

  beforeAll(async () => {
    let reportTo: string | null = DSN
    world = await openWorld({
      ownProject: {
        id: '1',
        tracesTo: () => DSN,
        reportTo: () => {
          const now = reportTo
          reportTo = null
          return now
        },
      },
    })
    await ensureOwnProject({ records: world.records, now: () => NOW })
    ann = await world.tenant('main')
  })
  afterAll(() => world.close())

  it('[AP24] is marked and listed last, although it was made first', async () => {
    expect(await get('/api/v1/projects')).toMatchObject({
      projects: [
        { id: '2', slug: 'main-shop', own: false },
        { id: '1', slug: 'hindcast', name: 'Hindcast', organization: 'main', own: true },
      ],
    })
    expect(await get('/api/v1/projects/hindcast')).toMatchObject({ own: true })
    expect(await get('/api/0/organizations/main/projects/')).toMatchObject([
      { slug: 'main-shop' },
      { slug: 'hindcast' },
    ])
  })

  it('[AP100] is told to members as the place for the traces of the pages, and to nobody else', async () => {
    const session = (headers: Record<string, string>) =>
      world.app.request(`${ORIGIN}/api/v1/session`, { headers })
    const cookie = await world.signIn(ann)
    expect(await (await session({ Cookie: cookie })).json()).toMatchObject({ tracesTo: DSN })
    expect((await session({})).status).toBe(401)
  })

  it('[AP24] is given to every page as a DSN, unless own errors are not stored', async () => {
    expect(await get('/api/v1/setup')).toMatchObject({ needed: false, reportTo: DSN })
    expect(await get('/api/v1/setup')).toMatchObject({ needed: false, reportTo: null })
  })
})
