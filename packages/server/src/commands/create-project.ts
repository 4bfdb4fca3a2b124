import type { Project, ProjectKey } from '#domain/project.ts'
import type { CommandDeps } from './command-deps.ts'
import { shortText } from './short-text.ts'

export async function createProject(
  { records, now }: Pick<CommandDeps, 'records' | 'now'>,
  input: {
    readonly organizationId: string
    readonly name: string
    readonly platform?: string | undefined
  },
): Promise<{ readonly project: Project; readonly key: ProjectKey }> {
  return records.projects.create({
    organizationId: input.organizationId,
    name: shortText('The name of a project', input.name),
    platform: input.platform === undefined ? undefined : shortText('The platform', input.platform),
    now: now(),
  })
}
