import type { RouteSeries, VitalName } from '@hindcast/contract/routes/route-stats.ts'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { countOf } from '#lib/i18n/format.ts'
import { locale } from '#lib/i18n/i18n.ts'
import { useRatingWords } from '#product/traces/rating-mark.tsx'
import { ratingOf, VITAL_LIMITS, vitalText } from '#product/traces/ratings.ts'
import type { Band } from '#ui/charts/bands.ts'
import { TimeChart, type ChartFact } from '#ui/charts/time-chart.tsx'
import { spanOf, type ChartMark } from '#ui/charts/time-points.ts'

interface Props {
  readonly vital: VitalName
  /** The whole name of the vital. */
  readonly name: string
  readonly series: RouteSeries
  readonly marks: readonly ChartMark[]
}

/** The 75th percentile of a vital over time, with the limits it is rated by. */
export function VitalChart({ vital, name, series, marks }: Props) {
  const { t } = useLingui()
  const words = useRatingWords()
  const { good, 'needs-work': needsWork, poor } = words
  const span = useMemo(() => spanOf(series), [series])
  const lines = useMemo(
    () => [
      {
        name: t`75th percentile`,
        form: 'line' as const,
        values: series.buckets.map(({ vitals }) => vitals[vital]?.p75 ?? null),
      },
    ],
    [t, series, vital],
  )
  const text = useMemo(() => (value: number) => vitalText(vital, value, locale), [vital])
  const bands = useMemo(() => bandsOf(vital, [good, needsWork, poor]), [vital, good, needsWork, poor])
  const at = (point: number) => series.buckets[point]?.vitals[vital] ?? undefined
  const ratingAt = (point: number) => {
    const found = at(point)
    return found === undefined ? undefined : words[ratingOf(vital, found.p75)]
  }
  const measured = (samples: number) =>
    t`${plural(samples, { one: '# measurement', other: '# measurements' })}`
  const facts: readonly ChartFact[] = [
    { name: t`Rating`, cell: (point) => ratingAt(point) ?? '–', said: ratingAt },
    {
      name: t`Measured`,
      cell: (point) => countOf(at(point)?.samples ?? 0, locale),
      said: (point) => (at(point) === undefined ? undefined : measured(at(point)!.samples)),
    },
  ]
  return (
    <TimeChart
      name={t`${name} over time`}
      span={span}
      series={lines}
      text={text}
      bands={bands}
      marks={marks}
      facts={facts}
    />
  )
}

type Words = readonly [good: string, needsWork: string, poor: string]

function bandsOf(vital: VitalName, [good, needsWork, poor]: Words): readonly Band[] {
  const [goodUpTo, poorFrom] = VITAL_LIMITS[vital]
  return [
    { word: good, upTo: goodUpTo, pattern: 'plain', colour: '--mark-success' },
    { word: needsWork, upTo: poorFrom, pattern: 'sparse', colour: '--mark-warning' },
    { word: poor, upTo: undefined, pattern: 'dense', colour: '--mark-error' },
  ]
}
