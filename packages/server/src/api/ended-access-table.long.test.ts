import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAuthenticator } from '#accounts/testing/authenticator.ts'
import { isForPeople, type Endpoint } from '@hindcast/contract/endpoint.ts'
import { mayHandle, ROLE_NAMES, type Role } from '#domain/people/roles.ts'
import { ALL_SCOPES } from '#domain/people/scope.ts'
import { LEAST_ROLES, type Least } from '#api/testing/least-roles.ts'
import { anErrorPayload, eventId } from '#api/testing/payloads.ts'
import { ALL_ENDPOINTS, bearer, callEndpoint, own, type Subject } from '#api/testing/requests.ts'
import { ORIGIN, type Tenant } from '#api/testing/tenancy.ts'
import { openWorld, type World } from '#api/testing/world.ts'

let world: World
let main: Tenant
let subject: Subject
/** Of the second organization. */
const foreign = new Map<Role, string>()
const gone: Record<'revoked' | 'removed' | 'session' | 'signedOut', Record<string, string>> = {
  revoked: {},
  removed: {},
  session: {},
  signedOut: {},
}
/** Sessions that were opened with a passkey alone. */
const passkeys = new Map<Role, string>()
const demoted = new Map<Role, { readonly token: string; readonly cookie: string }>()

const asked = async (method: string, path: string, cookie: string, body: object = {}) => {
  const response = await world.app.request(`${ORIGIN}/api${path}`, {
    method,
    headers: { ...own(cookie), 'Content-Type': 'application/json' },
    ...(method !== 'DELETE' && { body: JSON.stringify(body) }),
  })
  expect(response.ok).toBe(true)
  return (await response.json()) as { readonly secret?: string; readonly token?: { readonly id: string } }
}
const tokenOf = async (cookie: string) =>
  asked('POST', '/v1/tokens', cookie, { name: 'all', scopes: ALL_SCOPES })

async function makeForeigners(): Promise<void> {
  const other = await world.tenant('other')
  for (const role of ROLE_NAMES) foreign.set(role, (await world.personAs(other, role)).cookie)
}

async function makeGone(owner: string): Promise<void> {
  const { secret: revoked, token } = await tokenOf(owner)
  await asked('DELETE', `/v1/tokens/${token!.id}`, owner)
  const second = await world.personAs(main, 'owner', 'removed')
  const { secret: removed } = await tokenOf(second.cookie)
  await asked('DELETE', `/v1/members/${second.userId}`, owner)
  const third = await world.personAs(main, 'owner', 'signed-out')
  await asked('POST', '/auth/sign-out', third.cookie)
  gone.revoked = bearer(revoked!)
  gone.removed = bearer(removed!)
  gone.session = own(second.cookie)
  gone.signedOut = own(third.cookie)
}

async function makeDemoted(owner: string): Promise<void> {
  for (const role of ['viewer', 'member'] as const) {
    const person = await world.personAs(main, 'owner', `was-owner-now-${role}`)
    const { secret } = await tokenOf(person.cookie)
    await asked('PATCH', `/v1/members/${person.userId}`, owner, { role })
    demoted.set(role, { token: secret!, cookie: person.cookie })
  }
}

/** A passkey belongs to a name, so this one signs in at the name of this machine. */
const NAMED = 'http://localhost:8000'

async function signInWithPasskey(cookie: string): Promise<string> {
  const authenticator = createAuthenticator({ origin: NAMED, name: 'localhost' })
  const call = async (path: string, cookies: string, body?: object) => {
    const response = await world.app.request(`${NAMED}/api/auth/passkey${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { Origin: NAMED, Cookie: cookies, 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    expect(response.status).toBe(200)
    const { challenge } = (await response.json()) as { readonly challenge: string }
    const set = response.headers.getSetCookie().map((each) => each.split(';')[0]!)
    return { challenge, cookies: set.join('; ') }
  }
  const made = await call('/generate-register-options', cookie)
  await call('/verify-registration', `${cookie}; ${made.cookies}`, {
    response: authenticator.register(made.challenge),
  })
  const asked = await call('/generate-authenticate-options', '')
  const response = authenticator.authenticate(asked.challenge)
  return (await call('/verify-authentication', asked.cookies, { response })).cookies
}

async function makePasskeys(): Promise<void> {
  for (const role of ['viewer', 'member'] as const) {
    const { cookie } = await world.personAs(main, role, `passkey-${role}`)
    passkeys.set(role, await signInWithPasskey(cookie))
  }
}

beforeAll(async () => {
  world = await openWorld()
  main = await world.tenant('main')
  await world.store(main.project, [anErrorPayload(eventId(1))])
  const { issues } = await world.records.issues.page(
    { projectIds: [main.project.id] },
    { sort: 'last_seen', limit: 1 },
  )
  const [token] = await world.records.tokens.list(main.organization.id)
  const { userId: memberId } = await world.personAs(main, 'viewer', 'somebody')
  subject = { tenant: main, issueId: issues[0]!.id, eventId: eventId(1), tokenId: token!.id, memberId }
  const owner = await world.signIn(main)
  await makeForeigners()
  await makeGone(owner)
  await makeDemoted(owner)
  await makePasskeys()
}, 120_000)
afterAll(() => world.close())

const leastOf = (name: string) => LEAST_ROLES[name as keyof typeof LEAST_ROLES]
const isAllowed = (role: Role, least: Least) =>
  least === 'everybody' || least === 'anyone' || mayHandle(role, least)

async function statusOf(named: readonly [string, Endpoint], headers: Record<string, string>) {
  const response = await callEndpoint(world, named, subject, headers)
  // A stream would stay open as long as it has a reader.
  await (response.headers.get('content-type')?.startsWith('text/event-stream') === true
    ? response.body?.cancel()
    : response.arrayBuffer())
  return response.status
}

const guarded = ALL_ENDPOINTS.filter(([, { access }]) => access !== 'public')
const addressed = guarded.filter(([, { path }]) => path.includes(':'))
const forTokens = guarded.filter(([, { access }]) => !isForPeople(access))

describe('everybody of a second organization', () => {
  it.each(addressed.flatMap(([name, endpoint]) => ROLE_NAMES.map((role) => [role, name, endpoint] as const)))(
    '[AC114] signed in as %s finds nothing of the first at %s',
    async (role, name, endpoint) => {
      const status = await statusOf([name, endpoint], own(foreign.get(role)!))
      expect(status).toBe(isAllowed(role, leastOf(name)) ? 404 : 403)
    },
  )
})

describe('whoever is gone', () => {
  const kinds = ['revoked', 'removed', 'session', 'signedOut'] as const
  const words = {
    revoked: 'a token that was revoked',
    removed: 'the token of a removed owner',
    session: 'the session of a removed owner',
    signedOut: 'a session that was signed out',
  }
  it.each(
    guarded.flatMap(([name, endpoint]) => kinds.map((kind) => [words[kind], name, endpoint, kind] as const)),
  )('[AC115] with %s is nobody at %s', async (_, name, endpoint, kind) => {
    expect(await statusOf([name, endpoint], gone[kind])).toBe(401)
  })
})

describe('whoever was an owner', () => {
  const roles = ['viewer', 'member'] as const
  // With two organizations, a member of one must not see requests that belong to none.
  const expected = (role: Role, name: string) =>
    name !== 'getUnmatchedIntake' && isAllowed(role, leastOf(name)) ? 'allowed' : 'refused'
  const inSession = roles.flatMap((role) =>
    guarded
      .filter(([name]) => name !== 'leaveOrganization')
      .map(([name, endpoint]) => [role, name, endpoint] as const),
  )
  const given = (status: number) => (status === 403 ? 'refused' : status === 401 ? 'nobody' : 'allowed')

  it.each(roles.flatMap((role) => forTokens.map(([name, endpoint]) => [role, name, endpoint] as const)))(
    '[AC116] and is a %s now has a token that may as much at %s',
    async (role, name, endpoint) => {
      const status = await statusOf([name, endpoint], bearer(demoted.get(role)!.token))
      expect(given(status)).toBe(expected(role, name))
    },
  )

  it.each(inSession)(
    '[AC116] and is a %s now may as much in the session of before at %s',
    async (role, name, endpoint) => {
      const status = await statusOf([name, endpoint], own(demoted.get(role)!.cookie))
      expect(given(status)).toBe(expected(role, name))
    },
  )

  it.each(inSession)(
    '[AC116] and a %s who signed in with a passkey may as much at %s',
    async (role, name, endpoint) => {
      const status = await statusOf([name, endpoint], own(passkeys.get(role)!))
      expect(given(status)).toBe(expected(role, name))
    },
  )
})
