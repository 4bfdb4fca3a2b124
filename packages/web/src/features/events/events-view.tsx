import { Trans, useLingui } from '@lingui/react/macro'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, Unreachable } from '#lib/api/client.ts'
import { readEventsSearch, type EventsSearch } from '#product/search-params.ts'
import { Button } from '#ui/base/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Failure } from '#ui/feedback/failure.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { ColumnsDialog } from './columns-dialog.tsx'
import { readColumns, writeColumns } from './event-columns.ts'
import { EventTable } from './event-table.tsx'
import { DownloadMenu } from '#product/download-menu.tsx'
import { QueryBar } from '#product/search/query-bar/query-bar.tsx'
import { SavedViewsButton } from '#product/search/saved-views/saved-views-button.tsx'
import { SearchLine } from '#product/search/query-bar/search-line.tsx'
import { isUnreadable } from '#product/search/query-bar/unreadable-query.ts'

type Change = { readonly [Key in keyof EventsSearch]?: EventsSearch[Key] | undefined }

interface Props {
  /** Empty while it is not known yet. */
  readonly project: string
  readonly search: EventsSearch
  readonly answer: UseInfiniteQueryResult<InfiniteData<Answer<'GET /api/v1/projects/:project/events'>>>
  readonly ofOneIssue: boolean
  /** Address of the list in the API. */
  readonly path: string
  readonly onShow: (search: EventsSearch) => void
}

export function EventsView({ project, search, answer, ofOneIssue, path, onShow }: Props) {
  const [choosing, setChoosing] = useState(false)
  const query = search.q ?? ''
  const columns = readColumns(search.columns)
  const show = (change: Change) => onShow(readEventsSearch({ ...search, ...change }))
  const setQuery = (q: string) => show({ q: q === '' ? undefined : q })
  return (
    <>
      <div className="flex flex-wrap items-start gap-2 border-b border-line bg-surface px-(--gutter) py-2">
        <QueryBar project={project} query={query} error={answer.error} onApply={setQuery} />
        <Button icon="settings" className="min-h-8" aria-haspopup="dialog" onClick={() => setChoosing(true)}>
          <Trans>Columns</Trans>
        </Button>
        {!ofOneIssue && (
          <SavedViewsButton
            project={project}
            list="events"
            shown={{ query, sort: 'last_seen', columns }}
            onShow={(view) => show({ q: view.query || undefined, columns: writeColumns(view.columns) })}
          />
        )}
        <DownloadMenu className="min-h-8" path={path} query={{ query }} />
      </div>
      <Found answer={answer} query={query} columns={columns} ofOneIssue={ofOneIssue} onQuery={setQuery} />
      {choosing && (
        <ColumnsDialog
          project={project}
          columns={columns}
          onColumns={(next) => show({ columns: writeColumns(next) })}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  )
}

interface FoundProps extends Pick<Props, 'answer' | 'ofOneIssue'> {
  readonly query: string
  readonly columns: readonly string[]
  readonly onQuery: (query: string) => void
}

function Found({ answer, query, columns, ofOneIssue, onQuery }: FoundProps) {
  const { t } = useLingui()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = answer
  const events = data?.pages.flatMap((page) => page.events) ?? []
  const searched = data?.pages.at(-1)?.searched ?? null
  if (error !== null && data === undefined) {
    if (isUnreadable(error) || error instanceof Unreachable) return null
    return (
      <div className="p-(--gutter)">
        <Failure title={t`Couldn’t load the events`} error={error} onRetry={() => void refetch()} />
      </div>
    )
  }
  if (data === undefined) return <Waiting />
  const further = () => void fetchNextPage()
  return (
    <div className="min-w-0 bg-surface">
      {events.length > 0 && <EventTable {...{ events, columns, query, ofOneIssue, onQuery }} />}
      {searched !== null && <SearchLine searched={searched} busy={isFetchingNextPage} onFurther={further} />}
      {searched === null && hasNextPage && (
        <div className="border-t border-line px-3 py-2">
          <Button busy={isFetchingNextPage} onClick={further}>
            <Trans>Show more events</Trans>
          </Button>
        </div>
      )}
      {events.length === 0 && <Nothing filtered={query !== ''} onClear={() => onQuery('')} />}
    </div>
  )
}

function Nothing({ filtered, onClear }: { readonly filtered: boolean; readonly onClear: () => void }) {
  const { t } = useLingui()
  if (!filtered) return <EmptyState title={t`No events`} />
  return (
    <EmptyState
      title={t`No matching events`}
      actions={
        <Button onClick={onClear}>
          <Trans>Show all events</Trans>
        </Button>
      }
    />
  )
}

function Waiting() {
  return (
    <div className="grid gap-3 bg-surface px-3 py-3" aria-busy="true">
      {[82, 74, 90, 68, 80, 72, 86].map((width) => (
        <Skeleton key={width} width={`${width}%`} />
      ))}
    </div>
  )
}
