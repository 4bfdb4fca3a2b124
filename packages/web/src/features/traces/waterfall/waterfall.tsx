import { useLingui } from '@lingui/react/macro'
import {
  useEffect,
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react'
import type { Interval } from '#features/traces/model/time-scale.ts'
import { zoomBy } from '#features/traces/model/zoom.ts'
import type { TraceFacts, TraceLayout } from '#features/traces/trace-layout.ts'
import { Axis } from './axis.tsx'
import { Bars } from './bars.tsx'
import { ROW_PX } from './picture.ts'
import type { Palette } from './palette.ts'
import { clickedRow, SpanRow } from './span-row.tsx'
import { treeKey, type TreeMove } from './tree-keys.ts'
import { columnsOf, useViewport, type Viewport } from './use-viewport.ts'

interface Props {
  readonly facts: TraceFacts
  readonly layout: TraceLayout
  readonly palette: Palette
  readonly collapsed: ReadonlySet<number>
  /** -1: none. */
  readonly selected: number
  /** Set by whoever moves the cursor from elsewhere and wants the keyboard to follow. */
  readonly takeFocus: RefObject<boolean>
  readonly onMove: (move: TreeMove) => void
  readonly onWindow: (window: Interval) => void
}

/** The spans as a tree that the keyboard walks through, and beside it their bars. */
export function Waterfall(props: Props) {
  const { t } = useLingui()
  const { facts, layout, palette, collapsed, selected, onMove } = props
  const { rows } = layout
  const scroller = useRef<HTMLDivElement>(null)
  const count = rows.spans.length
  const viewport = useViewport(scroller, count)
  const cursor = selected < 0 ? -1 : rows.rowOf[selected]!
  useCursorInSight(scroller, cursor, viewport.height, props.takeFocus)
  useWheelZoom(scroller, props, viewport)
  const onKeyDown = (event: KeyboardEvent) => {
    const move = treeKey(event, facts.model, rows, collapsed, { cursor, page: pageOf(viewport) })
    if (move === undefined) return
    event.preventDefault()
    onMove(move)
  }
  const onClick = (event: MouseEvent) => {
    const clicked = clickedRow(event)
    if (clicked === undefined) return
    const span = rows.spans[clicked.row]!
    onMove(clicked.fold ? { kind: 'fold', span } : { kind: 'open', span })
  }
  return (
    <div
      role="treegrid"
      id="waterfall"
      aria-label={t`Spans of the trace`}
      aria-rowcount={count + 1}
      aria-colcount={viewport.numbers + 2}
      className="flex min-h-0 flex-1 flex-col bg-surface"
      style={{ '--columns': columnsOf(viewport) } as object}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      <Header viewport={viewport} layout={layout} />
      <div ref={scroller} className="min-h-0 flex-1 overflow-x-hidden overflow-y-scroll">
        <div role="rowgroup" className="relative" style={{ height: count * ROW_PX }}>
          {shownRows(viewport, cursor).map((row) => (
            <SpanRow
              key={rows.spans[row]}
              facts={facts}
              rows={rows}
              row={row}
              collapsed={collapsed.has(rows.spans[row]!)}
              selected={row === cursor}
              reachable={row === Math.max(cursor, 0)}
              context={layout.matches !== undefined && layout.matches[rows.spans[row]!] === 0}
              numbers={viewport.numbers}
              levels={viewport.levels}
            />
          ))}
          <Bars facts={facts} layout={layout} palette={palette} viewport={viewport} />
        </div>
      </div>
    </div>
  )
}

function Header({ viewport, layout }: { readonly viewport: Viewport; readonly layout: TraceLayout }) {
  const { t } = useLingui()
  return (
    <div
      role="rowgroup"
      className="shrink-0 overflow-hidden border-b border-line bg-canvas text-meta text-subtle"
    >
      <div role="row" aria-rowindex={1} className="grid h-6 grid-cols-(--columns) items-center">
        <span role="columnheader" className="ps-3">{t`Span`}</span>
        {viewport.numbers > 1 && (
          <span
            role="columnheader"
            className="pe-2 text-end"
            title={t`Time in which none of its children ran`}
          >{t`Self time`}</span>
        )}
        {viewport.numbers > 0 && <span role="columnheader" className="pe-3 text-end">{t`Duration`}</span>}
        <div role="columnheader" className="h-full text-axis" aria-label={t`Timeline`}>
          {/* A trace without length has no times to show, and a head without text is none. */}
          <span className="sr-only">{t`Timeline`}</span>
          <Axis layout={layout} width={viewport.bars} />
        </div>
      </div>
    </div>
  )
}

function pageOf({ height }: Viewport): number {
  return Math.max(1, Math.floor(height / ROW_PX) - 1)
}

/** The row with the focus stays in the document when it is scrolled away, else the keyboard would lose its place. */
function shownRows({ first, end }: Viewport, cursor: number): readonly number[] {
  const shown = Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index)
  return cursor >= 0 && (cursor < first || cursor >= end) ? [...shown, cursor] : shown
}

/** The first time in the middle of the screen, so that a linked span is seen with what is around it. */
function useCursorInSight(
  scroller: RefObject<HTMLDivElement | null>,
  cursor: number,
  height: number,
  takeFocus: RefObject<boolean>,
): void {
  const placed = useRef(false)
  const known = height > 0
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null || cursor < 0 || !known) return
    const top = cursor * ROW_PX
    const { scrollTop, clientHeight } = element
    if (!placed.current) element.scrollTop = top - clientHeight / 2
    else if (top < scrollTop) element.scrollTop = top
    else if (top + ROW_PX > scrollTop + clientHeight) element.scrollTop = top + ROW_PX - clientHeight
    placed.current = true
  }, [scroller, cursor, known])
  useEffect(() => {
    const element = scroller.current
    const within = element?.contains(document.activeElement) === true
    if (element === null || cursor < 0 || (!within && !takeFocus.current)) return
    takeFocus.current = false
    element.querySelector<HTMLElement>(`[data-row="${cursor}"]`)?.focus({ preventScroll: true })
  }, [scroller, cursor, known, takeFocus])
}

/** Zooms with Ctrl or Cmd only: a wheel without is for scrolling. */
function useWheelZoom(
  scroller: RefObject<HTMLDivElement | null>,
  { layout, onWindow }: Pick<Props, 'layout' | 'onWindow'>,
  { bars }: Viewport,
): void {
  const latest = useRef({ layout, onWindow, bars })
  latest.current = { layout, onWindow, bars }
  useEffect(() => {
    const element = scroller.current
    const zoom = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      const { layout: now, onWindow: show, bars: width } = latest.current
      const { right } = element!.getBoundingClientRect()
      const left = right - (element!.offsetWidth - element!.clientWidth) - width
      const share = Math.min(Math.max((event.clientX - left) / (width || 1), 0), 1)
      const around = now.window.from + share * (now.window.to - now.window.from)
      show(zoomBy(now.window, Math.exp(event.deltaY * 0.004), around, now.scale))
    }
    // React listens passively, and a passive listener cannot keep the browser from zooming the page.
    element?.addEventListener('wheel', zoom, { passive: false })
    return () => element?.removeEventListener('wheel', zoom)
  }, [scroller])
}
