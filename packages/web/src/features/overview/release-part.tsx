import type { OverviewRelease } from '@hindcast/contract/overview/overview.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { locale } from '#lib/i18n/i18n.ts'
import { Count } from '#ui/data/count.tsx'
import { Timestamp } from '#ui/data/timestamp.tsx'
import { PanelLink } from '#ui/layout/panel-link.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { crashFreeText } from './figures.ts'
import { useOverviewPart } from './overview-queries.ts'
import { PartSkeleton } from './part-skeleton.tsx'
import { PartState } from './part-state.tsx'
import { CORE_VITALS, VITAL_SHORT, VitalFigure } from './rated-vital.tsx'

/** How the latest releases do: whether they crash, and how fast they are. */
export function ReleasePart({ project }: { readonly project: string }) {
  const { t } = useLingui()
  const releases = useOverviewPart(project, 'releases')
  return (
    <Panel
      title={<Trans>Releases, 14 days</Trans>}
      actions={
        <PanelLink to="/projects/$project/releases" params={{ project }}>
          <Trans>All releases</Trans>
        </PanelLink>
      }
    >
      <PartState query={releases} failed={t`Couldn’t load the releases`} waiting={<PartSkeleton />}>
        {(data) =>
          data.length === 0 ? (
            <p className="px-3 py-2.5 text-muted">
              <Trans>
                No releases yet. Set <span className="code">release</span> when you initialize the SDK.
              </Trans>
            </p>
          ) : (
            <ReleaseTable releases={data} project={project} />
          )
        }
      </PartState>
    </Panel>
  )
}

const HEAD = 'px-2 py-1 text-end last:pe-3 font-normal whitespace-nowrap'
const CELL = 'px-2 py-1.5 text-end last:pe-3 align-top tabular-nums'

interface TableProps {
  readonly releases: readonly OverviewRelease[]
  readonly project: string
}

function ReleaseTable({ releases, project }: TableProps) {
  const { t } = useLingui()
  return (
    <table aria-label={t`Releases, 14 days`} className="w-full border-collapse">
      <thead className="border-b border-line bg-canvas text-meta text-subtle">
        <tr>
          <th className={`${HEAD} ps-3! text-start!`}>{t`Version`}</th>
          <th className={HEAD} title={t`Sessions without a crash or an unhandled error`}>{t`Crash-free`}</th>
          <th className={`${HEAD} max-phone:hidden`}>{t`New issues`}</th>
          {CORE_VITALS.map((vital) => (
            <th key={vital} className={`${HEAD} max-phone:hidden`} title={t`75th percentile`}>
              {VITAL_SHORT[vital]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {releases.map((release) => (
          <ReleaseRow key={release.version} release={release} project={project} />
        ))}
      </tbody>
    </table>
  )
}

interface RowProps {
  readonly release: OverviewRelease
  readonly project: string
}

function ReleaseRow({ release, project }: RowProps) {
  const { t } = useLingui()
  const { version, createdAt, deployedAt, health, newIssues, vitals } = release
  return (
    <tr className="hover:bg-hover">
      <th scope="row" className="py-1.5 ps-3 pe-2 text-start font-normal">
        <Link
          to="/projects/$project/releases/$version"
          params={{ project, version }}
          className="rounded-control font-strong break-all text-fg hover:underline"
        >
          {version}
        </Link>
        <span className="block text-meta whitespace-nowrap text-subtle">
          {deployedAt === null ? (
            <Trans>
              first seen <Timestamp at={createdAt} />
            </Trans>
          ) : (
            <Trans>
              deployed <Timestamp at={deployedAt} />
            </Trans>
          )}
        </span>
      </th>
      <td className={CELL}>
        {health.crashFreeSessions === null ? (
          <span className="text-subtle" title={t`No sessions reported`}>
            –
          </span>
        ) : (
          crashFreeText(health.crashFreeSessions, locale)
        )}
      </td>
      <td className={`${CELL} max-phone:hidden`}>
        <Count of={newIssues} />
      </td>
      {CORE_VITALS.map((vital) => (
        <td key={vital} className={`${CELL} max-phone:hidden`}>
          <VitalFigure vital={vital} of={vitals[vital]} />
        </td>
      ))}
    </tr>
  )
}
