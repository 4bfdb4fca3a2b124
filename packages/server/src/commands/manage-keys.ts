import { AppError } from '#domain/app-error.ts'
import type { ProjectKey, Quota } from '#domain/project.ts'
import type { CommandDeps } from './command-deps.ts'
import { checkQuotas } from './project-settings.ts'
import { shortText } from './short-text.ts'

export async function createKey(
  { records, now }: Pick<CommandDeps, 'records' | 'now'>,
  input: { readonly projectId: string; readonly label: string },
): Promise<ProjectKey> {
  const label = shortText('The label of a key', input.label)
  return records.keys.create({ projectId: input.projectId, label, now: now() })
}

/** A key is only ever changed through its own project, which is what the caller was allowed to touch. */
export async function updateKey(
  { records }: Pick<CommandDeps, 'records'>,
  input: {
    readonly projectId: string
    readonly keyId: string
    readonly label?: string | undefined
    readonly enabled?: boolean | undefined
    readonly quotas?: readonly Quota[] | undefined
  },
): Promise<ProjectKey> {
  const { projectId, keyId, label, enabled, quotas } = input
  const find = async () => (await records.keys.list(projectId)).find((key) => key.id === keyId)
  if (!(await find())) throw noSuchKey()
  await records.keys.update(keyId, {
    ...(label !== undefined && { label: shortText('The label of a key', label) }),
    ...(enabled !== undefined && { enabled }),
    ...(quotas !== undefined && { quotas: checkQuotas(quotas) }),
  })
  const key = await find()
  if (!key) throw noSuchKey()
  return key
}

function noSuchKey(): AppError {
  return new AppError('not_found', 'There is no such key.')
}
