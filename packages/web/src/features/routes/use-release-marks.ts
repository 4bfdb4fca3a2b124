import type { RouteSeries } from '@hindcast/contract/routes/route-stats.ts'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { markersQuery } from '#product/releases/release-queries.ts'
import type { ChartMark } from '#ui/charts/time-points.ts'
import { spanOf } from './route-series.ts'

/** The releases that were first seen in the time of the charts. */
export function useReleaseMarks(project: string, series: RouteSeries): readonly ChartMark[] {
  const { t } = useLingui()
  const { from, stepMs, count } = spanOf(series)
  const { data } = useQuery(markersQuery(project, from, from + stepMs * count))
  return useMemo(
    () => (data ?? []).map(({ at, version }) => ({ at: Date.parse(at), text: t`${version} first seen` })),
    [data, t],
  )
}
