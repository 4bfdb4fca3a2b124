import type { EventView } from '@hindcast/contract/events/event-view.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '#lib/api/client.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { notify } from '#lib/state/notices.ts'
import { usePermission } from '#product/session/permissions.ts'
import { Button } from '#ui/base/button.tsx'

/** Takes the event out of the issue it was joined with, and stays with the event. */
export function UnjoinButton({ event: { issueId: issue, eventId: event } }: { readonly event: EventView }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { mutate, isPending } = useMutation({
    mutationFn: () => api('POST /api/v1/issues/:issue/events/:event/unjoin', { params: { issue, event } }),
    async onSuccess({ id, shortId }) {
      notify({ tone: 'done', text: t`The event is now in ${shortId} and won’t be joined again.` })
      await navigate({ to: '/issues/$issue/events/$event', params: { issue: id, event } })
      void queryClient.invalidateQueries()
    },
    onError({ message: reason }) {
      notify({ tone: 'failed', text: t`Couldn’t take the event out: ${reason}` })
    },
  })
  if (!usePermission('event:write')) return null
  return (
    <Button kind="quiet" className="min-h-6 px-1.5 text-meta" busy={isPending} onClick={() => mutate()}>
      <Trans>Not the same error</Trans>
    </Button>
  )
}
