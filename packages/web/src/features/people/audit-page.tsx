import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { AuditSearch } from '#product/search-params.ts'
import { Unreachable } from '#lib/api/client.ts'
import { usePermission } from '#product/session/permissions.ts'
import { auditQuery } from '#product/people/people-queries.ts'
import { Button } from '#ui/base/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Failure } from '#ui/feedback/failure.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { AuditLine } from './audit-line.tsx'
import { PeopleScreen } from './people-tabs.tsx'

const route = getRouteApi('/member/people/audit')

export function AuditPage() {
  const { t } = useLingui()
  const search = route.useSearch()
  const mayRead = usePermission('org:write')
  const navigate = useNavigate()
  const choose = (next: AuditSearch) => void navigate({ to: '/people/audit', search: next })
  return (
    <PeopleScreen title={t`Audit log`}>
      <p className="max-w-prose text-muted">
        <Trans>
          Changes to settings, keys, tokens, people, teams, alerts, releases, shared views and sign-in, kept
          for one year. Changes to an issue are in its history.
        </Trans>
      </p>
      {mayRead ? (
        <>
          <AuditFilters search={search} onChoose={choose} />
          <Lines search={search} onClear={() => choose({})} />
        </>
      ) : (
        <Notice title={t`Only owners and admins can read the audit log.`} />
      )}
    </PeopleScreen>
  )
}

function Lines({ search, onClear }: { readonly search: AuditSearch; readonly onClear: () => void }) {
  const { t } = useLingui()
  const query = useInfiniteQuery({ ...auditQuery(search), placeholderData: keepPreviousData })
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  if (error !== null && !(error instanceof Unreachable))
    return <Failure title={t`Couldn’t load the audit log`} error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton height={320} />
  const entries = data.pages.flatMap((page) => page.entries)
  if (entries.length === 0) return <Nothing filtered={Object.keys(search).length > 0} onClear={onClear} />
  return (
    <>
      <ol
        aria-label={t`Changes, latest first`}
        className="divide-y divide-line overflow-hidden rounded-panel border border-line bg-surface"
      >
        {entries.map((entry) => (
          <AuditLine key={entry.id} entry={entry} />
        ))}
      </ol>
      {hasNextPage && (
        <div>
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            <Trans>Earlier changes</Trans>
          </Button>
        </div>
      )}
    </>
  )
}

function Nothing({ filtered, onClear }: { readonly filtered: boolean; readonly onClear: () => void }) {
  const { t } = useLingui()
  if (!filtered) return <EmptyState title={t`No changes yet`} />
  const clear = (
    <Button onClick={onClear}>
      <Trans>Show everything</Trans>
    </Button>
  )
  return <EmptyState title={t`No matching changes`} actions={clear} />
}
