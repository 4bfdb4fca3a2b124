import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useRef } from 'react'
import { Unreachable } from '#lib/api/client.ts'
import { changedByMe } from '#product/issues/issue-actions.ts'
import { shownIssues } from '#product/issues/issue-edits.ts'
import { useSelector } from '@tanstack/react-store'
import { streamView } from '#product/search-params.ts'
import { issuesQuery } from '#product/issues/issue-queries.ts'
import { sessionQuery } from '#product/session/session-queries.ts'

export const route = getRouteApi('/member/projects/$project/issues')

export function useView() {
  const { project } = route.useParams()
  const search = route.useSearch()
  const view = streamView(search)
  return { project, view, peek: search.peek, list: JSON.stringify([project, view]) }
}

/** The list as far as it is loaded. Rows never move by themselves: whatever is newer is asked for by the reader. */
export function useStream() {
  const { project, view, peek, list } = useView()
  const answer = useInfiniteQuery({
    ...issuesQuery(project, view),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const me = useQuery(sessionQuery).data?.user.id
  const mine = useSelector(changedByMe)
  const data = useLastWhileGone(project, answer.data, answer.error)
  const rows = useMemo(
    () => (data === undefined ? [] : shownIssues(data, view.query, mine, me)),
    [data, view.query, mine, me],
  )
  const ids = useMemo(() => rows.map(({ id }) => id), [rows])
  const loaded = data?.pages.reduce((sum, { issues }) => sum + issues.length, 0) ?? 0
  const total = (data?.pages.at(-1)?.total ?? 0) - (loaded - rows.length)
  return { project, view, peek, list, answer, data, rows, ids, total, me }
}

/** If the server is unreachable, the rows of the previous view stay. */
function useLastWhileGone<Data>(project: string, data: Data | undefined, error: unknown): Data | undefined {
  const last = useRef<{ readonly project: string; readonly data: Data | undefined }>({ project, data })
  if (data !== undefined || last.current.project !== project) last.current = { project, data }
  return data ?? (error instanceof Unreachable ? last.current.data : undefined)
}

export type Stream = ReturnType<typeof useStream>
