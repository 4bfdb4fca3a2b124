import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { own } from '#api/testing/requests.ts'
import { ORIGIN } from '#api/testing/tenancy.ts'
import { openWorld, type World } from '#api/testing/world.ts'

describe('the language of an account', () => {
  let webDir: string
  let world: World
  let cookie: string

  beforeAll(async () => {
    webDir = await mkdtemp(join(tmpdir(), 'hindcast-pages-'))
    await writeFile(join(webDir, 'index.html'), '<!doctype html><html lang="en"></html>')
    world = await openWorld({ webDir })
    cookie = await world.signIn(await world.tenant('main'))
  })
  afterAll(async () => {
    await world.close()
    await rm(webDir, { recursive: true })
  })

  const placeOf = async (path: string, browser: string) => {
    const headers = { Cookie: cookie, 'Accept-Language': browser }
    return (await world.app.request(`${ORIGIN}${path}`, { headers })).headers.get('Location') ?? path
  }

  async function choose(language: 'en' | 'de' | null): Promise<void> {
    const response = await world.app.request(`${ORIGIN}/api/v1/preferences`, {
      method: 'PATCH',
      headers: { ...own(cookie), 'Content-Type': 'application/json' },
      body: JSON.stringify({ language }),
    })
    expect(response.status).toBe(200)
  }

  it('[AP23] decides where a bare address leads, and the browser where nothing was chosen', async () => {
    expect(await placeOf('/issues', 'de')).toBe('/de/issues')
    await choose('en')
    expect(await placeOf('/issues', 'de')).toBe('/issues')
    await choose('de')
    expect(await placeOf('/issues', 'en')).toBe('/de/issues')
    await choose(null)
    expect(await placeOf('/issues', 'en')).toBe('/issues')
  })

  it.each(['/healthz', '/readyz', '/metrics', '/api/v1/setup', '/api/v1/nothing', '/api/0/'])(
    '[AP23] does not lead %s anywhere',
    async (path) => {
      expect(await placeOf(path, 'de')).toBe(path)
    },
  )
})
