import type { NewUser } from '#accounts/accounts.ts'
import type { Organization, Project, ProjectKey } from '#domain/projects/project.ts'
import { ALL_SCOPES } from '#domain/people/scope.ts'
import type { CommandDeps } from '#product/common/commands/command-deps.ts'
import { createOwner } from '#product/people/commands/create-owner.ts'
import { createProject } from './create-project.ts'
import { createToken } from '#product/people/commands/create-token.ts'
import { shortText } from '#product/common/commands/short-text.ts'

export interface Initialised {
  readonly userId: string
  readonly organization: Organization
  readonly project: Project
  readonly key: ProjectKey
  /** The secret of a token with every scope, shown this once. */
  readonly token: string
}

/** The scripted way in: owner, project, key and token. `conflict` when there is an owner already. */
export async function initialise(
  deps: CommandDeps,
  input: Omit<NewUser, 'name'> & {
    readonly name?: string | undefined
    readonly project: string
    readonly platform?: string | undefined
  },
): Promise<Initialised> {
  // An owner without a project could not be initialised again, so what can be wrong is found first.
  const name = shortText('The name of a project', input.project)
  const platform = input.platform === undefined ? undefined : shortText('The platform', input.platform)
  const { userId, organization } = await createOwner(deps, {
    email: input.email,
    password: input.password,
    name: input.name ?? '',
  })
  const organizationId = organization.id
  const { project, key } = await createProject(deps, { organizationId, name, platform })
  const { secret } = await createToken(deps, { organizationId, name: 'hindcast init', scopes: ALL_SCOPES })
  return { userId, organization, project, key, token: secret }
}
