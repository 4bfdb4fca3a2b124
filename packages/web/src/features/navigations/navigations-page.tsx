import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { isMissing, Unreachable } from '#lib/api/client.ts'
import { useTitle } from '#lib/routing/title.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Failure } from '#ui/feedback/failure.tsx'
import { useListKeys } from '#product/list-keys.ts'
import { RenamedInPart } from '#product/routes/renamed-in-part.tsx'
import { NavigationCharts } from './navigation-charts.tsx'
import { navigationsQuery } from './navigation-queries.ts'
import { NavigationsBar } from './navigations-bar.tsx'
import { NavigationsSkeleton } from './navigations-skeleton.tsx'
import { NeverOpened } from './never-opened.tsx'
import { PairTable } from './pair-table.tsx'
import { Totals } from './totals.tsx'

const route = getRouteApi('/member/projects/$project/navigations')

export function NavigationsPage() {
  const { t } = useLingui()
  useTitle(t`Navigations`)
  useListKeys()
  const { project } = route.useParams()
  const search = route.useSearch()
  const { last: period = '7d' } = search
  const { data, error, refetch } = useQuery({
    ...navigationsQuery(project, period),
    placeholderData: keepPreviousData,
    throwOnError: isMissing,
  })
  return (
    <main id="main" tabIndex={-1} className="min-w-0 flex-1">
      <NavigationsBar
        project={project}
        period={period}
        download={data && { path: 'navigations', from: data.from }}
      />
      <div className="mx-auto grid max-w-360 gap-4 p-(--gutter)">
        {error !== null && !(error instanceof Unreachable) && (
          <Failure title={t`Couldn’t load the navigations`} error={error} onRetry={() => void refetch()} />
        )}
        {data === undefined && (error === null || error instanceof Unreachable) && <NavigationsSkeleton />}
        {data !== undefined && data.pairs.length === 0 && <NoNavigations />}
        {data !== undefined && data.pairs.length > 0 && (
          <>
            <Totals totals={data.totals} />
            <NavigationCharts project={project} series={data.series} />
            <PairTable
              pairs={data.pairs.filter(({ navigations }) => navigations.sampled > 0)}
              project={project}
              period={period}
              opened={search}
            />
            <NeverOpened
              pairs={data.pairs.filter(({ navigations }) => navigations.sampled === 0)}
              among={data.totals.navigations}
            />
            <RenamedInPart isShown={data.renamedInPart} />
          </>
        )}
      </div>
    </main>
  )
}

/** By name, so that bundlers leave out the rest of the SDK. */
const SNIPPET = [
  `import { browserTracingIntegration, init, spanToJSON, startInactiveSpan } from '@sentry/react'`,
  `import { navigationsIntegration } from '@hindcast/browser'`,
  '',
  'init({',
  '  dsn,',
  '  release,',
  '  tracesSampleRate: 1,',
  '  integrations: [',
  '    browserTracingIntegration(),',
  '    navigationsIntegration({ startInactiveSpan, spanToJSON }),',
  '  ],',
  '})',
].join('\n')

function NoNavigations() {
  const { t } = useLingui()
  return (
    <EmptyState title={t`No navigations in this period`}>
      <p>
        <Trans>
          This page shows how your app’s pages are served when users move between them, how long they wait,
          and which prefetches are wasted. Sentry SDKs don’t record this by themselves: add{' '}
          <span className="code">@hindcast/browser</span> to your app.
        </Trans>
      </p>
      <pre className="code overflow-x-auto rounded-control bg-code p-3 text-fg">
        npm install @hindcast/browser
      </pre>
      <pre className="code overflow-x-auto rounded-control bg-code p-3 text-fg">{SNIPPET}</pre>
      <p>
        <Trans>
          Next.js needs nothing else. For React Router and TanStack Router, also pass{' '}
          <span className="code">router: reactRouter(router)</span> or{' '}
          <span className="code">router: tanstackRouter(router)</span>.
        </Trans>
      </p>
    </EmptyState>
  )
}
