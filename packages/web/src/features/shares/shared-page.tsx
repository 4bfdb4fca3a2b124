import type { SharedIssue } from '@hindcast/contract/issues/shares.ts'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { sharedQuery } from '#product/alerts/alert-queries.ts'
import { isMissing } from '#lib/api/client.ts'
import { useTitle } from '#lib/routing/title.ts'
import { Brand } from '#ui/base/brand.tsx'
import { Count } from '#ui/data/count.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Failure } from '#ui/feedback/failure.tsx'
import { LevelMark } from '#product/issues/level-mark.tsx'
import { Timestamp } from '#ui/data/timestamp.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Spark } from '#ui/data/spark.tsx'
import { SharedStack } from './shared-stack.tsx'

const route = getRouteApi('/share/$token')

/** A publicly shared issue: no navigation, and nothing about affected users. */
export function SharedPage() {
  const { t } = useLingui()
  const { token } = route.useParams()
  const { data, error, refetch } = useQuery(sharedQuery(token))
  useTitle(data?.shortId ?? t`Shared issue`)
  return (
    <div className="min-h-dvh">
      <header className="flex min-h-11 items-center border-b border-line bg-sunken px-(--gutter)">
        <Brand />
      </header>
      <main id="main" tabIndex={-1} className="mx-auto grid max-w-240 gap-5 px-(--gutter) py-6">
        {isMissing(error) ? (
          <EmptyState alone title={t`This link doesn’t work`}>
            <p>
              <Trans>It has expired or was revoked, the issue was deleted, or the link is incomplete.</Trans>
            </p>
          </EmptyState>
        ) : error !== null && data === undefined ? (
          <>
            <h1 className="sr-only">{t`Shared issue`}</h1>
            <Failure title={t`Couldn’t load the issue`} error={error} onRetry={() => void refetch()} />
          </>
        ) : data === undefined ? (
          <>
            <h1 className="sr-only">{t`Shared issue`}</h1>
            <Skeleton width={480} height={24} />
            <Skeleton width={320} />
            <Skeleton height={160} />
          </>
        ) : (
          <Shown issue={data} />
        )}
      </main>
    </div>
  )
}

function Shown({ issue }: { readonly issue: SharedIssue }) {
  const { t } = useLingui()
  const { shortId, title, culprit, level, events, users, series } = issue
  const total = series.values.reduce((sum, value) => sum + value, 0)
  return (
    <>
      <div className="grid gap-1.5">
        <span className="flex items-center gap-2 text-meta text-muted">
          <LevelMark level={level} />
          <span className="code">{shortId}</span>
          <Status status={issue.status} />
        </span>
        <h1 className="text-page font-bold break-words">{title}</h1>
        {culprit !== '' && <p className="code break-words text-muted">{culprit}</p>}
      </div>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 pane:grid-cols-4">
        <Fact name={t`Events`}>
          <Count of={events} />
        </Fact>
        <Fact name={t`Users`}>
          <Count of={users} />
        </Fact>
        <Fact name={t`First seen`}>
          <Timestamp at={issue.firstSeen} />
        </Fact>
        <Fact name={t`Last seen`}>
          <Timestamp at={issue.lastSeen} />
        </Fact>
        {issue.firstRelease !== null && <Fact name={t`First release`}>{issue.firstRelease}</Fact>}
        {issue.lastRelease !== null && <Fact name={t`Last release`}>{issue.lastRelease}</Fact>}
      </dl>
      <Spark
        values={series.values}
        height={40}
        label={t`${plural(total, { one: '# event', other: '# events' })} in 14 days`}
      />
      <SharedStack exceptions={issue.exceptions} />
      <p className="text-meta text-subtle">
        <Trans>Shared via public link. Users, requests, breadcrumbs, tags and variables are not shown.</Trans>
      </p>
    </>
  )
}

function Status({ status }: Pick<SharedIssue, 'status'>) {
  const { t } = useLingui()
  return <span>{{ unresolved: t`Unresolved`, resolved: t`Resolved`, ignored: t`Ignored` }[status]}</span>
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="grid min-w-0">
      <dt className="text-meta text-subtle">{name}</dt>
      <dd className="min-w-0 font-strong break-words">{children}</dd>
    </div>
  )
}
