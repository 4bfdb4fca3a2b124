import { categoryOf } from '#features/traces/model/categories.ts'
import { spanOp } from '#features/traces/model/trace-model.ts'
import { durationText } from '#product/traces/duration.ts'
import { locale } from '#lib/i18n/i18n.ts'
import { drawVitals } from './draw-vitals.ts'
import { ROW_PX, type Picture } from './picture.ts'

const BAR_PX = 12
const BAR_TOP = (ROW_PX - BAR_PX) / 2
const LEAST_BAR_PX = 2
const DIMMED = 0.35

type Context = CanvasRenderingContext2D

/** The bars of the rows from `first` to `end`, each at the height of its row. */
export function drawBars(context: Context, picture: Picture): void {
  const { layout, palette, first, end } = picture
  const xOf = projection(picture)
  context.font = palette.font
  context.textBaseline = 'middle'
  drawGaps(context, picture)
  for (let row = first; row < end; row += 1) {
    drawRow(context, picture, layout.rows.spans[row]!, (row - first) * ROW_PX, xOf)
  }
}

/** Milliseconds of the trace to pixels of the canvas. */
export function projection({ layout, width }: Pick<Picture, 'layout' | 'width'>): (ms: number) => number {
  const { scale, window } = layout
  const perMs = width / (window.to - window.from || 1)
  return (ms) => (scale.fold(ms) - window.from) * perMs
}

function drawRow(
  context: Context,
  picture: Picture,
  span: number,
  top: number,
  xOf: (ms: number) => number,
): void {
  const { facts, layout, palette, width } = picture
  const { model } = facts
  const from = xOf(model.start[span]!)
  const to = Math.max(xOf(model.end[span]!), from + LEAST_BAR_PX)
  const isOff = layout.path !== undefined && layout.path.has[span] === 0
  const isContext = layout.matches !== undefined && layout.matches[span] === 0
  context.globalAlpha = isOff || isContext ? DIMMED : 1
  if (to >= 0 && from <= width) {
    const left = Math.max(from, 0)
    context.fillStyle = palette[categoryOf(spanOp(model, span))]
    context.fillRect(left, top + BAR_TOP, Math.min(to, width) - left, BAR_PX)
  }
  context.globalAlpha = 1
  drawErrors(context, picture, span, { top, to, xOf })
  drawText(context, picture, span, { top, from, to })
  drawVitals(context, picture, span, { top, xOf })
}

/** Where no vital has a word of its own the duration stands beside the bar: after it, else before it. */
function drawText(
  context: Context,
  { facts, palette, width }: Picture,
  span: number,
  { top, from, to }: { readonly top: number; readonly from: number; readonly to: number },
): void {
  const { model, vitals } = facts
  if (to < 0 || from > width || vitals.get(span)?.[0]?.isSpan === true) return
  const text = durationText(model.end[span]! - model.start[span]!, locale)
  const room = context.measureText(text).width + 8
  const isFailed = facts.failed[span] === 1
  const after = Math.max(to, 0) + (isFailed ? 14 : 6)
  const x = after + room <= width ? after : from - room >= 0 ? from - room + 2 : undefined
  if (x === undefined) return
  context.fillStyle = palette.muted
  context.fillText(text, x, top + ROW_PX / 2 + 0.5)
}

function drawErrors(
  context: Context,
  { facts, palette, width }: Picture,
  span: number,
  { top, to, xOf }: { readonly top: number; readonly to: number; readonly xOf: (ms: number) => number },
): void {
  if (facts.failed[span] !== 1) return
  const { trace } = facts.model
  const errors = facts.errors.get(span) ?? []
  const places = errors.map(({ occurredAt }) => xOf(Date.parse(occurredAt) - trace.startedAt))
  // A status without an event has no moment of its own: it stands at the end of the bar.
  for (const x of places.length > 0 ? places : [to + 4]) {
    const at = Math.min(Math.max(x, 5), width - 5)
    if (x < -5 || x > width + 5) continue
    context.beginPath()
    context.arc(at, top + ROW_PX / 2, 4.5, 0, 2 * Math.PI)
    context.fillStyle = palette.error
    context.fill()
    context.lineWidth = 1.5
    context.strokeStyle = palette.surface
    context.stroke()
  }
}

/** Hatched over all rows: nothing ran here, and it is drawn shorter than it was. */
function drawGaps(context: Context, { layout, palette, width, first, end }: Picture): void {
  const { scale, window } = layout
  const perMs = width / (window.to - window.from || 1)
  const height = (end - first) * ROW_PX
  for (const { at, drawn } of scale.gaps) {
    const from = (at - window.from) * perMs
    const to = (at + drawn - window.from) * perMs
    if (to < 0 || from > width) continue
    context.save()
    context.beginPath()
    context.rect(from, 0, to - from, height)
    context.clip()
    context.fillStyle = palette.sunken
    context.fillRect(from, 0, to - from, height)
    context.strokeStyle = palette.line
    context.lineWidth = 1
    context.beginPath()
    for (let y = -(to - from); y < height; y += 6) {
      context.moveTo(from, y + (to - from))
      context.lineTo(to, y)
    }
    context.stroke()
    context.restore()
  }
}

/** The critical path: a line below every stretch that was waited for. */
export function drawPath(context: Context, picture: Picture): void {
  const { layout, palette, first, end, width } = picture
  const { path, rows } = layout
  if (path === undefined) return
  const xOf = projection(picture)
  context.fillStyle = palette.fg
  for (const { span, from, to } of path.parts) {
    const row = rows.rowOf[span]!
    if (row < first || row >= end) continue
    const left = Math.max(xOf(from), 0)
    const right = Math.min(Math.max(xOf(to), left + 1), width)
    if (right > left) context.fillRect(left, (row - first) * ROW_PX + BAR_TOP + BAR_PX + 1, right - left, 3)
  }
}
