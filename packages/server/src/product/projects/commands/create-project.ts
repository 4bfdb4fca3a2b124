import { COMMAND_LINE, type Actor } from '#domain/people/audit.ts'
import type { Project, ProjectKey } from '#domain/projects/project.ts'
import { audit } from '#product/common/commands/audit.ts'
import type { CommandDeps } from '#product/common/commands/command-deps.ts'
import { shortText } from '#product/common/commands/short-text.ts'

export async function createProject(
  { records, now }: Pick<CommandDeps, 'records' | 'now'>,
  input: {
    readonly organizationId: string
    readonly name: string
    readonly platform?: string | undefined
  },
  actor: Actor = COMMAND_LINE,
): Promise<{ readonly project: Project; readonly key: ProjectKey }> {
  const created = await records.projects.create({
    organizationId: input.organizationId,
    name: shortText('The name of a project', input.name),
    platform: input.platform === undefined ? undefined : shortText('The platform', input.platform),
    now: now(),
  })
  const { id, name, slug, platform } = created.project
  await audit({ records, now }, actor, {
    organizationId: input.organizationId,
    verb: 'created',
    target: { kind: 'project', id, name },
    after: { name, slug, platform: platform ?? null },
  })
  return created
}
