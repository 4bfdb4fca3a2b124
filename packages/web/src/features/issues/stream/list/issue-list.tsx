import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, type MouseEvent, type PointerEvent } from 'react'
import { usePreferences } from '#product/session/preferences.ts'
import { useSelector } from '@tanstack/react-store'
import { IssueRow, rowId } from './issue-row.tsx'
import { ListHeader } from './list-header.tsx'
import { SkeletonRow } from './list-skeleton.tsx'
import { rowHeight } from './row-columns.ts'
import { offsetToSee } from './row-window.ts'
import type { Stream } from '#features/issues/stream/stream.ts'
import { hovered, shownIds, triage } from '#features/issues/stream/triage/triage-store.ts'
import { useListSize, useRowWindow, type Scroller } from './use-row-window.ts'

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
  const size = useListSize(scroller)
  const height = rowHeight(density, size.narrow)
  const { rows } = stream
  const count = rows.length + (stream.answer.hasNextPage ? WAITING_ROWS : 0)
  const { shown, offset } = useRowWindow(scroller, stream.list, size.height, height, count)
  useMoreRows(shown.end, stream)
  useCursorInSight(scroller, (index) => {
    const top = offsetToSee(index, offset.current, size.height - (size.narrow ? 0 : HEADER_PX), height)
    if (top !== undefined) scroller.current?.scrollTo({ top })
  })
  const picking = useSelector(triage, ({ selected }) => selected.size > 0)
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
      onPointerLeave={() => hovered.setState(() => undefined)}
    >
      <ListHeader project={stream.project} period={stream.view.period} />
      <div role="rowgroup" className="relative" style={{ height: count * height }}>
        {Array.from({ length: Math.max(0, shown.end - shown.first) }, (_, place) => {
          const index = shown.first + place
          const issue = rows[index]
          const at = { index, top: index * height, height }
          if (issue === undefined) return <SkeletonRow key={index} {...at} />
          return (
            <IssueRow
              key={issue.id}
              issue={issue}
              {...at}
              oneLine={density === 'compact' && !size.narrow}
              arrived={arrived.has(issue.id)}
            />
          )
        })}
      </div>
    </div>
  )
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
    const subscription = triage.subscribe(follow)
    return () => subscription.unsubscribe()
  }, [scroller])
}

function issueUnder(target: EventTarget): string | undefined {
  return (target as Element).closest<HTMLElement>('[data-issue]')?.dataset['issue']
}

function point({ target, pointerType }: PointerEvent): void {
  if (pointerType === 'mouse') hovered.setState(() => issueUnder(target))
}

/** Rows have no handlers of their own: ten thousand of them would each bring some. */
function passOn(event: MouseEvent, onAct: Props['onAct']): void {
  const issue = issueUnder(event.target)
  if (issue === undefined) return
  const act = (event.target as Element).closest<HTMLElement>('[data-act]')?.dataset['act']
  onAct(act ?? 'row', issue, event)
}
