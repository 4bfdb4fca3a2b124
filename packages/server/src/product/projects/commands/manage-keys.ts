import { AppError } from '#domain/app-error.ts'
import { COMMAND_LINE, type Actor } from '#domain/people/audit.ts'
import type { ProjectKey, Quota } from '#domain/projects/project.ts'
import { audit } from '#product/common/commands/audit.ts'
import type { CommandDeps } from '#product/common/commands/command-deps.ts'
import { checkQuotas } from './project-settings.ts'
import { shortText } from '#product/common/commands/short-text.ts'

export async function createKey(
  { records, now }: Pick<CommandDeps, 'records' | 'now'>,
  input: { readonly projectId: string; readonly label: string },
  actor: Actor = COMMAND_LINE,
): Promise<ProjectKey> {
  const label = shortText('The label of a key', input.label)
  const key = await records.keys.create({ projectId: input.projectId, label, now: now() })
  await auditKey({ records, now }, actor, 'created', undefined, key)
  return key
}

/** A key is only ever changed through its own project, which is what the caller was allowed to touch. */
export async function updateKey(
  { records, now }: Pick<CommandDeps, 'records' | 'now'>,
  input: {
    readonly projectId: string
    readonly keyId: string
    readonly label?: string | undefined
    readonly enabled?: boolean | undefined
    readonly quotas?: readonly Quota[] | undefined
  },
  actor: Actor = COMMAND_LINE,
): Promise<ProjectKey> {
  const { projectId, keyId, label, enabled, quotas } = input
  const find = async () => (await records.keys.list(projectId)).find((key) => key.id === keyId)
  const before = await find()
  if (!before) throw noSuchKey()
  await records.keys.update(keyId, {
    ...(label !== undefined && { label: shortText('The label of a key', label) }),
    ...(enabled !== undefined && { enabled }),
    ...(quotas !== undefined && { quotas: checkQuotas(quotas) }),
  })
  const key = await find()
  if (!key) throw noSuchKey()
  await auditKey({ records, now }, actor, 'changed', before, key)
  return key
}

async function auditKey(
  deps: Pick<CommandDeps, 'records' | 'now'>,
  actor: Actor,
  verb: 'created' | 'changed',
  before: ProjectKey | undefined,
  after: ProjectKey,
): Promise<void> {
  const project = await deps.records.projects.byId(after.projectId)
  if (!project) return
  const fields = ({ label, enabled, quotas }: ProjectKey) => ({ label, enabled, quotas })
  await audit(deps, actor, {
    organizationId: project.organizationId,
    verb,
    target: { kind: 'key', id: after.id, name: `${after.label} (${project.slug})` },
    before: before && fields(before),
    after: fields(after),
  })
}

function noSuchKey(): AppError {
  return new AppError('not_found', 'Key not found.')
}
