import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuditEntry } from '@hindcast/contract/people/audit.ts'
import { bearer, own } from '#api/testing/requests.ts'
import { ORIGIN, type Tenant } from '#api/testing/tenancy.ts'
import { openWorld, type World } from '#api/testing/world.ts'

let world: World
let ann: Tenant
let owner: string

beforeAll(async () => {
  world = await openWorld()
  ann = await world.tenant('main')
  owner = await world.signIn(ann)
})
afterAll(() => world.close())

async function call(
  headers: Record<string, string>,
  method: string,
  path: string,
  body?: object,
): Promise<unknown> {
  const response = await world.app.request(`${ORIGIN}/api/${path}`, {
    method,
    headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect(response.status, `${method} ${path}`).toBeLessThan(300)
  return response.status === 204 ? undefined : response.json()
}

/** Oldest first. */
async function linesOf(kind: string) {
  const { entries } = (await call(own(owner), 'GET', `v1/audit?kind=${kind}`)) as { entries: AuditEntry[] }
  return entries
    .toReversed()
    .map(({ actor, verb, target, before, after }) => [actor.kind, verb, target.name, before, after])
}

describe('the audit log', () => {
  it('[AC100] has a line for what build tools change about a release, and none for what they repeat', async () => {
    const tool = bearer(ann.token)
    const releases = '0/organizations/main/releases/'
    const release = { version: 'shop@1.0', projects: [ann.project.slug] }
    await call(tool, 'POST', releases, release)
    await call(tool, 'POST', releases, release)
    const commits = [{ id: 'a'.repeat(40) }, { id: 'b'.repeat(40) }]
    await call(tool, 'PUT', `${releases}shop@1.0/`, { commits, dateReleased: '2026-11-01T00:00:00Z' })
    await call(tool, 'POST', `${releases}shop@1.0/deploys/`, { environment: 'production' })
    await call(tool, 'POST', `${releases}shop@1.0/deploys/`, { environment: 'production' })
    await call(own(owner), 'DELETE', `${releases}shop@1.0/`)
    expect(await linesOf('release')).toEqual([
      ['token', 'created', 'shop@1.0', null, { projects: [ann.project.slug], status: 'open', commits: 0 }],
      [
        'token',
        'changed',
        'shop@1.0',
        { released: null, commits: 0, latestCommit: null },
        { released: '2026-11-01T00:00:00.000Z', commits: 2, latestCommit: 'a'.repeat(40) },
      ],
      ['token', 'changed', 'shop@1.0', null, { deployedTo: 'production' }],
      ['user', 'deleted', 'shop@1.0', expect.objectContaining({ commits: 2 }), null],
    ])
  })

  it('[AC100] has an entry for a shared view, and none for a private one', async () => {
    const views = `v1/projects/${ann.project.slug}/views`
    const view = { name: 'Checkout', query: 'route:/cart' }
    const mine = (await call(own(owner), 'POST', views, view)) as { id: string }
    await call(own(owner), 'PATCH', `${views}/${mine.id}`, { query: 'route:/pay' })
    expect(await linesOf('view')).toEqual([])
    await call(own(owner), 'PATCH', `${views}/${mine.id}`, { shared: true })
    await call(own(owner), 'PATCH', `${views}/${mine.id}`, { query: 'route:/' })
    await call(own(owner), 'DELETE', `${views}/${mine.id}`)
    const ours = (await call(own(owner), 'POST', views, { ...view, shared: true })) as { id: string }
    await call(own(owner), 'PATCH', `${views}/${ours.id}`, { shared: false })
    await call(own(owner), 'DELETE', `${views}/${ours.id}`)
    expect(await linesOf('view')).toEqual([
      ['user', 'changed', 'Checkout', { shared: false }, { shared: true }],
      ['user', 'changed', 'Checkout', { query: 'route:/pay' }, { query: 'route:/' }],
      ['user', 'deleted', 'Checkout', expect.objectContaining({ query: 'route:/', shared: true }), null],
      ['user', 'created', 'Checkout', null, expect.objectContaining({ query: 'route:/cart', shared: true })],
      ['user', 'changed', 'Checkout', { shared: true }, { shared: false }],
    ])
  })
})
