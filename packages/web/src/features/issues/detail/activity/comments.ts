import type { IssueDetail } from '@hindcast/contract/issues/issues.ts'
import { msg } from '@lingui/core/macro'
import { i18n } from '#lib/i18n/i18n.ts'
import { notify } from '#lib/state/notices.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { api } from '#lib/api/client.ts'
import type { Activity } from './activity-words.ts'

function edit(id: string, change: (issue: IssueDetail) => IssueDetail): void {
  queryClient.setQueriesData<IssueDetail>({ queryKey: ['issue', id] }, (issue) => issue && change(issue))
}

function failed(error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error)
  notify({ tone: 'failed', text: i18n._(msg`Couldn’t save the change: ${reason}`) })
}

/** Answers whether it was taken: what was written must not be lost with a connection. */
export async function comment(issue: string, text: string): Promise<boolean> {
  try {
    const said = await api('POST /api/v1/issues/:issue/comments', { params: { issue }, body: { text } })
    edit(issue, (shown) => ({
      ...shown,
      history: [said, ...shown.history.filter(({ id }) => id !== said.id)],
      following: shown.following ?? 'commented',
    }))
    return true
  } catch (error) {
    failed(error)
    return false
  }
}

export async function editComment(issue: string, before: Activity, text: string): Promise<boolean> {
  try {
    const params = { issue, comment: before.id }
    const said = await api('PATCH /api/v1/issues/:issue/comments/:comment', { params, body: { text } })
    edit(issue, (shown) => ({
      ...shown,
      history: shown.history.map((line) => (line.id === said.id ? said : line)),
    }))
    return true
  } catch (error) {
    failed(error)
    return false
  }
}

/** Deleted at once; undo creates it again. */
export async function deleteComment(issue: string, before: Activity): Promise<void> {
  edit(issue, (shown) => ({ ...shown, history: shown.history.filter(({ id }) => id !== before.id) }))
  try {
    await api('DELETE /api/v1/issues/:issue/comments/:comment', { params: { issue, comment: before.id } })
    const undo = () => void comment(issue, before.data.text ?? '')
    notify({ tone: 'done', text: i18n._(msg`Comment deleted`), undo })
  } catch (error) {
    failed(error)
    void queryClient.invalidateQueries({ queryKey: ['issue', issue] })
  }
}

export async function follow(issue: string, following: boolean): Promise<void> {
  edit(issue, (shown) => ({ ...shown, following: following ? 'chosen' : null }))
  try {
    await api('PUT /api/v1/issues/:issue/following', { params: { issue }, body: { following } })
    notify({
      tone: 'done',
      text: following ? i18n._(msg`You follow this issue`) : i18n._(msg`You no longer follow this issue`),
      undo: () => void follow(issue, !following),
    })
  } catch (error) {
    failed(error)
    void queryClient.invalidateQueries({ queryKey: ['issue', issue] })
  }
}

/** What happened before what is shown. */
export async function loadEarlier(issue: string, cursor: string): Promise<void> {
  try {
    const { activity, next } = await api('GET /api/v1/issues/:issue/activity', {
      params: { issue },
      query: { cursor },
    })
    edit(issue, (shown) => ({ ...shown, history: [...shown.history, ...activity], historyNext: next }))
  } catch (error) {
    failed(error)
  }
}
