import type { RouteLine } from '@hindcast/contract/routes/route-stats.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { locale } from '#lib/i18n/i18n.ts'
import type { VisitsSearch } from '#product/search-params.ts'
import { Panel } from '#ui/layout/panel.tsx'
import { VITAL_SHORT, vitalText } from '#product/traces/ratings.ts'

interface Props {
  readonly routes: readonly RouteLine[]
  readonly compared: { readonly release: string; readonly previous: string } | null
  readonly project: string
  readonly view: VisitsSearch
}

type Change = RouteLine['changes'][number] & { readonly route: string }

/** What the latest release made slower or faster, where more than chance explains it. */
export function Changed({ routes, compared, project, view }: Props) {
  const changes = routes.flatMap(({ key, changes: some }) =>
    some.map((change) => ({ ...change, route: key })),
  )
  if (compared === null || changes.length === 0) return null
  const [regressed, improved] = ['regressed', 'improved'].map((kind) =>
    changes.filter(({ change }) => change === kind),
  )
  return (
    <div className="grid grid-cols-2 gap-4 max-pane:grid-cols-1">
      {regressed!.length > 0 && (
        <Panel
          title={
            <Trans>
              Slower since <span className="break-all">{compared.release}</span>
            </Trans>
          }
        >
          <ChangeList changes={regressed!} {...{ project, view }} />
        </Panel>
      )}
      {improved!.length > 0 && (
        <Panel
          title={
            <Trans>
              Faster since <span className="break-all">{compared.release}</span>
            </Trans>
          }
        >
          <ChangeList changes={improved!} {...{ project, view }} />
        </Panel>
      )}
    </div>
  )
}

const SHOWN = 5

interface ListProps extends Pick<Props, 'project' | 'view'> {
  readonly changes: readonly Change[]
}

function ChangeList({ changes, project, view }: ListProps) {
  const { t } = useLingui()
  return (
    <ul className="divide-y divide-line">
      {changes.slice(0, SHOWN).map(({ route, vital, before, after, change }) => {
        const from = vitalText(vital, before, locale)
        const to = vitalText(vital, after, locale)
        return (
          <li key={`${route} ${vital}`} className="flex items-baseline gap-3 px-3 py-2">
            <Link
              to="/projects/$project/routes/one"
              params={{ project }}
              search={{ ...view, route }}
              className="min-w-0 flex-1 truncate rounded-control font-strong text-fg hover:underline"
            >
              {route}
            </Link>
            <span className="text-muted">{VITAL_SHORT[vital]}</span>
            <span className={`tabular-nums ${change === 'regressed' ? 'text-error' : 'text-success'}`}>
              {t`${from} → ${to}`}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
