import type UPlot from 'uplot'
import type { BandPattern, DrawnBand } from './bands.ts'
import type { Ink } from './plot-ink.ts'
import type { ChartMark } from './time-points.ts'

/** CSS pixels between the strokes of a pattern. */
const SPACING: Readonly<Record<Exclude<BandPattern, 'plain'>, number>> = { sparse: 12, dense: 6 }
const STRENGTH = 0.3
/** A lower band has no room for its word. */
const WORD_HEIGHT = 12
const WORD_GAP = 6

/** How much room, in CSS pixels, the words of the bands need beside the drawing. */
export function wordRoom(bands: readonly DrawnBand[], { font }: Ink): number {
  const ctx = document.createElement('canvas').getContext('2d')
  if (ctx === null || bands.length === 0) return WORD_GAP
  ctx.font = font
  return Math.ceil(Math.max(...bands.map(({ word }) => ctx.measureText(word).width))) + WORD_GAP
}

/** Limits as dashed lines; above them hatched, the worse the denser, with the word of each band beside it. */
export function drawBands(u: UPlot, bands: readonly DrawnBand[], ink: Ink): void {
  const { ctx, bbox } = u
  const scale = devicePixelRatio
  ctx.save()
  for (const band of bands) {
    const [top, bottom] = [u.valToPos(band.to, 'y', true), u.valToPos(band.from, 'y', true)]
    const colour = ink.of(band.colour)
    const area = { left: bbox.left, top, width: bbox.width, height: bottom - top }
    if (band.pattern !== 'plain') hatch(ctx, area, SPACING[band.pattern] * scale, colour)
    if (band.upTo === band.to) limit(ctx, area, colour)
    if (area.height >= WORD_HEIGHT * scale) word(ctx, area, band.word, ink)
  }
  ctx.restore()
}

interface Area {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

function hatch(ctx: CanvasRenderingContext2D, area: Area, spacing: number, colour: string): void {
  ctx.save()
  ctx.beginPath()
  ctx.rect(area.left, area.top, area.width, area.height)
  ctx.clip()
  ctx.globalAlpha = STRENGTH
  ctx.strokeStyle = colour
  ctx.lineWidth = devicePixelRatio
  ctx.beginPath()
  for (let x = area.left - area.height; x < area.left + area.width; x += spacing) {
    ctx.moveTo(x, area.top + area.height)
    ctx.lineTo(x + area.height, area.top)
  }
  ctx.stroke()
  ctx.restore()
}

function limit(ctx: CanvasRenderingContext2D, { left, top, width }: Area, colour: string): void {
  ctx.save()
  ctx.strokeStyle = colour
  ctx.lineWidth = devicePixelRatio
  ctx.setLineDash([6 * devicePixelRatio, 3 * devicePixelRatio])
  ctx.beginPath()
  ctx.moveTo(left, top)
  ctx.lineTo(left + width, top)
  ctx.stroke()
  ctx.restore()
}

function word(ctx: CanvasRenderingContext2D, area: Area, text: string, ink: Ink): void {
  ctx.save()
  ctx.font = ink.font.replace(/^\d+px/, `${11 * devicePixelRatio}px`)
  ctx.textAlign = 'left'
  ctx.textBaseline = 'middle'
  ctx.fillStyle = ink.subtle
  ctx.fillText(text, area.left + area.width + WORD_GAP * devicePixelRatio, area.top + area.height / 2)
  ctx.restore()
}

/** A line with a head for each release. */
export function drawMarks(u: UPlot, marks: readonly ChartMark[], ink: Ink): void {
  const { ctx, bbox } = u
  const head = 4 * devicePixelRatio
  ctx.save()
  ctx.strokeStyle = ink.accent
  ctx.fillStyle = ink.accent
  ctx.lineWidth = devicePixelRatio
  for (const { at } of marks) {
    const x = u.valToPos(at, 'x', true)
    if (x < bbox.left || x > bbox.left + bbox.width) continue
    ctx.beginPath()
    ctx.moveTo(x, bbox.top)
    ctx.lineTo(x, bbox.top + bbox.height)
    ctx.stroke()
    ctx.beginPath()
    ctx.moveTo(x - head, bbox.top - head)
    ctx.lineTo(x + head, bbox.top - head)
    ctx.lineTo(x, bbox.top + head)
    ctx.fill()
  }
  ctx.restore()
}
