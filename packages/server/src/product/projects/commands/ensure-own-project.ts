import type { Project } from '#domain/projects/project.ts'
import type { CommandDeps } from '#product/common/commands/command-deps.ts'
import { ensureOrganization } from './ensure-organization.ts'

/** A separate flag instead of the slug, because a project may already be called Hindcast. */
const FACT = 'own_project'

/** The project in which the installation keeps its own errors, made once however many start together. */
export async function ensureOwnProject({
  records,
  now,
}: Pick<CommandDeps, 'records' | 'now'>): Promise<Project> {
  const { id: organizationId } = await ensureOrganization({ records, now })
  return records.projects.createOnce(FACT, {
    organizationId,
    name: 'Hindcast',
    platform: 'javascript',
    now: now(),
  })
}

/** Undefined where the installation never kept its own errors. */
export async function ownProjectId({ records }: Pick<CommandDeps, 'records'>): Promise<string | undefined> {
  return records.facts.get(FACT)
}
