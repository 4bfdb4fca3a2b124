import { useLayoutEffect, useRef } from 'react'
import type { TraceFacts, TraceLayout } from '#features/traces/trace-layout.ts'
import { drawBars, drawPath } from './draw-bars.ts'
import { ROW_PX } from './picture.ts'
import type { Palette } from './palette.ts'
import type { Viewport } from './use-viewport.ts'

interface Props {
  readonly facts: TraceFacts
  readonly layout: TraceLayout
  readonly palette: Palette
  readonly viewport: Viewport
}

/** One canvas behind the rows in the document. It scrolls with them, so that a bar never leaves its row. */
export function Bars({ facts, layout, palette, viewport }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const { first, end, bars: width } = viewport
  const height = Math.max(0, end - first) * ROW_PX
  useLayoutEffect(() => {
    const element = canvas.current
    const context = element?.getContext('2d')
    if (element === null || !context || width === 0) return
    const ratio = window.devicePixelRatio || 1
    element.width = Math.round(width * ratio)
    element.height = Math.round(height * ratio)
    context.scale(ratio, ratio)
    const picture = { facts, layout, palette, width, first, end }
    drawBars(context, picture)
    drawPath(context, picture)
  }, [facts, layout, palette, width, height, first, end])
  return (
    <canvas
      ref={canvas}
      aria-hidden="true"
      className="pointer-events-none absolute end-0"
      style={{ top: first * ROW_PX, width, height }}
    />
  )
}
