import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Unreachable } from '#lib/api/client.ts'
import { countOf } from '#lib/i18n/format.ts'
import { locale } from '#lib/i18n/i18n.ts'
import { Failure } from '#ui/feedback/failure.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { rulePreviewQuery } from '#features/routes/route-queries.ts'

const SHOWN = 8

/** Which recent addresses the rule would name, and what names them today. */
export function RulePreview({ project, pattern }: { readonly project: string; readonly pattern: string }) {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery({
    ...rulePreviewQuery(project, pattern),
    placeholderData: keepPreviousData,
  })
  if (error !== null && !(error instanceof Unreachable))
    return <Failure title={t`Couldn’t load the preview`} error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton height={48} />
  if (data.pattern === null)
    return (
      <p className="text-muted">
        <Trans>Not a route pattern yet: it starts with a slash, and a catch-all is its last segment.</Trans>
      </p>
    )
  const { matches, matchedAddresses, matchedEvents, addresses } = data
  const [matched, looked, events] = [matchedAddresses, addresses, matchedEvents].map((count) =>
    countOf(count, locale),
  )
  return (
    <div className="grid gap-2" aria-live="polite">
      <p className="text-muted">
        {addresses === 0 ? (
          <Trans>No errors with an address arrived in the last days, so there is nothing to try it on.</Trans>
        ) : (
          <Trans>
            Matches {matched} of {looked} recent addresses ({events} events)
          </Trans>
        )}
      </p>
      {matches.length > 0 && (
        <ul className="divide-y divide-line rounded-control border border-line" aria-label={t`Matches`}>
          {matches.slice(0, SHOWN).map(({ url, now }) => (
            <li key={url} className="flex flex-wrap items-baseline gap-x-3 px-2 py-1">
              <span className="code min-w-0 flex-1 basis-48 break-all">{url}</span>
              <span className="code text-meta text-muted">{now === null ? t`no route` : now.pattern}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
