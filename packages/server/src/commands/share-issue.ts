import { randomBytes } from 'node:crypto'
import { AppError } from '#domain/app-error.ts'
import type { Actor } from '#domain/audit.ts'
import { shortIdOf, type Issue } from '#domain/issue.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Project } from '#domain/project.ts'
import { hashShareToken, type ShareLink } from '#domain/share.ts'
import type { RecordStore } from '#stores/records.ts'
import { audit, type AuditDeps } from './audit.ts'

export interface ShareDeps extends AuditDeps {
  readonly records: AuditDeps['records'] & Pick<RecordStore, 'shares'>
}

export async function shareIssue(
  deps: ShareDeps,
  actor: Actor,
  issue: Issue,
  project: Project,
): Promise<{ readonly link: ShareLink; readonly token: string }> {
  const token = randomBytes(24).toString('base64url')
  const link = await deps.records.shares.create(
    {
      issueId: issue.id,
      createdBy: actor.kind === 'user' ? actor.id : undefined,
      createdAt: deps.now(),
      hash: hashShareToken(token),
    },
    { most: LIMITS.sharesPerIssue },
  )
  await note(deps, actor, 'created', link, issue, project)
  return { link, token }
}

export async function revokeShare(
  deps: ShareDeps,
  actor: Actor,
  issue: Issue,
  project: Project,
  id: string,
): Promise<void> {
  const link = (await deps.records.shares.ofIssue(issue.id)).find((one) => one.id === id)
  if (link === undefined || !(await deps.records.shares.delete(issue.id, id))) {
    throw new AppError('not_found', 'There is no such link.')
  }
  await note(deps, actor, 'revoked', link, issue, project)
}

async function note(
  deps: ShareDeps,
  actor: Actor,
  verb: 'created' | 'revoked',
  { id }: ShareLink,
  { number, title }: Issue,
  { slug, organizationId }: Project,
): Promise<void> {
  const target = { kind: 'share', id, name: shortIdOf(slug, number) } as const
  await audit(deps, actor, { organizationId, verb, target, after: { issue: title } })
}
