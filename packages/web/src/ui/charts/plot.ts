import UPlot from 'uplot'
import { drawnBands, scaleTop, type Band } from './bands.ts'
import { lonePoints } from './lone-points.ts'
import { drawBands, drawMarks, wordRoom } from './plot-layers.ts'
import { inkOf, type Ink } from './plot-ink.ts'
import type { ChartMark, TimeSpan } from './time-points.ts'

/** Told apart by their form, so that two of them need no colour. */
export type SeriesForm = 'bars' | 'line' | 'dashes'

export interface PlottedSeries {
  readonly form: SeriesForm
  readonly values: ReadonlyArray<number | null>
}

export interface PlotOptions extends TimeSpan {
  readonly height: number
  readonly series: readonly PlottedSeries[]
  readonly bands: readonly Band[]
  readonly marks: readonly ChartMark[]
  readonly valueText: (value: number) => string
  /** `fromMidnight`: a day begins there. */
  readonly timeText: (at: number, fromMidnight: boolean) => string
  /** Undefined: the pointer left. */
  readonly onPoint: (at: number | undefined) => void
}

export interface Plot {
  /** Shows the cursor at a point, or at none. */
  point(at: number | undefined): void
  destroy(): void
}

/** Draws into the element and follows its width; made anew for other data or another theme. */
export function openPlot(host: HTMLElement, options: PlotOptions): Plot {
  const ink = inkOf(host)
  const bands = drawnBands(options.bands, topOf(options))
  let quiet = false
  const plot = new UPlot(
    {
      width: Math.max(1, host.clientWidth),
      height: options.height,
      ms: 1,
      legend: { show: false },
      cursor: cursorOf(ink),
      scales: scalesOf(options),
      axes: axesOf(options, ink),
      series: [{}, ...options.series.map((series) => seriesOf(series, ink))],
      padding: [8, wordRoom(bands, ink), 0, 0],
      hooks: {
        drawClear: [(u) => drawBands(u, bands, ink)],
        drawAxes: [(u) => drawMarks(u, options.marks, ink)],
        setCursor: [
          ({ cursor }) => {
            if (!quiet) options.onPoint((cursor.left ?? -1) < 0 ? undefined : (cursor.idx ?? undefined))
          },
        ],
      },
    },
    dataOf(options),
    host,
  )
  const sized = new ResizeObserver(() => {
    if (host.clientWidth > 0 && host.clientWidth !== plot.width)
      plot.setSize({ width: host.clientWidth, height: options.height })
  })
  sized.observe(host)
  return {
    point(at) {
      quiet = true
      plot.setCursor({ left: at === undefined ? -1 : plot.valToPos(middleOf(options, at), 'x'), top: 0 })
      quiet = false
    },
    destroy() {
      sized.disconnect()
      plot.destroy()
    },
  }
}

const topOf = ({ series, bands }: PlotOptions) =>
  scaleTop(
    series.map(({ values }) => values),
    bands,
  )

/** A point stands in the middle of its time, so that a release within it is drawn beside it. */
const middleOf = ({ from, stepMs }: TimeSpan, at: number) => from + (at + 0.5) * stepMs

function dataOf(options: PlotOptions): UPlot.AlignedData {
  const times = Array.from({ length: options.count }, (_, at) => middleOf(options, at))
  return [times, ...options.series.map(({ values }) => [...values])]
}

function scalesOf(options: PlotOptions): UPlot.Scales {
  const { from, stepMs, count } = options
  return {
    x: { time: true, range: [from, from + stepMs * count] },
    y: { range: [0, topOf(options)] },
  }
}

function cursorOf(ink: Ink): UPlot.Cursor {
  return {
    y: false,
    drag: { x: false, y: false, setScale: false },
    points: { size: 7, fill: ink.line, stroke: ink.surface, width: 2 },
  }
}

const AXIS_WIDTH = 52
const AXIS_HEIGHT = 24
const HOUR_MS = 3_600_000

function axesOf({ valueText, timeText }: PlotOptions, ink: Ink): UPlot.Axis[] {
  const shared = { stroke: ink.subtle, font: ink.font, border: { show: false } }
  return [
    {
      ...shared,
      size: AXIS_HEIGHT,
      gap: 4,
      space: 64,
      grid: { show: false },
      ticks: { stroke: ink.grid, size: 4, width: 1 },
      values: (_, splits) => splits.map((at) => timeText(at, isMidnight(at))),
    },
    {
      ...shared,
      size: AXIS_WIDTH,
      gap: 4,
      space: 32,
      grid: { stroke: ink.grid, width: 1 },
      ticks: { show: false },
      values: (_, splits) => splits.map(valueText),
    },
  ]
}

function isMidnight(at: number): boolean {
  const moment = new Date(at)
  return moment.getHours() === 0 && at % HOUR_MS === 0
}

function seriesOf({ form, values }: PlottedSeries, ink: Ink): UPlot.Series {
  const lone = lonePoints(values)
  const points = { show: true, size: 5, fill: ink.line, stroke: ink.line, filter: () => lone }
  if (form === 'bars') {
    const paths = UPlot.paths.bars!({ size: [0.8, 48], align: 0 })
    return { paths, fill: ink.bars, stroke: ink.bars, width: 0, points: { show: false } }
  }
  return { stroke: ink.line, width: 1.5, points, ...(form === 'dashes' && { dash: [5, 4] }) }
}
