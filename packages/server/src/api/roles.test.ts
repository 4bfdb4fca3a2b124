import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '@hindcast/contract/endpoint.ts'
import { mayHandle, ROLE_NAMES, ROLES, type Role } from '#domain/people/roles.ts'
import { LEAST_ROLES, type Least } from '#api/testing/least-roles.ts'
import { anErrorPayload, eventId } from '#api/testing/payloads.ts'
import { ALL_ENDPOINTS, bearer, callEndpoint, own, type Subject } from '#api/testing/requests.ts'
import type { Tenant } from '#api/testing/tenancy.ts'
import { openWorld, type World } from '#api/testing/world.ts'

let world: World
let tenant: Tenant
let subject: Subject
let nobody: string
const cookies = new Map<Role, string>()
const tokens = new Map<Role, string>()

beforeAll(async () => {
  world = await openWorld()
  tenant = await world.tenant('main')
  await world.store(tenant.project, [anErrorPayload(eventId(1))])
  const { issues } = await world.records.issues.page(
    { projectIds: [tenant.project.id] },
    { sort: 'last_seen', limit: 1 },
  )
  // An unused token: the test revokes it.
  const [token] = await world.records.tokens.list(tenant.organization.id)
  const { userId: memberId } = await world.personAs(tenant, 'viewer', 'somebody')
  subject = { tenant, issueId: issues[0]!.id, eventId: eventId(1), tokenId: token!.id, memberId }
  for (const role of ROLE_NAMES) {
    cookies.set(role, (await world.personAs(tenant, role)).cookie)
    tokens.set(role, await world.tokenWith(tenant.organization, ROLES[role].scopes))
  }
  await world.deps.accounts.createUser({
    email: 'nobody@example.com',
    password: 'correct horse',
    name: 'Nobody',
  })
  nobody = await world.signIn({ email: 'nobody@example.com' })
})
afterAll(() => world.close())

const leastOf = (name: string): Least | undefined =>
  Object.hasOwn(LEAST_ROLES, name) ? LEAST_ROLES[name as keyof typeof LEAST_ROLES] : undefined

const isAllowed = (role: Role, least: Least) =>
  least === 'everybody' || least === 'anyone' || mayHandle(role, least)

/** From the lowest role up: an object that a higher role deletes must have been rejected for all lower roles before. */
const cells = ALL_ENDPOINTS.flatMap(([name, endpoint]) =>
  ROLE_NAMES.toReversed().map((role) => [role, name, endpoint] as const),
)

async function answered(
  named: readonly [string, Endpoint],
  headers: Record<string, string>,
): Promise<string> {
  const response = await callEndpoint(world, named, subject, headers)
  // A stream would stay open as long as it has a reader.
  await (response.headers.get('content-type')?.startsWith('text/event-stream') === true
    ? response.body?.cancel()
    : response.arrayBuffer())
  if (response.status === 401) return 'nobody'
  return response.status === 403 ? 'refused' : 'allowed'
}

describe('the table of roles', () => {
  it('[AC70] lists the permission of every endpoint', () => {
    expect(Object.keys(LEAST_ROLES).sort()).toEqual(ALL_ENDPOINTS.map(([name]) => name).sort())
  })

  it.each(cells)('[AC70] holds for %s at %s', async (role, name, endpoint) => {
    const least = leastOf(name)!
    // After leaving, the user cannot call the remaining endpoints.
    const leaving = name === 'leaveOrganization' && (await world.personAs(tenant, role, `leaving-${role}`))
    const given = await answered([name, endpoint], own(leaving ? leaving.cookie : cookies.get(role)!))
    const promised = isAllowed(role, least) ? 'allowed' : 'refused'
    // A public address may refuse for other reasons, such as a link that is not valid any more.
    if (least === 'everybody') expect(given).not.toBe('nobody')
    else expect(given).toBe(promised)
  })

  it.each(cells.filter(([, , { rows }]) => rows !== undefined))(
    '[AP93] holds for %s at %s as CSV and NDJSON',
    async (role, name, endpoint) => {
      const promised = isAllowed(role, leastOf(name)!) ? 'allowed' : 'refused'
      for (const accept of ['text/csv', 'application/x-ndjson']) {
        expect(await answered([name, endpoint], { ...own(cookies.get(role)!), accept })).toBe(promised)
        expect(await answered([name, endpoint], { ...own(nobody), accept })).toBe('refused')
        expect(await answered([name, endpoint], { accept })).toBe('nobody')
      }
    },
  )

  it.each(cells.filter(([, , { access }]) => !access.startsWith('session')))(
    '[AC70] holds for a token with the scopes of %s at %s',
    async (role, name, endpoint) => {
      const least = leastOf(name)!
      if (least === 'everybody') return
      const given = await answered([name, endpoint], bearer(tokens.get(role)!))
      expect(given).toBe(isAllowed(role, least) ? 'allowed' : 'refused')
    },
  )

  it.each(ALL_ENDPOINTS.filter(([name]) => !['everybody', 'anyone'].includes(leastOf(name)!)))(
    '[AC71] leaves nothing at %s for who belongs to no organization',
    async (...named) => {
      expect(await answered(named, own(nobody))).toBe('refused')
    },
  )
})

describe('roles', () => {
  it('[AC70] each may what the next may, and something more', () => {
    for (const [index, role] of ROLE_NAMES.entries()) {
      const next = ROLE_NAMES[index + 1]
      if (next === undefined) continue
      const more = new Set(ALL_ENDPOINTS.map(([name]) => name).filter((name) => leastOf(name) === role))
      const scopes = new Set(ROLES[role].scopes)
      expect(more.size > 0 || ROLES[next].scopes.some((scope) => !scopes.has(scope))).toBe(true)
    }
  })

  it('[AC72] give no token more than its maker may do', async () => {
    const asked = async (role: Role, scope: string) => {
      const response = await world.app.request('http://127.0.0.1:8000/api/v1/tokens', {
        method: 'POST',
        headers: { ...own(cookies.get(role)!), 'Content-Type': 'application/json' },
        body: JSON.stringify({ name: 'ci', scopes: [scope] }),
      })
      return response.status
    }
    expect(await asked('admin', 'org:admin')).toBe(403)
    expect(await asked('admin', 'org:write')).toBe(201)
    expect(await asked('owner', 'org:admin')).toBe(201)
    expect(await asked('member', 'event:read')).toBe(403)
  })
})
