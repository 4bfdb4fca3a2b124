import type { ReleaseSummary } from '@hindcast/contract/releases/releases.ts'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { locale } from '#lib/i18n/i18n.ts'
import { shareText } from './proportions.ts'
import { countOf } from '#lib/i18n/format.ts'
import { Count } from '#ui/data/count.tsx'
import { Timestamp } from '#ui/data/timestamp.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { ReleaseMarkers } from '#product/releases/release-markers.tsx'
import { Spark } from '#ui/data/spark.tsx'
import { Adoption } from './adoption.tsx'

interface Props {
  readonly releases: readonly ReleaseSummary[]
  readonly project: string
  readonly more: boolean
}

const HEAD = 'px-3 py-1.5 text-start font-normal whitespace-nowrap'
const CELL = 'px-3 py-2 align-middle'
const FROM_PANE = 'max-pane:hidden'
const FROM_DESK = 'max-desk:hidden'

export function ReleaseTable({ releases, project, more }: Props) {
  const { t } = useLingui()
  return (
    <Panel>
      <table aria-label={t`Releases`} className="w-full border-collapse">
        <thead className="border-b border-line bg-canvas text-meta text-subtle">
          <tr>
            <th className={HEAD}>{t`Version`}</th>
            <th className={HEAD} title={t`Share of sessions in the last 24 hours`}>{t`Adoption`}</th>
            <th className={`${HEAD} ${FROM_DESK}`}>
              {t`Sessions, 14 days`}
              <ReleaseMarkers project={project} over="14d" />
            </th>
            <th className={`${HEAD} text-end max-phone:hidden`}>{t`Crash-free sessions`}</th>
            <th className={`${HEAD} text-end ${FROM_PANE}`}>{t`Crash-free users`}</th>
            <th className={`${HEAD} text-end ${FROM_PANE}`}>{t`New issues`}</th>
            <th className={`${HEAD} ${FROM_DESK}`}>{t`Deployed`}</th>
            <th className={`${HEAD} text-end ${FROM_DESK}`}>{t`Source maps`}</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {releases.map((release) => (
            <ReleaseRow key={release.version} release={release} project={project} />
          ))}
        </tbody>
      </table>
      {more && (
        <p className="border-t border-line px-3 py-2 text-muted">
          <Trans>Older releases are available by URL.</Trans>
        </p>
      )}
    </Panel>
  )
}

function ReleaseRow({ release, project }: { readonly release: ReleaseSummary } & Pick<Props, 'project'>) {
  const { health } = release
  return (
    <tr className="hover:bg-hover">
      <th scope="row" className={`${CELL} text-start font-normal`}>
        <Link
          to="/projects/$project/releases/$version"
          params={{ project, version: release.version }}
          className="rounded-control font-strong break-all text-fg hover:underline"
        >
          {release.version}
        </Link>
        <span className="flex flex-wrap gap-x-2 text-meta text-muted">
          <span>
            {release.firstEvent === null ? (
              <Trans>
                created <Timestamp at={release.createdAt} />
              </Trans>
            ) : (
              <Trans>
                first seen <Timestamp at={release.firstEvent} />
              </Trans>
            )}
          </span>
          <Narrow release={release} />
        </span>
      </th>
      <td className={`${CELL} w-40`}>
        <Adoption of={release.adoption} />
      </td>
      <td className={`${CELL} w-40 ${FROM_DESK}`}>
        <Sessions release={release} />
      </td>
      <td className={`${CELL} text-end tabular-nums max-phone:hidden`}>
        <Share of={health.crashFreeSessions} />
      </td>
      <td className={`${CELL} text-end tabular-nums ${FROM_PANE}`}>
        <Share of={health.crashFreeUsers} />
      </td>
      <td className={`${CELL} text-end ${FROM_PANE}`}>
        <Count of={release.newIssues} />
      </td>
      <td className={`${CELL} whitespace-nowrap ${FROM_DESK}`}>
        {release.deployedAt === null ? <Nothing /> : <Timestamp at={release.deployedAt} />}
      </td>
      <td className={`${CELL} text-end ${FROM_DESK}`}>
        {release.maps === 0 ? <Nothing /> : <Count of={release.maps} />}
      </td>
    </tr>
  )
}

/** What the narrow table has no column for. */
function Narrow({ release }: { readonly release: ReleaseSummary }) {
  const { t } = useLingui()
  const { newIssues, health } = release
  return (
    <span className="flex flex-wrap gap-x-2 pane:hidden">
      {newIssues > 0 && <span>{t`${plural(newIssues, { one: '# new issue', other: '# new issues' })}`}</span>}
      {health.crashFreeSessions !== null && (
        <span className="phone:hidden">{t`${shareText(health.crashFreeSessions, locale)} crash-free`}</span>
      )}
    </span>
  )
}

function Sessions({ release }: { readonly release: ReleaseSummary }) {
  const { t } = useLingui()
  const { values } = release.series
  const sum = values.reduce((total, value) => total + value, 0)
  const most = countOf(Math.max(0, ...values), locale)
  return (
    <Spark
      values={values}
      height={22}
      label={t`${plural(sum, { one: '# session', other: '# sessions' })} in 14 days, at most ${most} a day`}
    />
  )
}

export function Share({ of }: { readonly of: number | null }) {
  return of === null ? <Nothing /> : <>{shareText(of, locale)}</>
}

export function Nothing() {
  const { t } = useLingui()
  return (
    <span className="text-subtle" title={t`Not reported`}>
      <span aria-hidden="true">–</span>
      <span className="sr-only">{t`Not reported`}</span>
    </span>
  )
}
