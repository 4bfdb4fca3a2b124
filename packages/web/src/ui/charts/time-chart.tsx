import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useMemo, useState, type KeyboardEvent } from 'react'
import { cx } from '#ui/base/class-names.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import type { Band } from './bands.ts'
import { axisText, pointText, startText } from './point-times.ts'
import type { PlottedSeries, SeriesForm } from './plot.ts'
import { latestPoint, marksByPoint, movedCursor, type ChartMark, type TimeSpan } from './time-points.ts'
import { usePlot } from './use-plot.ts'

export interface ChartSeries extends PlottedSeries {
  readonly name: string
}

/** What else is known about each point. */
export interface ChartFact {
  /** The head of its column. */
  readonly name: string
  readonly cell: (at: number) => string
  /** In the readout, where no head says what it is. */
  readonly said: (at: number) => string | undefined
}

interface Props {
  readonly name: string
  readonly span: TimeSpan
  readonly series: readonly ChartSeries[]
  readonly text: (value: number) => string
  /** At the axis, where it says less than in the readout. */
  readonly axis?: (value: number) => string
  readonly bands?: readonly Band[]
  readonly marks?: readonly ChartMark[]
  /** The head of their column; “Releases” without it. */
  readonly marksName?: string
  readonly facts?: readonly ChartFact[]
  readonly height?: number
}

const HEIGHT = 152
const NO_BANDS: readonly Band[] = []
const NO_MARKS: readonly ChartMark[] = []
const NO_FACTS: readonly ChartFact[] = []

/**
 * Values over time: one tab stop, whose arrow keys move a cursor from point to point; the line below says the numbers of
 * the point, a polite live region repeats them, and a table has all of them.
 */
export function TimeChart(props: Props) {
  const { t } = useLingui()
  const { span, series } = props
  const [picked, pick] = useState<number>()
  const [said, say] = useState('')
  const [failed, setFailed] = useState(false)
  const points = usePoints(props)
  const latest = useMemo(
    () =>
      latestPoint(
        series.map(({ values }) => values),
        span.count,
      ),
    [series, span.count],
  )
  const at = Math.min(picked ?? latest, Math.max(0, span.count - 1))
  const move = (to: number) => {
    pick(to)
    say(points.words(to).join(', '))
  }
  return (
    <figure className="grid grid-cols-1 gap-2">
      {failed ? (
        <Notice tone="warning" title={t`Couldn’t load the chart`}>
          <Trans>The table has the same numbers.</Trans>
        </Notice>
      ) : (
        <Drawing {...props} at={at} {...{ picked, pick, move }} onFailure={() => setFailed(true)} />
      )}
      <Readout points={points} at={at} series={series} tall={props.facts !== undefined} />
      <p className="sr-only" aria-live="polite">
        {said}
      </p>
      <details open={failed}>
        <summary className="w-fit rounded-control py-1 text-meta text-muted hover:text-fg">
          <Trans>Show as table</Trans>
        </summary>
        <ChartTable points={points} {...props} />
      </details>
    </figure>
  )
}

interface DrawingProps extends Props {
  readonly at: number
  readonly picked: number | undefined
  readonly pick: (at: number | undefined) => void
  /** By key, which is announced. */
  readonly move: (at: number) => void
  readonly onFailure: () => void
}

function Drawing({ name, span, series, text, at, picked, pick, move, onFailure, ...rest }: DrawingProps) {
  const { bands = NO_BANDS, marks = NO_MARKS, height = HEIGHT, axis = text } = rest
  const { t } = useLingui()
  const help = useId()
  const options = useMemo(
    () => ({ ...span, series, bands, marks, height, valueText: axis, timeText: axisText, onPoint: pick }),
    [span, series, bands, marks, height, axis, pick],
  )
  const host = usePlot(options, picked, onFailure)
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const to = movedCursor(event, at, span.count)
    if (to === undefined) return
    event.preventDefault()
    move(to)
  }
  return (
    <div
      role="application"
      tabIndex={0}
      aria-roledescription={t`chart`}
      aria-label={name}
      aria-describedby={help}
      className="rounded-control"
      style={{ height }}
      onKeyDown={press}
      onBlur={() => pick(undefined)}
    >
      <div ref={host} aria-hidden="true" />
      <span id={help} hidden>
        <Trans>Arrow keys move from point to point, with Shift by ten; Home and End lead to the ends.</Trans>
      </span>
    </div>
  )
}

interface Points {
  readonly value: (series: ChartSeries, at: number) => string | undefined
  readonly facts: (at: number) => readonly string[]
  readonly marks: (at: number) => readonly string[]
  readonly when: (at: number) => string
  /** All of it, for those who hear the chart. */
  readonly words: (at: number) => readonly string[]
}

function usePoints({ span, series, text, marks = NO_MARKS, facts = NO_FACTS }: Props): Points {
  const { t } = useLingui()
  const marked = useMemo(() => marksByPoint(marks, span), [marks, span])
  const points = {
    value: ({ values }: ChartSeries, at: number) => {
      const value = values[at]
      return typeof value === 'number' ? text(value) : undefined
    },
    facts: (at: number) => facts.flatMap(({ said }) => said(at) ?? []),
    marks: (at: number) => (marked[at] ?? []).map((mark) => mark.text),
    when: (at: number) => pointText(span, at),
  }
  const words = (at: number) => [
    points.when(at),
    ...series.map((one) => `${one.name} ${points.value(one, at) ?? t`no data`}`),
    ...points.facts(at),
    ...points.marks(at),
  ]
  return { ...points, words }
}

interface ReadoutProps {
  readonly points: Points
  readonly at: number
  readonly series: readonly ChartSeries[]
  /** It has more to say than values. */
  readonly tall: boolean
}

/** As high as most points need, so that what is below does not move with the cursor. */
function Readout({ points, at, series, tall }: ReadoutProps) {
  const { t } = useLingui()
  return (
    <figcaption
      className={cx(
        'flex flex-wrap content-start items-baseline gap-x-3 text-meta text-muted',
        tall ? 'min-h-12' : 'min-h-9',
      )}
    >
      <span className="font-strong text-fg">{points.when(at)}</span>
      {series.map((one) => (
        <span key={one.name} className="inline-flex items-baseline gap-1.5">
          {series.length > 1 && <Swatch form={one.form} />}
          {one.name}
          <b className="font-strong text-fg tabular-nums">{points.value(one, at) ?? t`no data`}</b>
        </span>
      ))}
      {points.facts(at).map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
      {points.marks(at).map((mark) => (
        <span key={mark} className="text-accent">
          {mark}
        </span>
      ))}
    </figcaption>
  )
}

/** How a series looks. */
function Swatch({ form }: { readonly form: SeriesForm }) {
  if (form === 'bars') return <span className="size-2.5 bg-line-strong" aria-hidden="true" />
  return (
    <svg className="self-center" width="16" height="4" viewBox="0 0 16 4" aria-hidden="true">
      <path
        d="M0 2H16"
        className="stroke-fg"
        strokeWidth="1.5"
        strokeDasharray={form === 'dashes' ? '5 4' : undefined}
      />
    </svg>
  )
}

/** Newest first, as a reader expects a log. */
function ChartTable(props: Props & { readonly points: Points }) {
  const { name, span, series, marks, marksName, facts = NO_FACTS, points } = props
  const rows = Array.from({ length: span.count }, (_, index) => span.count - 1 - index)
  const head = 'py-1 ps-3 text-end font-strong whitespace-nowrap'
  return (
    <div className="max-h-80 overflow-auto" tabIndex={0} role="region" aria-label={name}>
      <table className="mt-1 w-full text-meta" aria-label={name}>
        <thead className="text-subtle">
          <tr>
            <th scope="col" className="py-1 text-start font-strong">
              <Trans>From</Trans>
            </th>
            {[...series, ...facts].map((column) => (
              <th key={column.name} scope="col" className={head}>
                {column.name}
              </th>
            ))}
            {marks !== undefined && (
              <th scope="col" className="py-1 ps-3 text-start font-strong whitespace-nowrap">
                {marksName ?? <Trans>Releases</Trans>}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((at) => (
            <tr key={at} className="border-t border-line">
              <th scope="row" className="py-0.5 text-start font-normal whitespace-nowrap">
                {startText(span, at)}
              </th>
              {series.map((one) => (
                <td key={one.name} className="ps-3 text-end whitespace-nowrap">
                  {points.value(one, at) ?? '–'}
                </td>
              ))}
              {facts.map((fact) => (
                <td key={fact.name} className="ps-3 text-end whitespace-nowrap">
                  {fact.cell(at)}
                </td>
              ))}
              {marks !== undefined && (
                <td className="ps-3">
                  <span className="block min-w-36 break-words">{points.marks(at).join(', ')}</span>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
