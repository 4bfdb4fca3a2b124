import type { Access } from '#accounts/access.ts'
import type { Principal } from '#accounts/principal.ts'
import { AppError } from '#domain/app-error.ts'
import type { Organization, Project } from '#domain/projects/project.ts'
import type { Scope } from '#domain/people/scope.ts'

/** The named organization, or the only one where there is no choice. */
export async function chosenOrganization(
  access: Access,
  principal: Principal,
  slug: string | undefined,
  scope: Scope,
): Promise<Organization> {
  if (slug !== undefined) return access.organization(principal, slug, scope)
  const [only, ...others] = await access.organizations(principal, scope)
  if (only === undefined) throw new AppError('forbidden', 'You aren’t a member of an organization.')
  if (others.length > 0) throw new AppError('invalid_input', 'organization: name one, you belong to several.')
  return only
}

export async function organizationOf(
  access: Access,
  principal: Principal,
  project: Project,
  scope: Scope,
): Promise<Organization> {
  const organizations = await access.organizations(principal, scope)
  return organizations.find(({ id }) => id === project.organizationId)!
}
