import type { RouteSeries } from '@hindcast/contract/routes/route-stats.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { countOf } from '#lib/i18n/format.ts'
import { locale } from '#lib/i18n/i18n.ts'
import { durationText } from '#product/traces/duration.ts'
import { TimeChart, type ChartSeries } from '#ui/charts/time-chart.tsx'
import { spanOf, type ChartMark } from '#ui/charts/time-points.ts'
import { Panel } from '#ui/layout/panel.tsx'
import { valuesOf } from './route-series.ts'

interface Props {
  readonly series: RouteSeries
  readonly marks: readonly ChartMark[]
  /** Visits were sampled: their numbers are extrapolated. */
  readonly isEstimate: boolean
}

/** How many came, and how long they waited for a navigation or an answer, side by side. */
export function RouteCharts(props: Props) {
  return (
    <div className="grid grid-cols-2 gap-4 max-pane:grid-cols-1">
      <Traffic {...props} />
      <Durations {...props} />
    </div>
  )
}

function Traffic({ series, marks, isEstimate }: Props) {
  const { t } = useLingui()
  const span = useMemo(() => spanOf(series), [series])
  const traffic = useMemo(
    () =>
      present([
        { name: t`Visits`, form: 'bars', values: valuesOf(series, ({ visits }) => visits) },
        { name: t`Requests`, form: 'line', values: valuesOf(series, ({ requests }) => requests) },
      ]),
    [t, series],
  )
  if (traffic.length === 0) return null
  return (
    <Panel title={<Trans>Traffic</Trans>}>
      <div className="p-3">
        <TimeChart
          name={t`Traffic over time`}
          {...{ span, marks }}
          series={traffic}
          text={isEstimate ? estimateText : visitText}
          axis={visitText}
        />
        {isEstimate && (
          <p className="text-meta text-subtle">
            <Trans>Extrapolated by the sample rates of the senders.</Trans>
          </p>
        )}
      </div>
    </Panel>
  )
}

function Durations({ series, marks }: Props) {
  const { t } = useLingui()
  const span = useMemo(() => spanOf(series), [series])
  const durations = useMemo(
    () =>
      present([
        {
          name: t`Navigation (p75)`,
          form: 'line',
          values: valuesOf(series, ({ navigationP75 }) => navigationP75),
        },
        {
          name: t`Server time (p95)`,
          form: 'dashes',
          values: valuesOf(series, ({ serverP95 }) => serverP95),
        },
      ]),
    [t, series],
  )
  if (durations.length === 0) return null
  return (
    <Panel title={<Trans>Durations</Trans>}>
      <div className="p-3">
        <TimeChart name={t`Durations over time`} {...{ span, marks }} series={durations} text={timeText} />
      </div>
    </Panel>
  )
}

type MaybeSeries = Omit<ChartSeries, 'values'> & { readonly values: ChartSeries['values'] | undefined }

function present(series: readonly MaybeSeries[]): readonly ChartSeries[] {
  return series.flatMap(({ values, ...rest }) => (values === undefined ? [] : [{ ...rest, values }]))
}

const visitText = (value: number) => countOf(Math.round(value), locale)
const estimateText = (value: number) => `~${visitText(value)}`
const timeText = (value: number) => durationText(value, locale)
