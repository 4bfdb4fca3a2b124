import * as v from 'valibot'
import { sentryUpdateIssues } from '@hindcast/contract/sentry-issues.ts'
import { IssueRef } from '@hindcast/contract/values.ts'
import { AppError } from '#domain/app-error.ts'
import type { Issue } from '#domain/issue.ts'
import type { ApiDeps } from '../deps.ts'
import { parsed } from '../invalid-request.ts'
import type { Serve } from '../serve.ts'
import { announceIssues } from '../v1/announce-issues.ts'

const Ids = v.pipe(v.array(IssueRef), v.maxLength(100, 'at most 100 issues at once'))

export function serveSentryUpdates(serve: Serve, deps: ApiDeps): void {
  const { access, commands, hub } = deps

  serve(sentryUpdateIssues, async ({ principal, params, body, request }) => {
    const project = await access.project(principal, params.organization, params.project, 'event:write')
    const { status, merge } = body
    const merging = merge !== undefined && merge !== false && merge !== 0
    if (status === undefined && !merging)
      throw new AppError('invalid_input', 'Say what to change: `status` or `merge`.')
    const ids = parsed(Ids, 'query', new URL(request.url).searchParams.getAll('id'))
    const found = await access.issues(principal, [...new Set(ids)], 'event:write')
    const issues = found.map(({ issue }) => issue)
    const elsewhere = issues.find(({ projectId }) => projectId !== project.id)
    if (elsewhere !== undefined) throw new AppError('not_found', `There is no issue ${elsewhere.id}.`)
    if (merging && issues.length < 2)
      throw new AppError('invalid_input', 'Name at least two issues to merge, each as `id`.')
    if (status !== undefined)
      await commands.updateIssues(issues.map((issue) => ({ issue, project, change: { status } })))
    const merged = merging ? await mergeAll(issues, principal.userId) : undefined
    announceIssues(hub, issues)
    return {
      ...(status === undefined ? {} : { status, statusDetails: {} }),
      ...(merged === undefined ? {} : { merge: merged }),
    }
  })

  /** Into the one with the most events; of several the oldest, whose number people know. */
  async function mergeAll(issues: readonly Issue[], personId: string | undefined) {
    const [parent, ...children] = issues.toSorted(
      (a, b) => b.eventCount - a.eventCount || a.number - b.number,
    )
    await commands.mergeIssues(parent!, children, personId)
    return { parent: parent!.id, children: children.map(({ id }) => id) }
  }
}
