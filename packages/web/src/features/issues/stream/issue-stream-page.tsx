import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMemo, useState, type MouseEvent, type ReactNode } from 'react'
import { Unreachable } from '#lib/api/client.ts'
import { useCommands } from '#lib/commands/commands.ts'
import { useSubject } from '#product/issues/resolve-dialog-state.ts'
import { useSelector } from '@tanstack/react-store'
import { useTitle } from '#lib/routing/title.ts'
import { Button } from '#ui/base/button.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import { Failure } from '#ui/feedback/failure.tsx'
import { PageBar } from '#ui/layout/page-bar.tsx'
import { AssignPicker } from './assign-picker.tsx'
import { ArrivalsPill } from './arrivals-pill.tsx'
import { FacetRail } from './facets/facet-rail.tsx'
import { issueCommands } from './issue-commands.ts'
import { IssueList } from './list/issue-list.tsx'
import { cursorCommands } from './list/list-keys.ts'
import { KeyHints } from './key-hints.tsx'
import { ListSkeleton } from './list/list-skeleton.tsx'
import { QUERY_INPUT, QueryBar } from '#product/search/query-bar/query-bar.tsx'
import { SearchLine } from '#product/search/query-bar/search-line.tsx'
import { SavedViewsButton } from '#product/search/saved-views/saved-views-button.tsx'
import { isUnreadable } from '#product/search/query-bar/unreadable-query.ts'
import { Peek } from './peek/peek.tsx'
import { actOn } from './list/row-acts.ts'
import { SelectionBar } from './selection-bar.tsx'
import { listCommands } from './stream-commands.ts'
import { StreamEmpty, UnreadableQuery } from './stream-empty.tsx'
import { arrivals, useStreamLive } from './stream-live.ts'
import { useGuesses, usePeekInAddress, useStreamMoves, type StreamMoves } from './stream-moves.ts'
import { useStream, type Stream } from './stream.ts'
import { assigning, triageActions } from './triage/triage-actions.ts'
import { triage, useRowsOfTriage } from './triage/triage-store.ts'
import { ViewControls } from './view-controls.tsx'
import { DownloadMenu } from '#product/download-menu.tsx'

export function IssueStreamPage() {
  const { t } = useLingui()
  useTitle(t`Issues`)
  const stream = useStream()
  const { project, view, rows } = stream
  useRowsOfTriage(stream.list, stream.ids, stream.peek)
  usePeekInAddress(stream.peek)
  useGuesses()
  const moves = useStreamMoves()
  const { setQuery } = moves
  const actions = useMemo(() => triageActions(rows), [rows])
  useSubject(actions.targets)
  const { arrived, loadNew } = useStreamLive(stream)
  useCommands([
    ...cursorCommands(),
    ...listCommands({
      ...moves,
      focusQuery: () => document.getElementById(QUERY_INPUT)?.focus(),
      loadNew: () => void loadNew(),
      newCount: () => arrivals.get().size,
    }),
    ...issueCommands(actions),
  ])
  const picking = useSelector(assigning, (issues) => issues !== undefined)
  const peeking = useSelector(triage, ({ peek }) => peek !== undefined)
  return (
    <main id="main" data-fill tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
      <PageBar title={t`Issues`}>
        <Total stream={stream} />
        <ArrivalsPill onLoad={() => void loadNew()} />
      </PageBar>
      <ToolLine stream={stream} moves={moves} beside={peeking} />
      <div className="relative flex min-h-0 flex-1">
        <Side beside={peeking}>
          <FacetRail project={project} query={view.query} onQuery={setQuery} />
        </Side>
        <Middle {...{ stream, moves, actions, arrived }} />
        {peeking && <Peek rows={rows} actions={actions} onClose={() => moves.peek(undefined)} />}
      </div>
      {picking && <AssignPicker actions={actions} />}
    </main>
  )
}

function Side({ beside, children }: { readonly beside: boolean; readonly children: ReactNode }) {
  return (
    <div
      className={`hidden w-56 shrink-0 overflow-y-auto border-e border-line bg-canvas ${beside ? 'wide:block' : 'desk:block'}`}
    >
      {children}
    </div>
  )
}

interface ToolLineProps {
  readonly stream: Stream
  readonly moves: StreamMoves
  readonly beside: boolean
}

function ToolLine({ stream: { project, view, answer }, moves, beside }: ToolLineProps) {
  const { setQuery } = moves
  return (
    <div className="flex flex-wrap items-start gap-2 border-b border-line bg-surface px-(--gutter) py-2">
      <FilterButton project={project} query={view.query} onQuery={setQuery} beside={beside} />
      <QueryBar project={project} query={view.query} error={answer.error} onApply={setQuery} />
      <ViewControls view={view} onShow={moves.show} />
      <SavedViewsButton
        project={project}
        list="issues"
        shown={{ query: view.query, sort: view.sort, columns: [] }}
        onShow={({ query, sort }) => moves.show({ q: query, sort, reach: undefined })}
      />
      <DownloadMenu className="min-h-8" path={`/api/v1/projects/${project}/issues`} query={view} />
    </div>
  )
}

function Total({ stream: { data, total } }: { readonly stream: Stream }) {
  if (data === undefined) return null
  return (
    <span className="text-subtle">
      <Plural value={total} one="# issue" other="# issues" />
    </span>
  )
}

interface MiddleProps extends Pick<RowsProps, 'stream' | 'arrived'> {
  readonly moves: StreamMoves
  readonly actions: ReturnType<typeof triageActions>
}

function Middle({ stream, moves, actions, arrived }: MiddleProps) {
  const { rows, data, answer } = stream
  const searched = data?.pages[0]?.searched
  return (
    <div className="flex min-w-0 flex-1 flex-col">
      <SelectionBar actions={actions} />
      {searched && (
        <SearchLine
          searched={searched}
          busy={answer.isPlaceholderData}
          onFurther={(reach) => moves.show({ reach })}
        />
      )}
      <Rows
        stream={stream}
        arrived={arrived}
        onQuery={moves.setQuery}
        onAct={(act, issue, event) => actOn(act, issue, event, { rows, actions, moves })}
      />
    </div>
  )
}

interface RowsProps {
  readonly stream: Stream
  readonly arrived: ReadonlySet<string>
  readonly onQuery: (query: string) => void
  readonly onAct: (act: string, issue: string, event: MouseEvent) => void
}

function Rows({ stream, arrived, onQuery, onAct }: RowsProps) {
  const { t } = useLingui()
  const { answer, rows, project, view } = stream
  if (rows.length > 0)
    return (
      <>
        <IssueList stream={stream} arrived={arrived} onAct={onAct} />
        <KeyHints />
      </>
    )
  if (isUnreadable(answer.error)) return <UnreadableQuery onQuery={onQuery} />
  if (answer.isError && !(answer.error instanceof Unreachable))
    return (
      <div className="p-(--gutter)">
        <Failure
          title={t`Couldn’t load the issues`}
          error={answer.error}
          onRetry={() => void answer.refetch()}
        />
      </div>
    )
  if (answer.data === undefined || answer.isPlaceholderData || answer.hasNextPage) return <ListSkeleton />
  return <StreamEmpty project={project} query={view.query} onQuery={onQuery} />
}

interface FilterProps {
  readonly project: string
  readonly query: string
  readonly onQuery: (query: string) => void
  /** The panel at the side leaves no room for the filters. */
  readonly beside: boolean
}

/** Where the filters have no room beside the list, they are behind this. */
function FilterButton({ beside, ...rail }: FilterProps) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        icon="filter"
        className={`min-h-8 ${beside ? 'wide:hidden' : 'desk:hidden'}`}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <Trans>Filters</Trans>
      </Button>
      {open && (
        <Dialog label={t`Filters`} className="max-w-96" onClose={() => setOpen(false)}>
          <div className="min-h-0 overflow-y-auto">
            <FacetRail {...rail} />
          </div>
          <div className="border-t border-line p-2">
            <Button className="w-full" onClick={() => setOpen(false)}>
              <Trans>Show issues</Trans>
            </Button>
          </div>
        </Dialog>
      )}
    </>
  )
}
