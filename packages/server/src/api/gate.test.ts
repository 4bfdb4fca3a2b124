import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as v from 'valibot'
import { isForPeople } from '@hindcast/contract/endpoint.ts'
import { Problem } from '@hindcast/contract/problem.ts'
import { SCOPES } from '@hindcast/contract/people/scope.ts'
import { ALL_SCOPES } from '#domain/people/scope.ts'
import { anErrorPayload, eventId } from '#api/testing/payloads.ts'
import { ALL_ENDPOINTS, addressOf, bearer, callEndpoint, own, type Subject } from '#api/testing/requests.ts'
import { ORIGIN, type Tenant } from '#api/testing/tenancy.ts'
import { openWorld, type World } from '#api/testing/world.ts'

let world: World
let ann: Tenant
let bob: Tenant
let subject: Subject
let cookie: string

beforeAll(async () => {
  world = await openWorld()
  ann = await world.tenant('main')
  bob = await world.tenant('other')
  await world.store(ann.project, [anErrorPayload(eventId(1))])
  const { issues } = await world.records.issues.page(
    { projectIds: [ann.project.id] },
    { sort: 'last_seen', limit: 1 },
  )
  const [token] = await world.records.tokens.list(ann.organization.id)
  subject = { tenant: ann, issueId: issues[0]!.id, eventId: eventId(1), tokenId: token!.id }
  cookie = await world.signIn(ann)
})
afterAll(() => world.close())

const guarded = ALL_ENDPOINTS.filter(([, endpoint]) => endpoint.access !== 'public')
const personal = guarded.filter(([, { access }]) => isForPeople(access))
const scoped = guarded.filter(([, { access }]) => access !== 'any' && !isForPeople(access))
const changing = ALL_ENDPOINTS.filter(([, endpoint]) => endpoint.method !== 'GET')
const addressed = guarded.filter(([, { path, access }]) => path.includes(':') && !isForPeople(access))

function expectProblem(path: string, body: unknown): void {
  if (path.startsWith('/api/0/')) expect(body).toEqual({ detail: expect.any(String) })
  else expect(v.is(Problem, body)).toBe(true)
}

describe('every endpoint', () => {
  it.each(guarded)('[AP1] %s is closed to who does not say who they are', async (...named) => {
    const response = await callEndpoint(world, named, subject, {})
    expect(response.status).toBe(401)
    expectProblem(named[1].path, await response.json())
  })

  it.each(guarded)(
    '[AP1] %s is closed to a token that does not exist, even beside a good cookie',
    async (...named) => {
      const headers = { ...own(cookie), ...bearer(`hct_${'x'.repeat(40)}`) }
      expect((await callEndpoint(world, named, subject, headers)).status).toBe(401)
    },
  )

  it.each(scoped)('[AP1] %s is closed to a token without its scope', async (...named) => {
    const other = named[1].access === 'project:releases' ? 'event:admin' : 'project:releases'
    const token = await world.tokenWith(ann.organization, [other])
    const response = await callEndpoint(world, named, subject, bearer(token))
    expect(response.status).toBe(403)
    expectProblem(named[1].path, await response.json())
  })

  it.each(personal)('[AP1] %s is closed to tokens, whatever their scopes', async (...named) => {
    expect((await callEndpoint(world, named, subject, bearer(ann.token))).status).toBe(403)
  })

  it.each(addressed)('[AP2] %s does not find what belongs to another organization', async (...named) => {
    const response = await callEndpoint(world, named, subject, bearer(bob.token))
    expect(response.status).toBe(404)
    const unknown = { ...subject, issueId: '999999', eventId: eventId(999) }
    const absent = await callEndpoint(world, named, { ...unknown, tenant: nowhere(ann) }, bearer(bob.token))
    expect(await response.json()).toEqual(await absent.json())
  })

  it.each(changing)(
    '[AP5] %s rejects a change that a page of another origin sends with the cookie',
    async (...named) => {
      const headers = { Cookie: cookie, Origin: 'https://evil.example' }
      const response = await callEndpoint(world, named, subject, headers)
      expect(response.status).toBe(403)
      const said = (await response.json()) as { readonly message?: string; readonly detail?: string }
      expect(said.message ?? said.detail).toContain('didn’t come from this installation')
    },
  )

  it.each(ALL_ENDPOINTS)('[AP6] %s answers with the security headers', async (...named) => {
    // Shared pages send no referrer.
    const referrer = named[0] === 'getShared' ? 'no-referrer' : 'same-origin'
    expectSafe(await callEndpoint(world, named, subject, {}), referrer)
  })
})

describe('the gate', () => {
  it('[AP1] knows the same scopes as the contract', () => {
    expect([...SCOPES].sort()).toEqual([...ALL_SCOPES].sort())
  })

  it('[AP2] lists only what is one’s own', async () => {
    const projects = await world.app.request('/api/v1/projects', { headers: bearer(bob.token) })
    expect(await projects.json()).toMatchObject({ projects: [{ slug: bob.project.slug }] })
    const organizations = await world.app.request('/api/0/organizations/', { headers: bearer(bob.token) })
    expect(await organizations.json()).toMatchObject([{ slug: 'other' }])
  })

  it('[AP2] does not revoke another organization’s token', async () => {
    const response = await world.app.request(`${ORIGIN}/api/v1/tokens/${subject.tokenId}`, {
      method: 'DELETE',
      headers: own(await world.signIn(bob)),
    })
    expect(response.status).toBe(404)
    expect((await world.app.request('/api/v1/projects', { headers: bearer(ann.token) })).status).toBe(200)
  })

  it('[AP2] shows requests without a project only to members of every organization', async () => {
    const unmatched = () => world.app.request('/api/v1/intake/unmatched', { headers: bearer(ann.token) })
    expect((await unmatched()).status).toBe(403)
  })

  it.each([
    '/',
    '/healthz',
    '/readyz',
    '/metrics',
    '/api/nothing',
    '/api/v1/openapi.json',
    '/api/v1/docs',
    '/api/auth/x',
  ])('[AP6] sends the safe headers with %s too', async (path) => {
    expectSafe(await world.app.request(path))
  })

  it.each(['/api/v1/openapi.json', '/api/v1/docs', '/api/v1/docs/swagger-ui.css'])(
    '[AP1] serves its description at %s only to authenticated callers',
    async (path) => {
      expect((await world.app.request(path)).status).toBe(401)
      expect((await world.app.request(path, { headers: bearer(ann.token) })).status).toBe(200)
    },
  )

  it.each(['package.json', 'swagger-ui.js', '..%2fpackage.json', '%2e%2e%2fpackage.json'])(
    '[AP88] serves no file of the reference but those that its page loads: %s',
    async (name) => {
      const response = await world.app.request(`/api/v1/docs/${name}`, { headers: bearer(ann.token) })
      expect(response.status).toBe(404)
    },
  )

  it('[AP6] promises HTTPS only where it is spoken', async () => {
    const plain = await world.app.request('/healthz')
    expect(plain.headers.get('Strict-Transport-Security')).toBeNull()
    const secure = await openWorld({ publicUrl: () => 'https://h.example' })
    const response = await secure.app.request('/healthz')
    expect(response.headers.get('Strict-Transport-Security')).toContain('max-age=')
    await secure.close()
  })

  it('[AP3] answers an unknown address under /api with JSON, and in Sentry’s words under /api/0', async () => {
    const own = await world.app.request('/api/v1/nothing')
    expect(own.status).toBe(404)
    expect(await own.json()).toEqual({ code: 'not_found', message: 'Not found.' })
    const sentry = await world.app.request('/api/0/users/me/regions/')
    expect(sentry.status).toBe(404)
    expect(await sentry.json()).toEqual({ detail: 'Not found.' })
  })

  it('[AP7] says which field is wrong', async () => {
    const response = await world.app.request(`${ORIGIN}/api/v1/projects`, {
      method: 'POST',
      headers: { ...bearer(ann.token), 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: ' ' }),
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      code: 'invalid_input',
      message: 'name: must not be empty',
      fields: { name: 'must not be empty' },
    })
  })

  it.each([
    ['{"name":', 400],
    [`{"name":"${'x'.repeat(300_000)}"}`, 413],
  ])('[AP7] refuses a body that is not JSON or too large', async (body, status) => {
    const response = await world.app.request(`${ORIGIN}/api/v1/projects`, {
      method: 'POST',
      headers: { ...bearer(ann.token), 'Content-Type': 'application/json' },
      body,
    })
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ code: 'invalid_input' })
  })

  it('[AP3] takes an impossible address for one that leads nowhere', async () => {
    const response = await world.app.request('/api/v1/issues/abc', { headers: bearer(ann.token) })
    expect(response.status).toBe(404)
  })

  it('[AP4] fails loudly where an answer does not fit its schema', async () => {
    const broken = await openWorld({
      samples: {
        scenarios: () => [{ name: 1 as unknown as string, summary: '' }],
        load: async () => ({ events: 0 }),
      },
    })
    const { token } = await broken.tenant('main')
    const response = await broken.app.request('/api/v1/samples', { headers: bearer(token) })
    expect(response.status).toBe(500)
    expect(broken.seen.failures).toHaveLength(1)
    await broken.close()
  })
})

/** The same requests with names that do not exist. */
function nowhere(tenant: Tenant): Tenant {
  return {
    ...tenant,
    organization: { ...tenant.organization, slug: 'nowhere' },
    project: { ...tenant.project, slug: 'nothing' },
  }
}

function expectSafe({ headers }: Response, referrer = 'same-origin'): void {
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(headers.get('X-Frame-Options')).toBe('DENY')
  expect(headers.get('Referrer-Policy')).toBe(referrer)
  expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin')
  expect(headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin')
  expect(headers.get('Permissions-Policy')).toContain('camera=()')
  const policy = headers.get('Content-Security-Policy')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('unsafe')
}

it('[AP1] walks addresses that exist', () => {
  for (const [, endpoint] of ALL_ENDPOINTS) expect(addressOf(endpoint, subject)).not.toContain(':')
})
