import { AppError } from '#domain/app-error.ts'
import type { Organization } from '#domain/projects/project.ts'
import type { CommandDeps } from '#product/common/commands/command-deps.ts'

/** The organization every installation starts with. */
export const MAIN_ORGANIZATION = { slug: 'main', name: 'Main' } as const

export async function ensureOrganization({
  records,
  now,
}: Pick<CommandDeps, 'records' | 'now'>): Promise<Organization> {
  const [first] = await records.organizations.list()
  if (first) return first
  try {
    return await records.organizations.create({ ...MAIN_ORGANIZATION, now: now() })
  } catch (error) {
    // A concurrent start was faster.
    const made = await records.organizations.bySlug(MAIN_ORGANIZATION.slug)
    if (error instanceof AppError && error.code === 'conflict' && made) return made
    throw error
  }
}
