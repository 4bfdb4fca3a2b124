import type { Channel } from '@hindcast/contract/alerts/channels.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { channelsQuery } from '#product/alerts/alert-queries.ts'
import { Unreachable } from '#lib/api/client.ts'
import { usePermission } from '#product/session/permissions.ts'
import { Failure } from '#ui/feedback/failure.tsx'
import { type FreshSecret, NewSecret } from '#ui/forms/new-secret.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { AddChannel } from './add-channel.tsx'
import { AlertsScreen } from '#features/alerts/alerts-screen.tsx'
import { ChannelRow } from './channel-row.tsx'

export function ChannelsPage() {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(channelsQuery)
  const mayChange = usePermission('alerts:write')
  const [fresh, setFresh] = useState<FreshSecret>()
  return (
    <AlertsScreen title={t`Channels`}>
      <div className="grid max-w-240 gap-5 px-(--gutter) py-5">
        <p className="max-w-prose text-muted">
          <Trans>Where alerts are sent. Webhook URLs are secret and can’t be shown again.</Trans>
        </p>
        {fresh !== undefined && <WebhookSecret fresh={fresh} onDone={() => setFresh(undefined)} />}
        {error !== null && !(error instanceof Unreachable) && (
          <Failure title={t`Couldn’t load the channels`} error={error} onRetry={() => void refetch()} />
        )}
        {data === undefined && (error === null || error instanceof Unreachable) && <Skeleton height={96} />}
        {data !== undefined && <ChannelList channels={data.channels} mayChange={mayChange} />}
        {data !== undefined && mayChange && <AddChannel sendsMail={data.sendsMail} onSecret={setFresh} />}
      </div>
    </AlertsScreen>
  )
}

function ChannelList({
  channels,
  mayChange,
}: {
  readonly channels: readonly Channel[]
  readonly mayChange: boolean
}) {
  const { t } = useLingui()
  if (channels.length === 0)
    return (
      <p className="rounded-panel border border-line bg-surface p-3 text-muted">
        <Trans>No channels yet.</Trans>
      </p>
    )
  return (
    <ul
      aria-label={t`Channels`}
      className="divide-y divide-line overflow-hidden rounded-panel border border-line bg-surface"
    >
      {channels.map((channel) => (
        <ChannelRow key={channel.id} channel={channel} mayChange={mayChange} />
      ))}
    </ul>
  )
}

interface Props {
  readonly fresh: FreshSecret
  readonly onDone: () => void
}

export function WebhookSecret({ fresh: { name, secret }, onDone }: Props) {
  const { t } = useLingui()
  return (
    <NewSecret
      secret={secret}
      label={t`Webhook secret`}
      title={<Trans>Copy the secret for {name} now</Trans>}
      copies={t`secret for ${name}`}
      onDone={onDone}
    >
      <Trans>
        Every message is signed with it: <span className="code">X-Hindcast-Signature</span> contains{' '}
        <span className="code">t=…,v1=…</span>, the HMAC-SHA256 of the timestamp in seconds, a dot and the
        body. It can’t be shown again.
      </Trans>
    </NewSecret>
  )
}
