import type { OverviewRoute, OverviewRoutes } from '@hindcast/contract/overview/overview.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { locale } from '#lib/i18n/i18n.ts'
import { durationText } from '#product/traces/duration.ts'
import { PanelLink } from '#ui/layout/panel-link.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { changeFrom } from './figures.ts'
import { useOverviewPart } from './overview-queries.ts'
import { PartSkeleton } from './part-skeleton.tsx'
import { PartState } from './part-state.tsx'
import { vitalText } from '#product/traces/ratings.ts'
import { CORE_VITALS, VITAL_SHORT, VitalFigure } from './rated-vital.tsx'

/** Where users waited longest, all of them together. */
export function RoutePart({ project }: { readonly project: string }) {
  const { t } = useLingui()
  const routes = useOverviewPart(project, 'routes')
  return (
    <Panel
      title={<Trans>Slowest routes</Trans>}
      actions={
        <PanelLink to="/projects/$project/routes" params={{ project }} search={{ last: '24h' }}>
          <Trans>All routes</Trans>
        </PanelLink>
      }
    >
      <PartState query={routes} failed={t`Couldn’t load the routes`} waiting={<PartSkeleton />}>
        {(data) =>
          data.routes.length === 0 ? (
            <p className="px-3 py-2.5 text-muted">
              {data.visited ? (
                <Trans>No route kept its users waiting in the last 24 hours.</Trans>
              ) : (
                <Trans>
                  No page loads or requests in the last 24 hours. Set{' '}
                  <span className="code">tracesSampleRate</span> to see which routes are slow.
                </Trans>
              )}
            </p>
          ) : (
            <RouteTable {...data} project={project} />
          )
        }
      </PartState>
    </Panel>
  )
}

const HEAD = 'px-2 py-1 text-end last:pe-3 font-normal whitespace-nowrap'
const CELL = 'px-2 py-1.5 text-end last:pe-3 align-top tabular-nums'

function RouteTable({ routes, compared, project }: OverviewRoutes & { readonly project: string }) {
  const { t } = useLingui()
  return (
    <table aria-label={t`Slowest routes`} className="w-full border-collapse">
      <thead className="border-b border-line bg-canvas text-meta text-subtle">
        <tr>
          <th className={`${HEAD} ps-3! text-start!`}>{t`Route`}</th>
          <th
            className={HEAD}
            title={t`How long all users together waited beyond what is rated good`}
          >{t`Time lost`}</th>
          {CORE_VITALS.map((vital) => (
            <th key={vital} className={`${HEAD} max-phone:hidden`} title={t`75th percentile`}>
              {VITAL_SHORT[vital]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {routes.map((route) => (
          <RouteRow key={route.route} route={route} release={compared?.release} project={project} />
        ))}
      </tbody>
    </table>
  )
}

interface RowProps {
  readonly route: OverviewRoute
  readonly release: string | undefined
  readonly project: string
}

function RouteRow({ route, release, project }: RowProps) {
  return (
    <tr className="hover:bg-hover">
      <th scope="row" className="py-1.5 ps-3 pe-2 text-start font-normal">
        <Link
          to="/projects/$project/routes/one"
          params={{ project }}
          search={{ route: route.route, last: '24h' }}
          className="rounded-control font-strong break-all text-fg hover:underline"
        >
          {route.route}
        </Link>
        <Slower route={route} release={release} />
      </th>
      <td className={CELL}>
        <span className="whitespace-nowrap">{durationText(route.lostSeconds * 1000, locale)}</span>
        <LostChange route={route} />
      </td>
      {CORE_VITALS.map((vital) => (
        <td key={vital} className={`${CELL} max-phone:hidden`}>
          <VitalFigure vital={vital} of={route.vitals[vital]} />
        </td>
      ))}
    </tr>
  )
}

/** What the latest release made worse, where more than chance explains it. */
function Slower({ route, release }: Omit<RowProps, 'project'>) {
  const found = route.changes.find(({ change }) => change === 'regressed')
  if (found === undefined || release === undefined) return null
  const vital = found.vital.toUpperCase()
  const before = vitalText(found.vital, found.before, locale)
  const after = vitalText(found.vital, found.after, locale)
  return (
    <span className="block text-meta break-words text-error">
      <Trans>
        {vital} {before} → {after} since {release}
      </Trans>
    </span>
  )
}

function LostChange({ route: { lostSeconds, lostSecondsLastWeek } }: { readonly route: OverviewRoute }) {
  const { t } = useLingui()
  const change =
    lostSecondsLastWeek === null ? undefined : changeFrom(lostSecondsLastWeek, lostSeconds, locale)
  if (change === undefined || change.trend === 'same') return null
  const { text } = change
  return (
    <span
      className={`block text-meta ${change.trend === 'more' ? 'text-error' : 'text-success'}`}
      title={t`${text} vs. the same weekday last week`}
    >
      {text}
    </span>
  )
}
