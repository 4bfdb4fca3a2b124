import type { Channel } from '@hindcast/contract/alerts/channels.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type Answer, api } from '#lib/api/client.ts'
import { channelsQuery } from '#product/alerts/alert-queries.ts'
import { notify } from '#lib/state/notices.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { ConfirmButton } from '#ui/feedback/confirm-button.tsx'
import { Button } from '#ui/base/button.tsx'
import { Failure } from '#ui/feedback/failure.tsx'
import { kindName } from './channel-kinds.ts'
import { DeliveryLog } from './delivery-log.tsx'
import { Attempt } from './delivery-row.tsx'

export function ChannelRow({
  channel,
  mayChange,
}: {
  readonly channel: Channel
  readonly mayChange: boolean
}) {
  const { t } = useLingui()
  const [log, setLog] = useState(false)
  const { test, busy, answer, error } = useTest(channel)
  const { name, kind, hint } = channel
  return (
    <li className="grid gap-2 px-3 py-2.5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="grid min-w-0 flex-1 basis-60">
          <span className="min-w-0 font-strong break-words">{name}</span>
          <span className="min-w-0 text-meta break-words text-muted">
            {kindName(kind)} <span className="code text-subtle">{hint}</span>
          </span>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {mayChange && (
            <Button aria-label={t`Send test to ${name}`} busy={busy} onClick={() => void test()}>
              {busy ? t`Sending…` : t`Send test`}
            </Button>
          )}
          <Button
            kind="quiet"
            aria-label={t`Log of ${name}`}
            aria-expanded={log}
            onClick={() => setLog(!log)}
          >
            <Trans>Log</Trans>
          </Button>
          {mayChange && <DeleteChannel channel={channel} />}
        </div>
      </div>
      <div role="status" className="grid gap-2 empty:hidden">
        {answer !== undefined && <Attempt attempt={answer} />}
      </div>
      {error !== undefined && <Failure title={t`Couldn’t send the test`} error={error} />}
      {log && <DeliveryLog of={{ channel: channel.id }} mayRetry={mayChange} />}
    </li>
  )
}

/** Sends a real message, and shows the response. */
function useTest({ id }: Channel) {
  const [busy, setBusy] = useState(false)
  const [answer, setAnswer] = useState<Answer<'POST /api/v1/channels/:channel/test'>>()
  const [error, setError] = useState<unknown>()
  const test = async () => {
    setBusy(true)
    setAnswer(undefined)
    try {
      setAnswer(await api('POST /api/v1/channels/:channel/test', { params: { channel: id } }))
      setError(undefined)
      await queryClient.invalidateQueries({ queryKey: ['deliveries'] })
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  return { test, busy, answer, error }
}

function DeleteChannel({ channel: { id, name } }: { readonly channel: Channel }) {
  const { t } = useLingui()
  const remove = async () => {
    try {
      await api('DELETE /api/v1/channels/:channel', { params: { channel: id } })
      document.getElementById('main')?.focus({ preventScroll: true })
      queryClient.setQueryData(
        channelsQuery.queryKey,
        (before) => before && { ...before, channels: before.channels.filter((one) => one.id !== id) },
      )
      notify({ tone: 'done', text: t`Channel ${name} deleted.` })
    } catch {
      notify({ tone: 'failed', text: t`Couldn’t delete channel ${name}.` })
    }
  }
  return (
    <ConfirmButton
      word={t`Delete`}
      label={t`Delete ${name}`}
      consequence={t`Alerts are no longer sent to it, and its log is deleted.`}
      confirm={t`Delete permanently`}
      keep={t`Cancel`}
      onConfirm={remove}
    />
  )
}
