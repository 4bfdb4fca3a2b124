import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { allMarkersQuery } from '#product/releases/release-queries.ts'
import { MarkerCount, useDrawnMarkers } from '#product/releases/release-markers.tsx'
import { projectsQuery } from '#product/session/session-queries.ts'

interface Props {
  readonly from: number
  readonly to: number
  /** Ids of projects; none: all of them. */
  readonly only: readonly string[]
}

/** More would ask for long, and be a fence on the chart. */
const MOST_PROJECTS = 10

/** Releases of the alert's projects, for the backtest chart. */
export function FiredMarkers({ from, to, only }: Props) {
  const projects = (useQuery(projectsQuery).data ?? [])
    .filter(({ id }) => only.length === 0 || only.includes(id))
    .slice(0, MOST_PROJECTS)
    .map(({ slug }) => slug)
  const { data: ticks = [] } = useQuery({
    ...allMarkersQuery(projects, from, to),
    placeholderData: keepPreviousData,
  })
  useDrawnMarkers(ticks, from, to)
  return ticks.length === 0 ? null : (
    <p className="text-meta">
      <MarkerCount ticks={ticks} />
    </p>
  )
}
