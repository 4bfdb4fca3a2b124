import type { OldRelease } from '@hindcast/contract/navigations/navigations.ts'
import type { Estimate } from '@hindcast/contract/routes/route-stats.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { locale } from '#lib/i18n/i18n.ts'
import { Timestamp } from '#ui/data/timestamp.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { EstimateText } from '#product/traces/estimate-text.tsx'
import { UsersSeen } from '#product/traces/users-seen.tsx'
import { waitText } from '#product/traces/duration.ts'
import { Figure } from './figure.tsx'

interface Props {
  readonly data: {
    readonly current: string | null
    readonly visits: Estimate
    readonly releases: readonly OldRelease[]
  }
  readonly project: string
}

const HEAD = 'px-3 py-1.5 text-end font-normal whitespace-nowrap'
const CELL = 'px-3 py-2 text-end align-middle tabular-nums'
const FROM_PANE = 'max-pane:hidden'
const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })

/** Who kept a page open over a deploy, and what that cost them. */
export function OldReleaseTable({ data: { current, visits, releases }, project }: Props) {
  const { t } = useLingui()
  const stale = releases.reduce((sum, one) => sum + one.visits.total, 0)
  const share = percent.format(visits.total === 0 ? 0 : Math.min(1, stale / visits.total))
  return (
    <>
      <p className="text-muted">
        <Trans>
          {share} of all visits were to pages of a release that had been replaced. The current one is{' '}
          <span className="code break-all text-fg">{current}</span>.
        </Trans>
      </p>
      <Panel>
        <table aria-label={t`Users on an old release`} className="w-full border-collapse">
          <thead className="border-b border-line bg-canvas text-meta text-subtle">
            <tr>
              <th className={`${HEAD} text-start!`}>{t`Release`}</th>
              <th className={HEAD}>{t`Users`}</th>
              <th className={`${HEAD} max-phone:hidden`}>{t`Visits`}</th>
              <th
                className={HEAD}
                title={t`How long a newer release had been available: 75 % of visits, and the longest`}
              >{t`Behind`}</th>
              <th className={`${HEAD} max-phone:hidden`}>{t`Failed navigations`}</th>
              <th className={`${HEAD} ${FROM_PANE}`}>{t`Last visit`}</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {releases.map((one) => (
              <Row key={one.release} of={one} project={project} />
            ))}
          </tbody>
        </table>
      </Panel>
    </>
  )
}

function Row({ of, project }: { readonly of: OldRelease; readonly project: string }) {
  const longest = waitText(of.behindMostSeconds, locale)
  return (
    <tr className="hover:bg-hover">
      <th scope="row" className="px-3 py-2 text-start font-normal">
        <Link
          to="/projects/$project/releases/$version"
          params={{ project, version: of.release }}
          className="rounded-control font-strong break-all text-fg hover:underline"
        >
          {of.release}
        </Link>
        <span className="block text-meta text-muted">
          <Trans>
            replaced <Timestamp at={of.supersededAt} />
          </Trans>
        </span>
      </th>
      <td className={CELL}>
        <UsersSeen users={of.users} visits={of.visits} />
      </td>
      <td className={`${CELL} max-phone:hidden`}>
        <EstimateText of={of.visits} />
      </td>
      <td className={CELL}>
        {waitText(of.behindP75Seconds, locale)}
        <span className="block text-meta text-muted">
          <Trans>at most {longest}</Trans>
        </span>
      </td>
      <td className={`${CELL} max-phone:hidden`}>
        <span className={of.failed === 0 ? undefined : 'text-error'}>
          <Figure of={of.failed} among={of.visits} />
        </span>
      </td>
      <td className={`${CELL} ${FROM_PANE}`}>
        <Timestamp at={of.lastVisit} />
      </td>
    </tr>
  )
}
