import type { Access } from '#accounts/access.ts'
import type { Principal } from '#accounts/principal.ts'
import type { Scope } from '#domain/people/scope.ts'
import type { Project } from '#domain/projects/project.ts'
import { repeated } from './list-params.ts'

/** The projects that a question about an organization names; without a name, or with `-1`, all of them. */
export async function projectsIn(
  access: Access,
  principal: Principal,
  organization: string,
  url: string,
  scope: Scope = 'event:read',
): Promise<readonly Project[]> {
  const names = repeated(url, 'project')
  if (names.length === 0 || names.includes('-1')) return access.projects(principal, organization, scope)
  return Promise.all(names.map((name) => access.project(principal, organization, name, scope)))
}
