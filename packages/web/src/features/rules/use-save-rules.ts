import type { ProjectDetail } from '@hindcast/contract/projects.ts'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { notify } from '../../lib/notices.ts'
import { projectQuery } from '../../lib/queries.ts'
import { queryClient } from '../../lib/query-client.ts'

async function send({ slug }: ProjectDetail, groupingRules: string): Promise<void> {
  const saved = await call('updateProject', {
    params: { project: slug },
    body: { settings: { groupingRules } },
  })
  queryClient.setQueryData(projectQuery(slug).queryKey, saved)
  void queryClient.invalidateQueries({ queryKey: ['rules-trial', slug] })
}

/** Saves, and offers the way back to what was there. */
export function useSaveRules(project: ProjectDetail) {
  const { t } = useLingui()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const before = project.settings.groupingRules
  const undo = () => {
    send(project, before).catch(() => notify({ tone: 'failed', text: t`This could not be undone.` }))
  }
  const save = async (text: string): Promise<boolean> => {
    setBusy(true)
    try {
      await send(project, text)
      setError(undefined)
      notify({ tone: 'done', text: t`Rules saved. They hold for what arrives from now on.`, undo })
      return true
    } catch (failure) {
      setError(failure)
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, error, save }
}
