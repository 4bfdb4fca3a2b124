import { AppError } from '#domain/app-error.ts'
import type { Project, ProjectSettings } from '#domain/project.ts'
import type { CommandDeps } from './command-deps.ts'
import { checkSettings } from './project-settings.ts'
import { shortText } from './short-text.ts'

type Change<T> = { readonly [Name in keyof T]?: T[Name] | undefined }

export type SettingsChange = Change<Omit<ProjectSettings, 'filters'>> & {
  readonly filters?: Change<ProjectSettings['filters']> | undefined
}

/** Everything is checked before anything is changed; settings that are not named stay. */
export async function updateProject(
  { records }: Pick<CommandDeps, 'records'>,
  input: {
    readonly projectId: string
    readonly name?: string | undefined
    readonly settings?: SettingsChange | undefined
  },
): Promise<Project> {
  const project = await existing(records, input.projectId)
  const name = input.name === undefined ? undefined : shortText('The name of a project', input.name)
  const given = Object.entries(named(input.settings))
  const filters = { ...project.settings.filters, ...named(input.settings?.filters) }
  const settings = checkSettings({ ...project.settings, ...Object.fromEntries(given), filters })
  if (name !== undefined) await records.projects.rename(project.id, name)
  if (given.length > 0) await records.projects.updateSettings(project.id, settings)
  return existing(records, project.id)
}

function named(change: object | undefined): object {
  return Object.fromEntries(Object.entries(change ?? {}).filter(([, value]) => value !== undefined))
}

async function existing(records: CommandDeps['records'], id: string): Promise<Project> {
  const project = await records.projects.byId(id)
  if (!project) throw new AppError('not_found', 'There is no such project.')
  return project
}
