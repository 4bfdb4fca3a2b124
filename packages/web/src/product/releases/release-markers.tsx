import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { locale } from '#lib/i18n/i18n.ts'
import { markersQuery } from './release-queries.ts'
import { sparkRange, markerLayers } from './marker-layers.ts'
import { exactTime } from '#lib/i18n/format.ts'

interface Props {
  readonly project: string
  /** What the charts cover: that of a spark, or another range. */
  readonly over: '24h' | '14d' | { readonly from: number; readonly to: number }
  /** Names them, newest first, instead of counting them. */
  readonly named?: boolean
}

/** Draws the releases on every chart of the page that has the class `ticks`, and says which they are. */
export function ReleaseMarkers({ project, over, named = false }: Props) {
  const { from, to } = typeof over === 'string' ? sparkRange(over, Date.now()) : over
  const { data: ticks = [] } = useQuery(markersQuery(project, from, to))
  useDrawnMarkers(ticks, from, to)
  if (ticks.length === 0) return null
  if (!named) return <MarkerCount ticks={ticks} />
  return (
    <span className="flex flex-wrap gap-x-2 text-meta text-muted">
      <span className="text-accent" aria-hidden="true">
        ▏
      </span>
      {ticks
        .slice(-MOST_NAMED)
        .toReversed()
        .map((tick) => (
          <Link
            key={tick.version}
            to="/projects/$project/releases/$version"
            params={{ project, version: tick.version }}
            title={momentOf(tick)}
            className="min-w-0 truncate rounded-control hover:text-fg hover:underline"
          >
            {tick.version}
          </Link>
        ))}
    </span>
  )
}

const MOST_NAMED = 4

interface Tick {
  readonly version: string
  readonly at: string
}

/** On the charts of the page, as long as the caller is there. */
export function useDrawnMarkers(ticks: readonly Tick[], from: number, to: number): void {
  const layers = markerLayers(ticks, from, to)
  useEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--release-ticks', layers)
    return () => void style.removeProperty('--release-ticks')
  }, [layers])
}

export function MarkerCount({ ticks }: { readonly ticks: readonly Tick[] }) {
  const { t } = useLingui()
  return (
    <span className="ms-1.5 text-accent" title={ticks.toReversed().map(momentOf).join('\n')}>
      {t`${plural(ticks.length, { one: '# release', other: '# releases' })}`}
    </span>
  )
}

function momentOf({ version, at }: Tick): string {
  return `${version}, ${exactTime(Date.parse(at), locale)}`
}
