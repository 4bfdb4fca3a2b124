import { VITAL_SHORT } from '#product/traces/ratings.ts'
import type { VitalMark } from '#features/traces/model/vitals.ts'
import { ROW_PX, type Picture } from './picture.ts'
import { vitalLabel } from './vital-words.ts'

type Context = CanvasRenderingContext2D

interface Place {
  readonly top: number
  readonly xOf: (ms: number) => number
}

/** A diamond where each vital was reached: with its value where the span is the vital, else with its name. */
export function drawVitals(context: Context, picture: Picture, span: number, { top, xOf }: Place): void {
  const marks = picture.facts.vitals.get(span) ?? []
  const placed = marks
    .flatMap((mark) => (mark.at === undefined ? [] : [{ mark, x: xOf(mark.at) }]))
    .toSorted((a, b) => a.x - b.x)
  for (const [index, { mark, x }] of placed.entries()) {
    if (x < -6 || x > picture.width + 6) continue
    drawDiamond(context, picture, mark, x, top)
    if (mark.isSpan)
      drawLabel(context, picture, mark, { x, top, from: xOf(picture.facts.model.start[span]!) })
    else drawName(context, picture, mark, { x, top, until: placed[index + 1]?.x ?? picture.width })
  }
}

function drawDiamond(
  context: Context,
  { palette }: Picture,
  { rating }: VitalMark,
  x: number,
  top: number,
): void {
  const y = top + ROW_PX / 2
  context.beginPath()
  context.moveTo(x, y - 6)
  context.lineTo(x + 6, y)
  context.lineTo(x, y + 6)
  context.lineTo(x - 6, y)
  context.closePath()
  context.fillStyle = rating === undefined ? palette.muted : palette[rating]
  context.fill()
  // Without it the mark would be lost on the bar of its visit.
  context.lineWidth = 1.5
  context.strokeStyle = palette.surface
  context.stroke()
}

/** After the diamond, else before the bar. */
function drawLabel(
  context: Context,
  { palette, width }: Picture,
  mark: VitalMark,
  { x, top, from }: { readonly x: number; readonly top: number; readonly from: number },
): void {
  const text = vitalLabel(mark)
  const room = context.measureText(text).width
  context.fillStyle = palette.fg
  context.fillText(
    text,
    x + 10 + room <= width ? x + 10 : Math.min(from, x - 6) - 6 - room,
    top + ROW_PX / 2 + 0.5,
  )
}

/** On a ground of its own, as it stands on the bar; left out where the next mark needs the room. */
function drawName(
  context: Context,
  { palette }: Picture,
  { name }: VitalMark,
  { x, top, until }: { readonly x: number; readonly top: number; readonly until: number },
): void {
  const text = VITAL_SHORT[name]
  const room = context.measureText(text).width
  if (x + 16 + room > until) return
  context.fillStyle = palette.surface
  context.fillRect(x + 7, top + 4, room + 6, ROW_PX - 8)
  context.fillStyle = palette.fg
  context.fillText(text, x + 10, top + ROW_PX / 2 + 0.5)
}
