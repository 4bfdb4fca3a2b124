import type { ProjectDetail, ProjectSettings } from '@hindcast/contract/projects/projects.ts'
import { useLingui } from '@lingui/react/macro'
import { api } from '#lib/api/client.ts'
import { notify } from '#lib/state/notices.ts'
import { patchProject } from './project-cache.ts'

export interface ProjectChange {
  readonly name?: string
  readonly settings?: Partial<ProjectSettings>
}

async function send(project: ProjectDetail, change: ProjectChange): Promise<void> {
  const saved = await api('PATCH /api/v1/projects/:project', {
    params: { project: project.slug },
    body: change,
  })
  patchProject(project.slug, () => saved)
}

/** Saves a change of a project and offers the way back, unless there is none. */
export function useProjectUpdate(project: ProjectDetail) {
  const { t } = useLingui()
  return async (change: ProjectChange, text: string, back?: ProjectChange): Promise<void> => {
    await send(project, change)
    const undo = () => {
      send(project, back ?? {}).catch(() => notify({ tone: 'failed', text: t`Couldn’t undo this.` }))
    }
    notify({ tone: 'done', text, ...(back === undefined ? {} : { undo }) })
  }
}
