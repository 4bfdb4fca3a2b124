import type { Delivery, DeliveryAttempt } from '@hindcast/contract/alerts/channels.ts'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api/client.ts'
import { deliveryQuery } from '#product/alerts/alert-queries.ts'
import { notify } from '#lib/state/notices.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { Badge } from '#ui/data/badge.tsx'
import { Button } from '#ui/base/button.tsx'
import { Timestamp } from '#ui/data/timestamp.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Subjects } from '#features/alerts/sent-list.tsx'

export function DeliveryRow({
  delivery,
  mayRetry,
}: {
  readonly delivery: Delivery
  readonly mayRetry: boolean
}) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const { attempts, to } = delivery
  return (
    <li className="grid gap-1.5 px-3 py-2">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <DeliveryState delivery={delivery} />
        <span className="min-w-0 font-strong break-words">{to}</span>
        <span className="text-meta text-subtle">
          <Timestamp at={delivery.createdAt} />
        </span>
        <span className="flex-1" />
        {delivery.state === 'dead' && mayRetry && <Retry delivery={delivery} />}
        {attempts > 0 && (
          <Button kind="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
            {t`${plural(attempts, { one: '# attempt', other: '# attempts' })}`}
          </Button>
        )}
      </div>
      {delivery.kind === 'test' ? (
        <span className="text-meta text-muted">
          <Trans>Test</Trans>
        </span>
      ) : (
        <div className="grid gap-0.5">
          <Subjects subjects={delivery.subjects} more={delivery.more} />
        </div>
      )}
      {delivery.state !== 'sent' && delivery.last !== null && !open && <Attempt attempt={delivery.last} />}
      {open && <Attempts id={delivery.id} />}
    </li>
  )
}

function DeliveryState({ delivery }: { readonly delivery: Delivery }) {
  if (delivery.state === 'sent')
    return (
      <Badge tone="success">
        <Trans>Sent</Trans>
      </Badge>
    )
  if (delivery.state === 'dead')
    return (
      <Badge tone="error">
        <Trans>Gave up</Trans>
      </Badge>
    )
  return (
    <Badge tone="warning">
      {delivery.attempts === 0 ? <Trans>Pending</Trans> : <Trans>Will retry</Trans>}
    </Badge>
  )
}

function Retry({ delivery }: { readonly delivery: Delivery }) {
  const { t } = useLingui()
  const [busy, setBusy] = useState(false)
  const retry = async () => {
    setBusy(true)
    try {
      await api('POST /api/v1/deliveries/:delivery/retry', { params: { delivery: delivery.id } })
      await queryClient.invalidateQueries({ queryKey: ['deliveries'] })
    } catch {
      notify({ tone: 'failed', text: t`Couldn’t send it again.` })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button busy={busy} onClick={() => void retry()}>
      <Trans>Resend</Trans>
    </Button>
  )
}

function Attempts({ id }: { readonly id: string }) {
  const { data } = useQuery(deliveryQuery(id))
  if (data === undefined) return <Skeleton width={320} />
  return (
    <ol className="grid gap-1.5">
      {data.attempts.map((attempt) => (
        <li key={attempt.number}>
          <Attempt attempt={attempt} />
        </li>
      ))}
    </ol>
  )
}

/** What the other side answered, as it answered. */
export function Attempt({ attempt }: { readonly attempt: Omit<DeliveryAttempt, 'number'> }) {
  const { ok, status, durationMs, answer } = attempt
  return (
    <div className="grid gap-1">
      <span className="flex flex-wrap items-center gap-x-2 text-meta text-muted">
        <Badge tone={ok ? 'success' : 'error'}>{ok ? <Trans>Delivered</Trans> : <Trans>Failed</Trans>}</Badge>
        {status !== null && <span className="code">HTTP {status}</span>}
        <span className="tabular-nums">{durationMs} ms</span>
        <Timestamp at={attempt.at} />
      </span>
      {answer !== '' && (
        <pre className="code max-h-32 overflow-auto rounded-control bg-code px-2 py-1 break-all whitespace-pre-wrap">
          {answer}
        </pre>
      )}
    </div>
  )
}
