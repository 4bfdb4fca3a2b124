import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { locale } from '../lib/i18n.ts'
import { ticksQuery } from '../lib/release-queries.ts'
import { sparkRange, tickLayers } from '../lib/tick-layers.ts'
import { exactTime } from '../lib/time.ts'

interface Props {
  readonly project: string
  /** What the charts cover: that of a spark, or another range. */
  readonly over: '24h' | '14d' | { readonly from: number; readonly to: number }
  /** Names them, newest first, instead of counting them. */
  readonly named?: boolean
}

/** Draws the releases on every chart of the page that has the class `ticks`, and says which they are. */
export function ReleaseTicks({ project, over, named = false }: Props) {
  const { t } = useLingui()
  const { from, to } = typeof over === 'string' ? sparkRange(over, Date.now()) : over
  const { data: ticks = [] } = useQuery(ticksQuery(project, from, to))
  const layers = tickLayers(ticks, from, to)
  useEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--release-ticks', layers)
    return () => void style.removeProperty('--release-ticks')
  }, [layers])
  if (ticks.length === 0) return null
  const newest = ticks.toReversed()
  const listed = newest.map(({ version, at }) => `${version}, ${exactTime(Date.parse(at), locale)}`)
  if (!named)
    return (
      <span className="ms-1.5 text-accent" title={listed.join('\n')}>
        {t`${plural(ticks.length, { one: '# release', other: '# releases' })}`}
      </span>
    )
  return (
    <span className="flex flex-wrap gap-x-2 text-meta text-muted">
      <span className="text-accent" aria-hidden="true">
        ▏
      </span>
      {newest.slice(0, MOST_NAMED).map(({ version }, index) => (
        <Link
          key={version}
          to="/projects/$project/releases/$version"
          params={{ project, version }}
          title={listed[index]}
          className="min-w-0 truncate rounded-control hover:text-fg hover:underline"
        >
          {version}
        </Link>
      ))}
    </span>
  )
}

const MOST_NAMED = 4
