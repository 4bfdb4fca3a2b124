import type { NavigationBucket, NavigationSeries } from '@hindcast/contract/navigations/navigations.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { countOf } from '#lib/i18n/format.ts'
import { locale } from '#lib/i18n/i18n.ts'
import { useReleaseMarks } from '#product/releases/use-release-marks.ts'
import { durationText } from '#product/traces/duration.ts'
import { TimeChart, type ChartSeries } from '#ui/charts/time-chart.tsx'
import { spanOf } from '#ui/charts/time-points.ts'
import { Panel } from '#ui/layout/panel.tsx'

interface Props {
  readonly project: string
  readonly series: NavigationSeries
}

/** How long users waited and what failed, beside the releases: a deploy that broke navigations stands out. */
export function NavigationCharts({ project, series }: Props) {
  const { t } = useLingui()
  const span = useMemo(() => spanOf(series), [series])
  const marks = useReleaseMarks(project, span)
  const waits = useMemo((): readonly ChartSeries[] => {
    const values = series.buckets.map(({ waitP75 }) => waitP75)
    return [{ name: t`Waiting time (p75)`, form: 'line', values }]
  }, [t, series])
  const failures = useMemo((): readonly ChartSeries[] => {
    const valuesOf = (value: (bucket: NavigationBucket) => number) => series.buckets.map(value)
    return [
      { name: t`Failed`, form: 'bars', values: valuesOf(({ failed }) => failed) },
      { name: t`On an old release`, form: 'line', values: valuesOf((bucket) => bucket.failedAfterDeploy) },
    ]
  }, [t, series])
  const hasFailures = series.buckets.some(({ failed }) => failed > 0)
  return (
    <div className="grid auto-cols-fr grid-flow-col gap-4 max-pane:grid-flow-row">
      <Panel title={<Trans>Waiting time</Trans>}>
        <div className="p-3">
          <TimeChart name={t`Waiting time over time`} {...{ span, marks }} series={waits} text={timeText} />
        </div>
      </Panel>
      {hasFailures && (
        <Panel title={<Trans>Failed navigations</Trans>}>
          <div className="p-3">
            <TimeChart
              name={t`Failed navigations over time`}
              {...{ span, marks }}
              series={failures}
              text={failureText}
            />
          </div>
        </Panel>
      )}
    </div>
  )
}

const timeText = (value: number) => durationText(value, locale)
const failureText = (value: number) => countOf(Math.round(value), locale)
