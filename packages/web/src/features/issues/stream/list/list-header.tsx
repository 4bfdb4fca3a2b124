import { Trans, useLingui } from '@lingui/react/macro'
import { ReleaseMarkers } from '#product/releases/release-markers.tsx'
import { COLUMNS, FROM_MIDDLE, FROM_WIDE } from './row-columns.ts'

interface Props {
  readonly project: string
  readonly period: '24h' | '14d'
}

export function ListHeader({ project, period }: Props) {
  const { t } = useLingui()
  return (
    <div role="rowgroup" className="sticky top-0 z-10">
      <div
        role="row"
        aria-rowindex={1}
        className={`hidden h-7 items-center border-b border-line bg-canvas text-meta text-subtle @min-[560px]:grid ${COLUMNS}`}
      >
        <span role="columnheader">
          <span className="sr-only">{t`Selected`}</span>
        </span>
        <span role="columnheader">
          <span className="sr-only">{t`Level`}</span>
        </span>
        <span role="columnheader">
          <Trans>Issue</Trans>
        </span>
        <span role="columnheader" className={`${FROM_MIDDLE} truncate`}>
          {period === '24h' ? t`24 hours` : t`14 days`}
          <span className="hidden @min-[800px]:inline">
            <ReleaseMarkers project={project} over={period} />
          </span>
        </span>
        <span role="columnheader" className={`${FROM_MIDDLE} text-end`}>
          <Trans>Events</Trans>
        </span>
        <span role="columnheader" className={`${FROM_WIDE} text-end`}>
          <Trans>Users</Trans>
        </span>
        <span role="columnheader" className="text-end" title={t`Last seen and age`}>
          <Trans>Last seen</Trans>
        </span>
        <span role="columnheader" className={FROM_MIDDLE}>
          <span className="sr-only">{t`Assignee`}</span>
        </span>
      </div>
    </div>
  )
}
