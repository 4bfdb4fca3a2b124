import type { NewUser } from '#accounts/accounts.ts'
import { AppError } from '#domain/app-error.ts'
import type { Organization } from '#domain/projects/project.ts'
import { audit } from '#product/common/commands/audit.ts'
import type { CommandDeps } from '#product/common/commands/command-deps.ts'
import { ensureOrganization } from '#product/projects/commands/ensure-organization.ts'

export interface Owner {
  readonly userId: string
  readonly organization: Organization
}

/** The first user of an installation. Of two at the same time one gets `conflict` and leaves nothing behind. */
export async function createOwner(deps: CommandDeps, user: NewUser): Promise<Owner> {
  const { records } = deps
  if (await records.organizations.hasAnyMember()) throw alreadyInitialised()
  try {
    return await attempt(deps, user)
  } catch (error) {
    // The error does not matter if another request created the owner first.
    if (await records.organizations.hasAnyMember()) throw alreadyInitialised(error)
    throw error
  }
}

async function attempt(deps: CommandDeps, user: NewUser): Promise<Owner> {
  const { records, accounts, now } = deps
  const organization = await ensureOrganization(deps)
  await removeLeftover(deps, user.email)
  const { id } = await accounts.createUser(user)
  const isOwner = await records.organizations.addFirstOwner(organization.id, id, now())
  if (isOwner) {
    await audit(
      deps,
      { kind: 'user', id },
      {
        organizationId: organization.id,
        verb: 'joined',
        target: { kind: 'member', id, name: user.name || user.email },
        after: { role: 'owner', email: user.email },
      },
    )
    return { userId: id, organization }
  }
  await accounts.removeUser(id)
  throw alreadyInitialised()
}

/** Without any member, an existing user is left over from a crash before the membership was written. */
async function removeLeftover({ accounts }: CommandDeps, email: string): Promise<void> {
  const leftover = await accounts.findUser(email)
  if (leftover) await accounts.removeUser(leftover.id)
}

function alreadyInitialised(cause?: unknown): AppError {
  return new AppError('conflict', 'This installation already has an owner.', { cause })
}
