import { randomBytes } from 'node:crypto'
import { AppError } from '#domain/app-error.ts'
import type { Actor } from '#domain/people/audit.ts'
import { shortIdOf, type Issue } from '#domain/issues/issue.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Project } from '#domain/projects/project.ts'
import { hashShareToken, type ShareLink } from '#domain/issues/share.ts'
import type { RecordStore } from '#stores/records/records.ts'
import { audit, type AuditDeps } from '#product/common/commands/audit.ts'

const DAY_MS = 86_400_000

export interface ShareDeps extends AuditDeps {
  readonly records: AuditDeps['records'] & Pick<RecordStore, 'shares'>
}

export interface ShareOptions {
  /** With whose membership the link ends; undefined: it was made with a token of the organization itself. */
  readonly makerId: string | undefined
  /** Undefined: until it is revoked. */
  readonly days: number | undefined
}

export async function shareIssue(
  deps: ShareDeps,
  actor: Actor,
  issue: Issue,
  project: Project,
  { makerId, days }: ShareOptions,
): Promise<{ readonly link: ShareLink; readonly token: string }> {
  const token = randomBytes(24).toString('base64url')
  const now = deps.now()
  const link = await deps.records.shares.create(
    {
      issueId: issue.id,
      createdBy: makerId,
      createdAt: now,
      expiresAt: days === undefined ? undefined : now + days * DAY_MS,
      hash: hashShareToken(token),
    },
    { most: LIMITS.sharesPerIssue, mostOfProject: LIMITS.sharesPerProject },
  )
  const expires = link.expiresAt === undefined ? null : new Date(link.expiresAt).toISOString()
  await audit(deps, actor, {
    organizationId: project.organizationId,
    verb: 'created',
    target: { kind: 'share', id: link.id, name: shortIdOf(project.slug, issue.number) },
    after: { issue: issue.title, expires },
  })
  return { link, token }
}

export async function revokeShare(
  deps: ShareDeps,
  actor: Actor,
  issue: Issue,
  project: Project,
  id: string,
): Promise<void> {
  const link = (await deps.records.shares.ofIssue(issue.id, deps.now())).find((one) => one.id === id)
  if (link === undefined || !(await deps.records.shares.delete(issue.id, id))) {
    throw new AppError('not_found', 'Link not found.')
  }
  await audit(deps, actor, {
    organizationId: project.organizationId,
    verb: 'revoked',
    target: { kind: 'share', id, name: shortIdOf(project.slug, issue.number) },
    after: { issue: issue.title },
  })
}

/** Links end with the membership of their creator, because no member is responsible for them then. */
export async function endSharesOf(
  deps: ShareDeps,
  actor: Actor,
  organizationId: string,
  userId: string,
): Promise<void> {
  const ended = await deps.records.shares.deleteOf(organizationId, userId)
  await audit(
    deps,
    actor,
    ...ended.map(({ id, projectSlug, number, title }) => ({
      organizationId,
      verb: 'revoked' as const,
      target: { kind: 'share' as const, id, name: shortIdOf(projectSlug, number) },
      after: { issue: title, maker: 'left' },
    })),
  )
}
