import { t } from '@lingui/core/macro'
import { useCallback, useEffect, useRef, useState } from 'react'
import { api, Unreachable } from '#lib/api/client.ts'
import { notify } from '#lib/state/notices.ts'
import { useCurrentProject } from '#product/projects/current-project.ts'
import type { IssuePages } from '#product/issues/issue-edits.ts'
import { useLiveMessages } from '#product/live/live.ts'
import { FRESH_MS, queryClient } from '#lib/api/query-client.ts'
import { createStore } from '@tanstack/react-store'
import { arrivalsAmong, withFresh } from './live-rows.ts'
import type { Stream } from './stream.ts'
import { rememberOffset, shownIds, triage } from './triage/triage-store.ts'
import { watchIssueChanges } from '#product/issues/issue-actions.ts'
import { issueQuery, issuesQuery } from '#product/issues/issue-queries.ts'

/** Minimum time between two refreshes of the counts. */
const READ_EVERY_MS = 2000
/** Changed by others at once and read one by one; of more only the first, which are most likely on the screen. */
const READ_SINGLY = 10
const NOBODY: ReadonlySet<string> = new Set()

/** Ids of issues that came since the list was loaded. */
export const arrivals = createStore<ReadonlySet<string>>(NOBODY)

/** Numbers of the rows follow what happens; new rows wait until they are asked for. */
export function useStreamLive(stream: Stream) {
  const { project, view, list } = stream
  const [arrived, setArrived] = useState(NOBODY)
  const loadedAt = stream.answer.dataUpdatedAt
  const latest = useRef({ stream, loadedAt, created: new Set<string>() })
  latest.current.stream = stream

  const loadNew = useCallback(async () => {
    const [{ query, sort, period }, seen] = [latest.current.stream.view, new Set(shownIds())]
    const page = await api('GET /api/v1/projects/:project/issues', {
      params: { project: latest.current.stream.project },
      query: { query, sort, period, limit: '100' },
    }).catch(notifyFailed)
    if (page === undefined) return
    arrivals.setState(() => NOBODY)
    latest.current.created.clear()
    setArrived(new Set(page.issues.map(({ id }) => id).filter((id) => !seen.has(id))))
    triage.setState(() => ({ ...triage.get(), cursor: undefined, selected: NOBODY }))
    rememberOffset(0)
    document.getElementById('issue-list')?.scrollTo({ top: 0 })
    queryClient.setQueryData(keyOf(latest.current.stream), { pages: [page], pageParams: [''] })
  }, [])

  const read = useReading(latest, loadNew)

  useEffect(() => {
    arrivals.setState(() => NOBODY)
    latest.current.created.clear()
    latest.current.loadedAt =
      queryClient.getQueryState(issuesQuery(project, view).queryKey)?.dataUpdatedAt ?? 0
    setArrived(NOBODY)
    if (latest.current.loadedAt > 0 && Date.now() - latest.current.loadedAt > FRESH_MS) read()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `list` stands for project and view
  }, [list, read])

  const projectId = useCurrentProject()?.id
  useLiveMessages((message) => {
    if (message.type === 'digest' && message.projectId === projectId) {
      for (const id of message.created) latest.current.created.add(id)
      const shown = new Set(shownIds())
      if (message.created.length > 0 || message.issueIds.some((id) => shown.has(id))) read()
    }
    if (message.type === 'issues' && message.projectId === projectId)
      void readSingly(stream, message.issueIds)
  })
  return { arrived, loadNew }
}

/** A server that is gone is reported in one place (reach.ts). */
function notifyFailed(error: unknown): undefined {
  if (!(error instanceof Unreachable)) notify({ tone: 'failed', text: t`Couldn’t load the new issues` })
}

interface Latest {
  readonly current: {
    readonly stream: Stream
    readonly loadedAt: number
    readonly created: ReadonlySet<string>
  }
}

function keyOf({ project, view }: Stream) {
  return issuesQuery(project, view).queryKey
}

/** Whatever received an event is among the hundred seen last, however the list is sorted. */
function useReading(latest: Latest, loadNew: () => Promise<void>): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(
    function schedule(): void {
      timer.current ??= setTimeout(() => {
        const { stream, loadedAt, created } = latest.current
        const { query, period } = stream.view
        const isCurrent = watchIssueChanges()
        void api('GET /api/v1/projects/:project/issues', {
          params: { project: stream.project },
          query: { query, period, sort: 'last_seen', limit: '100' },
        })
          .then(({ issues }) => {
            timer.current = undefined
            if (latest.current.stream.list !== stream.list) return
            // Read while this reader changed something: the rows would show what was before.
            if (!isCurrent()) return schedule()
            const shown = new Set(shownIds())
            const news = arrivalsAmong(issues, shown, created, loadedAt)
            // Without rows there is none that could move.
            if (shown.size === 0 && news.length > 0) void loadNew()
            else {
              merge(stream, issues, shown)
              arrivals.setState(() => (news.length === 0 ? NOBODY : new Set(news)))
            }
          })
          .catch(() => {
            timer.current = undefined
          })
      }, READ_EVERY_MS)
    },
    [latest, loadNew],
  )
}

function merge(stream: Stream, issues: Parameters<typeof withFresh>[1], shown: ReadonlySet<string>): void {
  queryClient.setQueryData<IssuePages>(keyOf(stream), (pages) =>
    pages === undefined ? pages : withFresh(pages, issues, shown),
  )
}

/** A request that is under way may have been answered before the change; its answer would take the change back. */
async function readAnew(id: string) {
  await queryClient.cancelQueries({ queryKey: issueQuery(id).queryKey, exact: true })
  return queryClient.fetchQuery({ ...issueQuery(id), staleTime: 0 }).catch(() => undefined)
}

/** A change by another user: the row stays in place and shows it. */
async function readSingly(stream: Stream, issueIds: readonly string[]): Promise<void> {
  const shown = new Set(shownIds())
  const changed = issueIds.filter((id) => shown.has(id)).slice(0, READ_SINGLY)
  const read = await Promise.all(changed.map(readAnew))
  const rows = new Map(stream.rows.map((row) => [row.id, row]))
  const issues = read.flatMap((issue) => {
    const row = issue && rows.get(issue.id)
    if (row === undefined) return []
    const { status, substatus, assignee } = issue!
    return [{ ...row, status, substatus, assignee }]
  })
  merge(stream, issues, shown)
}
