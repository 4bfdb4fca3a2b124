import { AppError } from '#domain/app-error.ts'
import { COMMAND_LINE, type Actor, type Fields } from '#domain/people/audit.ts'
import type { Project, ProjectSettings } from '#domain/projects/project.ts'
import { audit } from '#product/common/commands/audit.ts'
import type { CommandDeps } from '#product/common/commands/command-deps.ts'
import { checkSettings } from './project-settings.ts'
import { shortText } from '#product/common/commands/short-text.ts'

type Change<T> = { readonly [Name in keyof T]?: T[Name] | undefined }

export type SettingsChange = Change<Omit<ProjectSettings, 'filters'>> & {
  readonly filters?: Change<ProjectSettings['filters']> | undefined
}

/** Everything is checked before anything is changed; settings that are not named stay. */
export async function updateProject(
  { records, now }: Pick<CommandDeps, 'records' | 'now'>,
  input: {
    readonly projectId: string
    readonly name?: string | undefined
    readonly platform?: string | undefined
    readonly settings?: SettingsChange | undefined
  },
  actor: Actor = COMMAND_LINE,
): Promise<Project> {
  const project = await existing(records, input.projectId)
  const name = input.name === undefined ? undefined : shortText('The name of a project', input.name)
  const platform = input.platform === undefined ? undefined : shortText('The platform', input.platform)
  const given = Object.entries(named(input.settings))
  const filters = { ...project.settings.filters, ...named(input.settings?.filters) }
  const settings = checkSettings({ ...project.settings, ...Object.fromEntries(given), filters })
  if (name !== undefined) await records.projects.rename(project.id, name)
  if (platform !== undefined) await records.projects.setPlatform(project.id, platform)
  if (given.length > 0) await records.projects.updateSettings(project.id, settings)
  const changed = await existing(records, project.id)
  await audit({ records, now }, actor, {
    organizationId: project.organizationId,
    verb: 'changed',
    target: { kind: 'project', id: project.id, name: changed.name },
    before: fieldsOf(project),
    after: fieldsOf(changed),
  })
  return changed
}

/** Each filter by itself: of seven the one that was switched should be seen. */
function fieldsOf({ name, platform, settings: { filters, ...settings } }: Project): Fields {
  const single = Object.entries(filters).map(([filter, value]) => [`filters.${filter}`, value])
  return { name, platform: platform ?? null, ...settings, ...Object.fromEntries(single) }
}

function named(change: object | undefined): object {
  return Object.fromEntries(Object.entries(change ?? {}).filter(([, value]) => value !== undefined))
}

async function existing(records: CommandDeps['records'], id: string): Promise<Project> {
  const project = await records.projects.byId(id)
  if (!project) throw new AppError('not_found', 'Project not found.')
  return project
}
