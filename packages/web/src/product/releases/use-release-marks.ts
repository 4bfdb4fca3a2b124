import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ChartMark, TimeSpan } from '#ui/charts/time-points.ts'
import { markersQuery } from './release-queries.ts'

/** The releases that were first seen in the time of the charts. */
export function useReleaseMarks(project: string, { from, stepMs, count }: TimeSpan): readonly ChartMark[] {
  const { t } = useLingui()
  const { data } = useQuery(markersQuery(project, from, from + stepMs * count))
  return useMemo(
    () => (data ?? []).map(({ at, version }) => ({ at: Date.parse(at), text: t`${version} first seen` })),
    [data, t],
  )
}
