import type { RouteErrors as Errors } from '@hindcast/contract/routes/route-stats.ts'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { locale } from '#lib/i18n/i18n.ts'
import { LevelMark } from '#product/issues/level-mark.tsx'
import { queryFor } from '#product/issues/lift.ts'
import { PanelLink } from '#ui/layout/panel-link.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { errorRateText } from './vitals.ts'

interface Props {
  readonly project: string
  readonly route: string
  readonly errors: Errors
  /** Undefined: nobody's visit was recorded. */
  readonly visits: number | undefined
}

/** What broke on this route, by issue. */
export function RouteErrors({ project, route, errors, visits }: Props) {
  const { t } = useLingui()
  const { events, users, issues } = errors
  const rate = errorRateText(events, visits ?? 0, locale)
  const counted = t`${plural(events, { one: '# error', other: '# errors' })}, ${plural(users, { one: '# user', other: '# users' })}`
  return (
    <Panel
      title={t`Errors`}
      actions={
        events > 0 && (
          <PanelLink
            to="/projects/$project/issues"
            params={{ project }}
            search={{ q: queryFor({ key: 'route', value: route, tag: false }) }}
          >
            <Trans>All issues on this route</Trans>
          </PanelLink>
        )
      }
    >
      <p className="px-3 py-2 text-muted">
        {events === 0 ? t`No errors on this route in this period.` : counted}
        {events > 0 && rate !== undefined && (
          <>
            {' · '}
            <Trans>{rate} per 100 visits</Trans>
          </>
        )}
      </p>
      {issues.length > 0 && (
        <ul className="divide-y divide-line border-t border-line" aria-label={t`Issues on this route`}>
          {issues.map((issue) => (
            <IssueLine key={issue.id} issue={issue} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function IssueLine({ issue }: { readonly issue: Errors['issues'][number] }) {
  const { t } = useLingui()
  const { id, title, shortId, culprit, level, events, users } = issue
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 hover:bg-hover">
      <LevelMark level={level} word={false} />
      <span className="grid min-w-0 flex-1 basis-40">
        <Link
          to="/issues/$issue"
          params={{ issue: id }}
          className="truncate rounded-control font-strong text-fg hover:underline"
        >
          {title}
        </Link>
        <span className="flex min-w-0 gap-x-2 text-meta text-muted">
          <span className="code shrink-0">{shortId}</span>
          <span className="code min-w-0 truncate">{culprit}</span>
        </span>
      </span>
      <span className="text-muted tabular-nums">
        {t`${plural(users, { one: '# user', other: '# users' })}, ${plural(events, { one: '# event', other: '# events' })}`}
      </span>
    </li>
  )
}
