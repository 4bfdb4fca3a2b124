import type { ReleaseVerdict, VerdictIssue } from '@hindcast/contract/releases/releases.ts'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { locale } from '#lib/i18n/i18n.ts'
import { rateText } from './proportions.ts'
import { countOf } from '#lib/i18n/format.ts'
import { LevelMark } from '#product/issues/level-mark.tsx'
import { Panel } from '#ui/layout/panel.tsx'

/** What is new, what came back, what got worse, what got better: in the order in which it hurts. */
export function VerdictIssues({ verdict }: { readonly verdict: ReleaseVerdict }) {
  const { t } = useLingui()
  const { appeared, cameBack, worse, better, resolved, per } = verdict
  const groups = [
    [t`New in this release`, appeared],
    [t`Regressed`, cameBack],
    [t`Got worse`, worse],
    [t`Got better`, better],
    [t`Resolved in this release`, resolved],
  ] as const
  const shown = groups.filter(([, issues]) => issues.length > 0)
  if (shown.length === 0)
    return (
      <p className="px-1 text-muted">
        <Trans>No new, regressed or significantly changed issues.</Trans>
      </p>
    )
  return shown.map(([title, issues]) => (
    <Panel key={title} title={`${title} (${countOf(issues.length, locale)})`}>
      <ul className="divide-y divide-line" aria-label={title}>
        {issues.map((issue) => (
          <IssueLine
            key={issue.id}
            issue={issue}
            per={per}
            compared={issues === worse || issues === better}
          />
        ))}
      </ul>
    </Panel>
  ))
}

interface LineProps {
  readonly issue: VerdictIssue
  readonly per: ReleaseVerdict['per']
  readonly compared: boolean
}

function IssueLine({ issue, per, compared }: LineProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 hover:bg-hover">
      <LevelMark level={issue.level} word={false} />
      <span className="grid min-w-0 flex-1 basis-40">
        <Link
          to="/issues/$issue"
          params={{ issue: issue.id }}
          className="truncate rounded-control font-strong hover:underline"
        >
          {issue.title}
        </Link>
        <span className="flex min-w-0 gap-x-2 text-meta text-muted">
          <span className="code shrink-0">{issue.shortId}</span>
          <span className="code min-w-0 truncate">{issue.culprit}</span>
        </span>
      </span>
      <span className="text-muted tabular-nums">
        {compared ? <Rates issue={issue} per={per} /> : <Events count={issue.events} />}
      </span>
    </li>
  )
}

function Rates({ issue: { rate, rateBefore }, per }: Omit<LineProps, 'compared'>) {
  const [before, now] = [rateText(rateBefore ?? 0, locale), rateText(rate ?? 0, locale)]
  return per === 'sessions' ? (
    <Trans>
      {before} → {now} per 1,000 sessions
    </Trans>
  ) : (
    <Trans>
      {before} → {now} per hour
    </Trans>
  )
}

function Events({ count }: { readonly count: number }) {
  const { t } = useLingui()
  return <>{t`${plural(count, { one: '# event', other: '# events' })}`}</>
}
