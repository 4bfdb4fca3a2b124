import { useLayoutEffect, useRef, useState, type PointerEvent } from 'react'
import { categoryOf } from '#features/traces/model/categories.ts'
import type { Interval } from '#features/traces/model/time-scale.ts'
import { clampWindow, isWhole } from '#features/traces/model/zoom.ts'
import type { TraceFacts, TraceLayout } from '#features/traces/trace-layout.ts'
import type { Palette } from './palette.ts'

const HEIGHT_PX = 36
/** A shorter drag is a click with an unsteady hand. */
const DRAG_PX = 4

interface Props {
  readonly facts: TraceFacts
  readonly layout: TraceLayout
  readonly palette: Palette
  /** In folded time. */
  readonly onWindow: (window: Interval) => void
}

/** The whole trace in one line; drag over it to zoom in. The buttons and keys for zooming do the same. */
export function Minimap({ facts, layout, palette, onWindow }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [drag, setDrag] = useState<Interval>()
  const { rows, scale, window } = layout
  useLayoutEffect(() => {
    // After the first picture of the rows, which everybody waits for.
    const frame = requestAnimationFrame(() => drawAll(canvas.current, facts, { rows, scale }, palette))
    return () => cancelAnimationFrame(frame)
  }, [facts, rows, scale, palette])
  const width = scale.to - scale.from || 1
  const share = (time: number) => `${((time - scale.from) / width) * 100}%`
  const at = ({ clientX }: PointerEvent) => {
    const { left, width: pixels } = box.current!.getBoundingClientRect()
    return Math.min(Math.max((clientX - left) / pixels, 0), 1)
  }
  const release = () => {
    if (drag === undefined) return
    setDrag(undefined)
    const [from, to] = drag.from < drag.to ? [drag.from, drag.to] : [drag.to, drag.from]
    const pixels = (to - from) * (box.current?.clientWidth ?? 0)
    if (pixels >= DRAG_PX) {
      onWindow(clampWindow({ from: scale.from + from * width, to: scale.from + to * width }, scale))
    } else {
      const half = (window.to - window.from) / 2
      const middle = scale.from + from * width
      onWindow(clampWindow({ from: middle - half, to: middle + half }, scale))
    }
  }
  return (
    <div
      ref={box}
      aria-hidden="true"
      data-minimap
      className="relative h-9 min-w-0 flex-1 cursor-crosshair touch-none overflow-hidden bg-surface"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        setDrag({ from: at(event), to: at(event) })
      }}
      onPointerMove={(event) => drag !== undefined && setDrag({ from: drag.from, to: at(event) })}
      onPointerUp={release}
      onPointerCancel={() => setDrag(undefined)}
    >
      <canvas ref={canvas} className="absolute inset-0 size-full" />
      {!isWhole(window, scale) && <Outside from={share(window.from)} to={share(window.to)} />}
      {drag !== undefined && <Dragged {...drag} />}
    </div>
  )
}

/** What the window leaves out. */
function Outside({ from, to }: { readonly from: string; readonly to: string }) {
  return (
    <>
      <span className="absolute inset-y-0 start-0 bg-scrim" style={{ width: from }} />
      <span className="absolute inset-y-0 end-0 bg-scrim" style={{ insetInlineStart: to }} />
    </>
  )
}

/** Shares of the width, in the order in which they were passed. */
function Dragged({ from, to }: Interval) {
  const left = Math.min(from, to)
  return (
    <span
      className="absolute inset-y-0 border-x border-accent bg-accent/20"
      style={{ insetInlineStart: `${left * 100}%`, width: `${(Math.max(from, to) - left) * 100}%` }}
    />
  )
}

function drawAll(
  canvas: HTMLCanvasElement | null,
  { model, failed }: TraceFacts,
  { rows, scale }: Pick<TraceLayout, 'rows' | 'scale'>,
  palette: Palette,
): void {
  const context = canvas?.getContext('2d')
  if (!canvas || !context) return
  const width = canvas.clientWidth
  const ratio = window.devicePixelRatio || 1
  canvas.width = Math.round(width * ratio)
  canvas.height = Math.round(HEIGHT_PX * ratio)
  context.scale(ratio, ratio)
  const perMs = width / (scale.to - scale.from || 1)
  const colors = model.trace.ops.map((op) => palette[categoryOf(op)])
  const count = rows.spans.length
  const thick = Math.max(1, Math.min(4, HEIGHT_PX / Math.max(count, 1)))
  const place = (row: number) => Math.min((row / Math.max(count, 1)) * HEIGHT_PX, HEIGHT_PX - thick)
  for (let row = 0; row < count; row += 1) {
    const span = rows.spans[row]!
    const from = (scale.fold(model.start[span]!) - scale.from) * perMs
    const to = (scale.fold(model.end[span]!) - scale.from) * perMs
    context.fillStyle = failed[span] === 1 ? palette.error : colors[model.trace.spans.op[span]!]!
    context.fillRect(from, place(row), Math.max(to - from, 1), thick)
  }
}
