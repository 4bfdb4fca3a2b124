import type { Access, FoundIssue } from '#accounts/access.ts'
import type { Principal } from '#accounts/principal.ts'
import { AppError } from '#domain/app-error.ts'
import type { Scope } from '#domain/people/scope.ts'

/** The issue at an address that names its organization: under another one it is not found. */
export async function issueIn(
  access: Access,
  principal: Principal,
  params: { readonly organization: string; readonly issue: string },
  scope: Scope,
): Promise<FoundIssue> {
  const { id } = await access.organization(principal, params.organization, scope)
  const found = await access.issue(principal, params.issue, scope)
  if (found.project.organizationId !== id) throw new AppError('not_found', 'Issue not found.')
  return found
}
