import type { Hono } from 'hono'
import type { Accounts } from '#accounts/accounts.ts'
import { createToken } from '#product/people/commands/create-token.ts'
import { ensureOrganization } from '#product/projects/commands/ensure-organization.ts'
import type { Organization, Project, ProjectKey } from '#domain/projects/project.ts'
import type { Role } from '#domain/people/roles.ts'
import { ALL_SCOPES, type Scope } from '#domain/people/scope.ts'
import type { RecordStore } from '#stores/records/records.ts'

export const ORIGIN = 'http://127.0.0.1:8000'

export interface Tenant {
  readonly organization: Organization
  readonly project: Project
  readonly key: ProjectKey
  readonly email: string
  readonly userId: string
  /** Secret of a token with every scope. */
  readonly token: string
}

/** People, organizations and what they sign in with. */
export function createTenancy({
  records,
  accounts,
  app,
  now,
}: {
  readonly records: RecordStore
  readonly accounts: Accounts
  readonly app: Hono
  readonly now: () => number
}) {
  async function tokenWith(organization: Organization, scopes: readonly Scope[]): Promise<string> {
    const organizationId = organization.id
    const { secret } = await createToken({ records, now }, { organizationId, name: 'test', scopes })
    return secret
  }

  async function tenant(slug: string): Promise<Tenant> {
    const organization =
      slug === 'main'
        ? await ensureOrganization({ records, now })
        : await records.organizations.create({ slug, name: slug, now: now() })
    const email = `${slug}@example.com`
    const { id: userId } = await accounts.createUser({ email, password: 'correct horse', name: slug })
    await records.organizations.addMember(organization.id, userId, 'owner', now())
    const { project, key } = await records.projects.create({
      organizationId: organization.id,
      name: `${slug} shop`,
      platform: 'javascript',
      now: now(),
    })
    const token = await tokenWith(organization, ALL_SCOPES)
    return { organization, project, key, email, userId, token }
  }

  /** Another person of the organization. */
  async function personAs({ organization }: Tenant, role: Role, name: string = role) {
    const email = `${name}@${organization.slug}.example.com`
    const { id: userId } = await accounts.createUser({ email, password: 'correct horse', name })
    await records.organizations.addMember(organization.id, userId, role, now())
    return { email, userId, cookie: await signIn({ email }) }
  }

  async function signIn({ email }: Pick<Tenant, 'email'>): Promise<string> {
    const response = await app.request(`${ORIGIN}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: ORIGIN },
      body: JSON.stringify({ email, password: 'correct horse' }),
    })
    if (!response.ok)
      throw new Error(`sign-in was answered with ${response.status}: ${await response.text()}`)
    return response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ')
  }

  return { tenant, tokenWith, personAs, signIn }
}
