import { AppError } from '#domain/app-error.ts'
import type { Actor, Fields } from '#domain/people/audit.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Organization, Project } from '#domain/projects/project.ts'
import type { Issue } from '#domain/issues/issue.ts'
import type { Commit, Deploy, Release } from '#domain/releases/release.ts'
import { audit, type AuditNote } from '#product/common/commands/audit.ts'
import type { CommandDeps } from '#product/common/commands/command-deps.ts'
import { resolveFixed } from './resolve-fixed.ts'

type Deps = Pick<CommandDeps, 'records' | 'now'>

/** What is left out stays. */
export interface ReleaseChange {
  readonly projects: readonly Project[]
  readonly url?: string | undefined
  readonly ref?: string | undefined
  readonly status?: Release['status'] | undefined
  readonly startedAt?: number | undefined
  readonly releasedAt?: number | undefined
  /** Replaces those that are known. */
  readonly commits?: readonly Commit[] | undefined
}

export interface WrittenRelease {
  readonly created: boolean
  /** Issues that its commits resolved. */
  readonly fixed: readonly Issue[]
}

/** Creates or extends a release, because build tools report the same release several times. */
export async function ensureRelease(
  deps: Deps,
  actor: Actor,
  organization: Organization,
  version: string,
  change: ReleaseChange,
): Promise<WrittenRelease> {
  const { releases } = deps.records
  if (change.projects.length === 0 && (await releases.byVersion(organization.id, version)) === undefined) {
    throw new AppError('invalid_input', 'projects: a new release belongs to at least one project.')
  }
  return write(deps, actor, organization, version, change)
}

export async function updateRelease(
  deps: Deps,
  actor: Actor,
  organization: Organization,
  version: string,
  change: ReleaseChange,
): Promise<WrittenRelease> {
  if ((await deps.records.releases.byVersion(organization.id, version)) === undefined) {
    throw new AppError('not_found', 'Release not found.')
  }
  return write(deps, actor, organization, version, change)
}

async function write(
  deps: Deps,
  actor: Actor,
  organization: Organization,
  version: string,
  { projects, commits, ...fields }: ReleaseChange,
): Promise<WrittenRelease> {
  const { records, now } = deps
  const projectIds = projects.map(({ id }) => id)
  const organizationId = organization.id
  const before = await described(deps, organizationId, version)
  const { release, created } = await records.releases.ensure({
    organizationId,
    version,
    projectIds,
    now: now(),
    ...given(fields),
  })
  let fixed: readonly Issue[] = []
  if (commits !== undefined) {
    const known = new Set((await records.releases.commits(organizationId, version)).map(({ id }) => id))
    const kept = commits.slice(0, LIMITS.release.commits).map(bounded)
    // Before the commits are stored: after a crash in between, the call that is repeated finds them new and goes on. Those that
    // are known have had their say: somebody may have reopened the issue since.
    fixed = await resolveFixed(
      deps,
      release,
      kept.filter(({ id }) => !known.has(id)),
    )
    await records.releases.setCommits(organizationId, version, kept)
    await records.lifecycle.released(
      organizationId,
      { version, firstSeen: release.createdAt },
      kept.map(({ id }) => id),
      now(),
    )
  }
  const after = await described(deps, organizationId, version)
  await note(deps, actor, organizationId, version, created ? { verb: 'created', after } : { before, after })
  return { created, fixed }
}

/** Tools report the same release several times; only changes are logged. */
async function note(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  version: string,
  line: Pick<AuditNote, 'before' | 'after'> & { readonly verb?: AuditNote['verb'] },
): Promise<void> {
  const target = { kind: 'release', id: version, name: version } as const
  await audit(deps, actor, {
    organizationId,
    target,
    before: undefined,
    after: undefined,
    verb: 'changed',
    ...line,
  })
}

async function described(
  { records }: Deps,
  organizationId: string,
  version: string,
): Promise<Fields | undefined> {
  const release = await records.releases.byVersion(organizationId, version)
  if (release === undefined) return undefined
  const projects = await records.projects.list(organizationId)
  const commits = await records.releases.commits(organizationId, version)
  return {
    projects: projects.filter(({ id }) => release.projectIds.includes(id)).map(({ slug }) => slug),
    url: release.url,
    ref: release.ref,
    status: release.status,
    started: momentOf(release.startedAt),
    released: momentOf(release.releasedAt),
    commits: commits.length,
    latestCommit: commits[0]?.id,
  }
}

function momentOf(at: number | undefined): string | undefined {
  return at === undefined ? undefined : new Date(at).toISOString()
}

function given<T extends object>(fields: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}

function bounded(commit: Commit): Commit {
  return {
    ...commit,
    message: commit.message?.slice(0, LIMITS.text.message),
    files: commit.files.slice(0, LIMITS.release.filesPerCommit),
  }
}

export async function deleteRelease(
  deps: Deps,
  actor: Actor,
  { id: organizationId }: Organization,
  version: string,
): Promise<void> {
  const before = await described(deps, organizationId, version)
  if (!(await deps.records.releases.delete(organizationId, version))) {
    throw new AppError('not_found', 'Release not found.')
  }
  await note(deps, actor, organizationId, version, { verb: 'deleted', before })
}

/** Without a time it ended now. Told again soon it is the same deploy. */
export async function addDeploy(
  deps: Deps,
  actor: Actor,
  organization: Organization,
  version: string,
  deploy: Omit<Deploy, 'id' | 'finishedAt'> & { readonly finishedAt: number | undefined },
): Promise<Deploy> {
  const { records, now } = deps
  const known = await records.releases.deploys(organization.id, version)
  const finishedAt = deploy.finishedAt ?? now()
  const same = known.find(
    (other) =>
      other.environment === deploy.environment &&
      other.name === deploy.name &&
      other.url === deploy.url &&
      other.startedAt === deploy.startedAt &&
      Math.abs(finishedAt - other.finishedAt) < LIMITS.release.sameDeployMs,
  )
  if (same) return same
  if (known.length >= LIMITS.release.deploys) {
    throw new AppError('invalid_input', `A release can have at most ${LIMITS.release.deploys} deploys.`)
  }
  const added = await records.releases.addDeploy(organization.id, version, { ...deploy, finishedAt })
  const { environment, name, url } = added
  await note(deps, actor, organization.id, version, { after: { deployedTo: environment, name, url } })
  return added
}
