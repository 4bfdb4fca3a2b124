import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { DownloadMenu } from '#product/download-menu.tsx'
import { PeriodChoice, type Period } from '#product/period-choice.tsx'
import { readRoutesSearch } from '#product/search-params.ts'
import { PageBar } from '#ui/layout/page-bar.tsx'

interface Props {
  readonly project: string
  readonly period: Period
  /** Of the table that is shown; undefined while there is none. */
  readonly download?: { readonly path: string; readonly from: string } | undefined
}

const PLACE =
  'flex min-h-7 items-center rounded-control px-2.5 text-muted hover:bg-hover hover:text-fg aria-[current=page]:bg-selected aria-[current=page]:font-strong aria-[current=page]:text-fg'

/** Leads from the navigations to those who cannot navigate, and back, over the same period. */
export function NavigationsBar({ project, period, download }: Props) {
  const { t } = useLingui()
  const common = {
    params: { project },
    search: period === '7d' ? {} : { last: period },
    activeOptions: { exact: true, includeSearch: false },
    className: PLACE,
  }
  return (
    <PageBar title={t`Navigations`}>
      <nav aria-label={t`Navigations`} className="flex flex-wrap gap-1">
        <Link to="/projects/$project/navigations" {...common}>
          {t`Between routes`}
        </Link>
        <Link to="/projects/$project/navigations/old-releases" {...common}>
          {t`Old releases`}
        </Link>
      </nav>
      <span className="flex-1" />
      <PeriodChoice chosen={period} usual="7d" read={readRoutesSearch} />
      {download !== undefined && (
        <DownloadMenu path={`/api/v1/projects/${project}/${download.path}`} query={{ from: download.from }} />
      )}
    </PageBar>
  )
}
