import { useLingui } from '@lingui/react/macro'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState, type MouseEvent, type PointerEvent } from 'react'
import { usePreferences } from '../../lib/preferences.ts'
import { useStorePart } from '../../lib/store.ts'
import { IssueRow, rowId } from './issue-row.tsx'
import { ListHeader } from './list-header.tsx'
import { SkeletonRow } from './list-skeleton.tsx'
import { rowHeight, NARROW_PX } from './row-columns.ts'
import type { Stream } from './stream.ts'
import { hovered, offsetOf, rememberOffset, shownIds, triage } from './triage-store.ts'

/** Rows that are asked for before the reader gets there. */
const AHEAD = 40
const WAITING_ROWS = 3
const HEADER_PX = 28

interface Props {
  readonly stream: Stream
  readonly arrived: ReadonlySet<string>
  readonly onAct: (act: string, issue: string, event: MouseEvent) => void
}

/** One list, however long: only what is on the screen is in the document. */
export function IssueList({ stream, arrived, onAct }: Props) {
  const { t } = useLingui()
  const scroller = useRef<HTMLDivElement>(null)
  const { density } = usePreferences()
  const narrow = useNarrow(scroller)
  const height = rowHeight(density, narrow)
  const { rows } = stream
  const virtualizer = useRows(scroller, stream, height, narrow)
  const picking = useStorePart(triage, ({ selected }) => selected.size > 0)
  return (
    <div
      ref={scroller}
      role="grid"
      tabIndex={0}
      id="issue-list"
      aria-label={t`Issues`}
      aria-rowcount={stream.total + 1}
      aria-multiselectable="true"
      data-picking={picking || undefined}
      className="group/list @container min-h-0 flex-1 overflow-x-hidden overflow-y-auto bg-surface outline-none"
      onClick={(event) => passOn(event, onAct)}
      onPointerOver={point}
      onPointerLeave={() => hovered.set(undefined)}
    >
      <ListHeader period={stream.view.period} />
      <div role="rowgroup" className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const issue = rows[index]
          if (issue === undefined)
            return <SkeletonRow key={index} top={start} height={height} index={index} />
          return (
            <IssueRow
              key={issue.id}
              issue={issue}
              index={index}
              top={start}
              height={height}
              oneLine={density === 'compact' && !narrow}
              arrived={arrived.has(issue.id)}
            />
          )
        })}
      </div>
    </div>
  )
}

type Scroller = { readonly current: HTMLElement | null }

function useRows(scroller: Scroller, stream: Stream, height: number, narrow: boolean) {
  const { rows, answer, list } = stream
  const waiting = answer.hasNextPage ? WAITING_ROWS : 0
  const virtualizer = useVirtualizer({
    count: rows.length + waiting,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 8,
    initialOffset: offsetOf(list),
    useFlushSync: false,
    onChange: ({ scrollOffset }) => rememberOffset(scrollOffset ?? 0),
  })
  useEffect(() => virtualizer.measure(), [virtualizer, height])
  useMoreRows(virtualizer.range?.endIndex ?? 0, stream)
  useCursorInSight(scroller, (index) => {
    const { scrollOffset, scrollRect } = virtualizer
    const view = (scrollRect?.height ?? 0) - (narrow ? 0 : HEADER_PX)
    const top = inSight(index * height, height, scrollOffset ?? 0, view)
    if (top !== undefined) scroller.current?.scrollTo({ top })
  })
  return virtualizer
}

/** Where to scroll so that a row is seen; asking the document instead would make it lay itself out for every key. */
function inSight(top: number, height: number, from: number, view: number): number | undefined {
  if (top < from) return top
  return top + height > from + view ? top + height - view : undefined
}

function useNarrow(scroller: Scroller): boolean {
  const [narrow, setNarrow] = useState(() => window.innerWidth < NARROW_PX)
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setNarrow(entry!.contentRect.width < NARROW_PX))
    observer.observe(scroller.current!)
    return () => observer.disconnect()
  }, [scroller])
  return narrow
}

function useMoreRows(lastShown: number, { rows, answer }: Stream): void {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, isPlaceholderData, fetchNextPage } = answer
  const near = lastShown >= rows.length - AHEAD
  useEffect(() => {
    if (near && hasNextPage && !isFetchingNextPage && !isFetchNextPageError && !isPlaceholderData)
      void fetchNextPage()
  }, [
    near,
    rows.length,
    hasNextPage,
    isFetchingNextPage,
    isFetchNextPageError,
    isPlaceholderData,
    fetchNextPage,
  ])
}

/** Told to the list's element itself: React has nothing to do when the cursor moves. */
function useCursorInSight(scroller: Scroller, show: (index: number) => void): void {
  const latest = useRef(show)
  latest.current = show
  useEffect(() => {
    let shown: string | undefined
    const follow = () => {
      const { cursor } = triage.get()
      if (cursor === shown) return
      const first = shown === undefined
      shown = cursor
      if (cursor === undefined) scroller.current?.removeAttribute('aria-activedescendant')
      else scroller.current?.setAttribute('aria-activedescendant', rowId(cursor))
      const index = shownIds().indexOf(cursor ?? '')
      if (!first && index !== -1) latest.current(index)
    }
    follow()
    return triage.subscribe(follow)
  }, [scroller])
}

function issueUnder(target: EventTarget): string | undefined {
  return (target as Element).closest<HTMLElement>('[data-issue]')?.dataset['issue']
}

function point({ target, pointerType }: PointerEvent): void {
  if (pointerType === 'mouse') hovered.set(issueUnder(target))
}

/** Rows have no handlers of their own: ten thousand of them would each bring some. */
function passOn(event: MouseEvent, onAct: Props['onAct']): void {
  const issue = issueUnder(event.target)
  if (issue === undefined) return
  const act = (event.target as Element).closest<HTMLElement>('[data-act]')?.dataset['act']
  onAct(act ?? 'row', issue, event)
}
