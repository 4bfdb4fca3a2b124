import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { api } from '#lib/api/client.ts'
import type { IssuePages } from '#product/issues/issue-edits.ts'
import type { MergedIssue } from '#product/issues/merge-dialog-state.ts'
import { notify } from '#lib/state/notices.ts'
import { queryClient } from '#lib/api/query-client.ts'

/** Merges and says so, with the way back: each of the others is the issue it was. */
export async function mergeInto(into: MergedIssue, from: readonly MergedIssue[]): Promise<void> {
  const { merged, moving } = await api('POST /api/v1/issues/merge', {
    body: { into: into.id, from: from.map(({ id }) => id) },
  })
  leaveLists(from.map(({ id }) => id))
  readAgain([into.id, ...from.map(({ id }) => id)])
  const names = from.map(({ shortId }) => shortId).join(', ')
  const text = moving
    ? i18n._(msg`${names} merged into ${into.shortId}; the events follow in a moment`)
    : i18n._(msg`${names} merged into ${into.shortId}`)
  notify({ tone: 'done', text, undo: () => void takeBack(into, merged) })
}

async function takeBack(
  into: MergedIssue,
  merged: ReadonlyArray<{ readonly id: string; readonly fingerprints: readonly string[] }>,
): Promise<void> {
  try {
    for (const { fingerprints } of merged.toReversed()) {
      await api('POST /api/v1/issues/:issue/unmerge', {
        params: { issue: into.id },
        body: { fingerprints: [...fingerprints] },
      })
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    notify({ tone: 'failed', text: i18n._(msg`Couldn’t undo the merge: ${reason}`) })
  }
  readAgain([into.id, ...merged.map(({ id }) => id)])
  void queryClient.invalidateQueries({ queryKey: ['issues'] })
}

/** Rows that are no issues any more go at once; nothing else of the lists moves. */
function leaveLists(ids: readonly string[]): void {
  const gone = new Set(ids)
  queryClient.setQueriesData<IssuePages>({ queryKey: ['issues'] }, (lists) => {
    if (lists === undefined) return lists
    const pages = lists.pages.map((page) => {
      const issues = page.issues.filter(({ id }) => !gone.has(id))
      return { ...page, issues, total: page.total - (page.issues.length - issues.length) }
    })
    return { ...lists, pages }
  })
}

function readAgain(ids: readonly string[]): void {
  for (const id of ids)
    for (const name of ['issue', 'event', 'issue-events', 'event-place', 'fingerprints', 'similar-issues'])
      void queryClient.invalidateQueries({ queryKey: [name, id] })
  void queryClient.invalidateQueries({ queryKey: ['facets'] })
}
