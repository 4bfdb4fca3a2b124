import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { isMissing, Unreachable } from '#lib/api/client.ts'
import { useTitle } from '#lib/routing/title.ts'
import { useListKeys } from '#product/list-keys.ts'
import { buttonClass } from '#ui/base/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Failure } from '#ui/feedback/failure.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { PageBar } from '#ui/layout/page-bar.tsx'
import { NothingFound } from '../nothing-found.tsx'
import { useArrivals } from '../use-arrivals.ts'
import { DigestIssues } from './digest-issues.tsx'
import { digestQuery } from './digest-query.ts'
import { isoOf } from './local-time.ts'
import { OccurrenceTable } from './occurrence-table.tsx'
import { RecollectionForm } from './recollection-form.tsx'

const route = getRouteApi('/member/digest/$digest')

/** Everything that has the number of an error screen. Which of it was on the screenshot is for the reader to pick. */
export function DigestPage() {
  const { t } = useLingui()
  const { digest: asked } = route.useParams()
  const known = route.useSearch()
  const navigate = useNavigate()
  useListKeys()
  const { data, error, refetch } = useQuery({
    ...digestQuery(asked, known),
    placeholderData: keepPreviousData,
  })
  useArrivals(Boolean(data?.searched), refetch)
  const digest = data?.digest ?? asked
  useTitle(t`Digest ${digest}`)
  if (isMissing(error)) return <NoDigest />
  const failed = error !== null && !(error instanceof Unreachable)
  return (
    <main id="main" tabIndex={-1} className="min-w-0 flex-1">
      <PageBar title={<span className="break-all">{t`Digest ${digest}`}</span>}>
        {data !== undefined && <Total count={data.occurrences.length} more={data.more} />}
      </PageBar>
      <div className="mx-auto grid max-w-360 gap-4 p-(--gutter)">
        {failed && (
          <Failure title={t`The digest could not be loaded`} error={error} onRetry={() => void refetch()} />
        )}
        {data === undefined && !failed && <Waiting />}
        {data?.searched && <NothingFound text={data.digest} digest={data.digest} searched={data.searched} />}
        {data !== undefined && data.occurrences.length > 0 && (
          <>
            <p className="max-w-prose text-muted">
              <Trans>
                A digest identifies a place in the code of one build. Everyone who ran into the error there
                saw the same one.
              </Trans>
            </p>
            <RecollectionForm
              known={known}
              onChange={(search) =>
                void navigate({ to: '/digest/$digest', params: { digest: asked }, search, replace: true })
              }
            />
            <DigestIssues issues={data.issues} />
            <OccurrenceTable
              occurrences={data.occurrences}
              issues={data.issues}
              more={data.more}
              near={isoOf(known.at) !== undefined}
            />
          </>
        )}
      </div>
    </main>
  )
}

function Total({ count, more }: { readonly count: number; readonly more: boolean }) {
  return (
    <span className="text-subtle">
      {more ? (
        <Trans>More than {count} occurrences</Trans>
      ) : (
        <Plural value={count} one="# occurrence" other="# occurrences" />
      )}
    </span>
  )
}

function NoDigest() {
  const { t } = useLingui()
  return (
    <main id="main" tabIndex={-1}>
      <EmptyState
        alone
        title={t`This is not a digest`}
        actions={
          <Link to="/find" className={buttonClass('primary')}>
            <Trans>Look up</Trans>
          </Link>
        }
      >
        <p>
          <Trans>A digest is a number such as 1170966708, or a short text that your app set.</Trans>
        </p>
      </EmptyState>
    </main>
  )
}

function Waiting() {
  return (
    <div className="grid gap-3 rounded-panel border border-line bg-surface p-3" aria-busy="true">
      {[82, 74, 90, 68, 80].map((width) => (
        <Skeleton key={width} width={`${width}%`} />
      ))}
    </div>
  )
}
