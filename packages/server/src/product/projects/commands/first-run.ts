import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { NewUser } from '#accounts/accounts.ts'
import { AppError } from '#domain/app-error.ts'
import type { CommandDeps } from '#product/common/commands/command-deps.ts'
import { createOwner, type Owner } from '#product/people/commands/create-owner.ts'

const FACT = 'first-run-token'

/**
 * The secret of the one-time link that makes the owner, or undefined once there is one. Each start prints a new
 * one and thereby ends the one before, which may be in an old log.
 */
export async function prepareFirstRun({
  records,
}: Pick<CommandDeps, 'records'>): Promise<string | undefined> {
  if (await records.organizations.hasAnyMember()) {
    await records.facts.delete(FACT)
    return undefined
  }
  const token = randomBytes(24).toString('base64url')
  await records.facts.set(FACT, digest(token).toString('hex'))
  return token
}

export async function isFirstRun({ records }: Pick<CommandDeps, 'records'>): Promise<boolean> {
  return !(await records.organizations.hasAnyMember())
}

export async function redeemFirstRun(
  deps: CommandDeps,
  input: NewUser & { readonly token: string },
): Promise<Owner> {
  const { token, ...user } = input
  const stored = await deps.records.facts.get(FACT)
  if (stored === undefined || !timingSafeEqual(digest(token), Buffer.from(stored, 'hex'))) {
    throw new AppError(
      'forbidden',
      'This link is not valid any more. The latest start printed the current one.',
    )
  }
  const owner = await createOwner(deps, user)
  await deps.records.facts.delete(FACT)
  return owner
}

function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
