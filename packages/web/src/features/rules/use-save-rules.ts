import type { ProjectDetail } from '@hindcast/contract/projects/projects.ts'
import { useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { api } from '#lib/api/client.ts'
import { notify } from '#lib/state/notices.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { projectQuery } from '#product/projects/project-queries.ts'

export type GroupingChoice = Pick<ProjectDetail['settings'], 'groupingRules' | 'groupingVersion'>

async function put({ slug }: ProjectDetail, settings: GroupingChoice): Promise<void> {
  const saved = await api('PATCH /api/v1/projects/:project', {
    params: { project: slug },
    body: { settings },
  })
  queryClient.setQueryData(projectQuery(slug).queryKey, saved)
  void queryClient.invalidateQueries({ queryKey: ['rules-trial', slug] })
}

/** Saves, and offers the way back to what was there. */
export function useSaveRules(project: ProjectDetail) {
  const { t } = useLingui()
  const { groupingRules, groupingVersion } = project.settings
  const before = { groupingRules, groupingVersion }
  const undo = () => {
    put(project, before).catch(() => notify({ tone: 'failed', text: t`Couldn’t undo this.` }))
  }
  return useMutation({
    mutationFn: (choice: GroupingChoice) => put(project, choice),
    onSuccess: () => void notify({ tone: 'done', text: t`Rules saved. They apply to new events.`, undo }),
  })
}
