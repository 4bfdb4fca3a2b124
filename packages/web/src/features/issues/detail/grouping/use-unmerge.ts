import type { EventView } from '@hindcast/contract/events/event-view.ts'
import type { IssueFingerprint } from '@hindcast/contract/issues/merging.ts'
import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { api } from '#lib/api/client.ts'
import { notify } from '#lib/state/notices.ts'
import { queryClient } from '#lib/api/query-client.ts'

/** Gives a fingerprint an issue of its own, and says where it went; merging that one again takes it back. */
export function useUnmerge(shown: EventView): (one: IssueFingerprint) => Promise<void> {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { issueId: issue, eventId: event } = shown
  const failed = (error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    notify({ tone: 'failed', text: t`Couldn’t unmerge: ${reason}` })
  }
  return async ({ fingerprint }) => {
    try {
      const split = await api('POST /api/v1/issues/:issue/unmerge', {
        params: { issue },
        body: { fingerprints: [fingerprint] },
      })
      const undo = () =>
        void api('POST /api/v1/issues/merge', { body: { into: issue, from: [split.id] } })
          .catch(failed)
          .finally(() => readAgain(issue, split.id))
      notify({ tone: 'done', text: t`Unmerged. Its events are now in ${split.shortId}.`, undo })
      readAgain(issue, split.id)
      // The reader stays with the event that is read.
      if (shown.grouping.fingerprint === fingerprint)
        void navigate({ to: '/issues/$issue/events/$event', params: { issue: split.id, event } })
    } catch (error) {
      failed(error)
    }
  }
}

function readAgain(...ids: readonly string[]): void {
  for (const id of ids)
    for (const name of ['issue', 'event', 'issue-events', 'fingerprints'])
      void queryClient.invalidateQueries({ queryKey: [name, id] })
  void queryClient.invalidateQueries({ queryKey: ['issues'] })
}
