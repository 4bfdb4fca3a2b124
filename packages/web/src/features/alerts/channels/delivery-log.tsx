import type { Delivery } from '@hindcast/contract/alerts/channels.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { deliveriesQuery } from '#product/alerts/alert-queries.ts'
import { Unreachable } from '#lib/api/client.ts'
import { Button } from '#ui/base/button.tsx'
import { Failure } from '#ui/feedback/failure.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { DeliveryRow } from './delivery-row.tsx'

interface Props {
  readonly of: { readonly channel?: string; readonly alert?: string }
  readonly mayRetry: boolean
}

/** What went out, and what became of it. */
export function DeliveryLog({ of, mayRetry }: Props) {
  const { t } = useLingui()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    deliveriesQuery(of),
  )
  if (data === undefined) {
    return error === null || error instanceof Unreachable ? (
      <Skeleton height={40} />
    ) : (
      <Failure title={t`Couldn’t load the log`} error={error} onRetry={() => void refetch()} />
    )
  }
  const deliveries: readonly Delivery[] = data.pages.flatMap((page) => page.deliveries)
  if (deliveries.length === 0)
    return (
      <p className="text-muted">
        <Trans>Nothing was sent in the last 30 days.</Trans>
      </p>
    )
  return (
    <>
      <ul
        aria-label={t`Notifications sent`}
        className="divide-y divide-line overflow-hidden rounded-panel border border-line bg-surface"
      >
        {deliveries.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} mayRetry={mayRetry} />
        ))}
      </ul>
      {hasNextPage && (
        <div>
          <Button kind="quiet" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            <Trans>Show older</Trans>
          </Button>
        </div>
      )}
    </>
  )
}
