import type { Access } from '#accounts/access.ts'
import type { Principal } from '#accounts/principal.ts'
import { AppError } from '#domain/app-error.ts'
import type { Organization, Project } from '#domain/projects/project.ts'

export const SCOPE = 'project:releases'

export interface ReleasePlace {
  readonly organization: Organization
  /** Where the address names one. */
  readonly project: Project | undefined
  /** All of the organization. */
  readonly projects: readonly Project[]
}

/** Both families of addresses lead here: `/organizations/o/releases/` and `/projects/o/p/releases/`. */
export async function releasePlace(
  access: Access,
  principal: Principal,
  params: { readonly organization: string; readonly project?: string },
): Promise<ReleasePlace> {
  const organization = await access.organization(principal, params.organization, SCOPE)
  const project =
    params.project === undefined
      ? undefined
      : await access.project(principal, params.organization, params.project, SCOPE)
  return { organization, project, projects: await access.projects(principal, params.organization, SCOPE) }
}

/** The project of the address and those that are named beside it. */
export async function namedProjects(
  access: Access,
  principal: Principal,
  { organization, project }: Pick<ReleasePlace, 'organization' | 'project'>,
  names: readonly string[] | null | undefined,
): Promise<readonly Project[]> {
  const found = new Map(project === undefined ? [] : [[project.id, project]])
  for (const name of names ?? []) {
    const named = await access.project(principal, organization.slug, name, SCOPE).catch((error: unknown) => {
      // Tools take 404 for a word about the address and would say that there is no such organization.
      if (!(error instanceof AppError) || error.code !== 'not_found') throw error
      throw new AppError('invalid_input', `projects: there is no project ${JSON.stringify(name)} here.`)
    })
    found.set(named.id, named)
  }
  return [...found.values()]
}
