import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anErrorPayload, eventId } from '#api/testing/payloads.ts'
import { bearer } from '#api/testing/requests.ts'
import { ORIGIN, type Tenant } from '#api/testing/tenancy.ts'
import { openWorld, type World } from '#api/testing/world.ts'

let world: World
let ann: Tenant
beforeAll(async () => {
  world = await openWorld({ deadlineMs: 0 }, undefined, { readerThreads: true })
  ann = await world.tenant('main')
  await world.store(ann.project, [anErrorPayload(eventId(1))])
})
afterAll(() => world.close())

const read = async (path: string, init: RequestInit = {}) =>
  world.app.request(`${ORIGIN}${path}`, { ...init, headers: bearer(ann.token) })

describe('a request that reads for too long', () => {
  it('[TS56] is answered with 504 and what to do about it, under both interfaces', async () => {
    const response = await read(`/api/v1/projects/${ann.project.id}/events?query=message:*a*`)
    expect(response.status).toBe(504)
    expect(response.headers.get('retry-after')).toBeNull()
    expect(await response.json()).toEqual({
      code: 'too_slow',
      message: expect.stringContaining('Ask for less'),
    })
    const sentry = await read(`/api/0/projects/main/${ann.project.slug}/events/`)
    expect([sentry.status, await sentry.json()]).toEqual([
      504,
      { detail: expect.stringContaining('Ask for less') },
    ])
  })

  it('[TS57] is cancelled when the client disconnects, and is not reported as an error', async () => {
    const response = await read(`/api/v1/projects/${ann.project.id}/events`, { signal: AbortSignal.abort() })
    expect(response.status).toBe(408)
    expect(world.seen.failures).toEqual([])
  })

  it('[RS90] is answered alike where the records are slow to read', async () => {
    for (const path of ['/api/v1/audit', `/api/v1/projects/${ann.project.id}/releases`]) {
      const response = await read(path)
      expect([path, response.status, await response.json()]).toEqual([
        path,
        504,
        { code: 'too_slow', message: expect.stringContaining('Ask for less') },
      ])
    }
  })

  it('[RS91] is cancelled in the records too when the client disconnects', async () => {
    const response = await read('/api/v1/audit', { signal: AbortSignal.abort() })
    expect(response.status).toBe(408)
    expect(world.seen.failures).toEqual([])
  })

  it('[RS95] goes on where it changes something, so that no change is left without its line in the audit log', async () => {
    const { issues } = await world.records.issues.page(
      { projectIds: [ann.project.id] },
      { sort: 'last_seen', limit: 1 },
    )
    const ids = issues.map(({ id }) => id)
    const response = await world.app.request(`${ORIGIN}/api/v1/issues`, {
      method: 'PATCH',
      headers: { ...bearer(ann.token), 'content-type': 'application/json' },
      body: JSON.stringify({ changes: ids.map((id) => ({ id, status: 'resolved' })) }),
      signal: AbortSignal.abort(),
    })
    expect([response.status, await response.text()]).toEqual([200, expect.any(String)])
    expect(await world.records.issues.byId(ids[0]!)).toMatchObject({ status: 'resolved' })
  })

  it('[RS95] does not block reads by key', async () => {
    expect((await read('/api/v1/projects')).status).toBe(200)
  })
})
