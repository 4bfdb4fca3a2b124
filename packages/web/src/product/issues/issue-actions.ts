import { i18n } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import type { QueryKey } from '@tanstack/react-query'
import { type Answer, api, type BodyOf } from '#lib/api/client.ts'
import {
  changed,
  isAssignment,
  mapIssues,
  restored,
  stillMatches,
  type IssueChange,
  type IssuePages,
  type IssueState,
} from './issue-edits.ts'
import { createQueue } from '#lib/state/task-queue.ts'
import { dismiss, notify } from '#lib/state/notices.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { createStore } from '@tanstack/react-store'
import { sessionQuery } from '#product/session/session-queries.ts'
import type { IssueView } from './issue-queries.ts'

export type { IssueChange }

type Changes = BodyOf<'PATCH /api/v1/issues'>['changes']
type Before = Answer<'PATCH /api/v1/issues'>['before'][number]

/** The most the server takes at once. */
const AT_ONCE = 1000

/** What is done, taken back and done again within a second must end on the server as it does on the screen. */
const inOrder = createQueue()

const changes = { begun: 0, done: 0 }

/** From now on: whether what was asked now is still true, or this reader changed something meanwhile. */
export function watchIssueChanges(): () => boolean {
  const { begun, done } = changes
  return () => begun === done && changes.begun === begun
}

/** Issues this reader changed since the page was opened: only they may leave a list by themselves. */
export const changedByMe = createStore<ReadonlySet<string>>(new Set<string>())

/**
 * Updates issues optimistically wherever they are shown, then sends the change. The notice has an undo; a rejected
 * change is reverted with its reason.
 */
export async function changeIssues(
  ids: readonly string[],
  change: IssueChange,
  words: string,
): Promise<void> {
  if (ids.length === 0) return
  await cancelReads(ids)
  const before = statesOf(ids)
  edit(ids, (issue) => changed(issue, change))
  // After the edit, so that both updates render a long list once.
  changedByMe.setState(() => new Set([...changedByMe.get(), ...ids]))
  const takeBack = () => edit(ids, (issue) => restored(issue, change, before.get(issue.id) ?? issue))
  const sent = inOrder(() => send(ids.map((id) => ({ id, ...asked(change) }))))
  const undo = () => {
    takeBack()
    void inOrder(async () => send((await sent).before.map((state) => taken(state, change)))).then(
      ({ before: back, kept }) => {
        reloadWithout(ids)
        if (kept.length > 0) leave(kept, back.length)
      },
      (error: unknown) => failed(error),
    )
  }
  const notice = notify({ tone: 'done', text: words, undo })
  try {
    await sent
    forgetListsThatGain(ids)
  } catch (error) {
    dismiss(notice)
    takeBack()
    failed(error)
  }
}

async function send(asking: Changes) {
  const [before, kept]: [Before[], string[]] = [[], []]
  changes.begun += 1
  try {
    for (let from = 0; from < asking.length; from += AT_ONCE) {
      const answer = await api('PATCH /api/v1/issues', {
        body: { changes: asking.slice(from, from + AT_ONCE) },
      })
      before.push(...answer.before)
      kept.push(...answer.kept)
    }
  } finally {
    changes.done += 1
  }
  void queryClient.invalidateQueries({ queryKey: ['facets'] })
  return { before, kept }
}

function asked({ status, how, assignee, team, priority }: IssueChange): Omit<Changes[number], 'id'> {
  return {
    ...(status !== undefined && { status, ...how?.asked }),
    ...(assignee !== undefined && { assigneeId: assignee?.id ?? null, assigneeTeamId: null }),
    ...(team !== undefined && { assigneeTeamId: team.id }),
    ...(priority !== undefined && { priority }),
  }
}

function taken(was: Before, change: IssueChange): Changes[number] {
  const { id, revision, lifecycle, assigneeId, assigneeTeamId, priority } = was
  return {
    id,
    revision,
    ...(change.status !== undefined && { lifecycle }),
    ...(isAssignment(change) && { assigneeId, assigneeTeamId }),
    ...(change.priority !== undefined && { priority }),
  }
}

/** Later changes by others are not undone and shown as they are. */
function leave(kept: readonly string[], back: number): void {
  const known = new Set<unknown>(kept)
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [kind, id] }) => kind === 'issues' || (kind === 'issue' && known.has(id)),
  })
  notify({ tone: 'done', text: keptWords(back, kept.length) })
}

function failed(error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error)
  notify({ tone: 'failed', text: i18n._(msg`Couldn’t save the change: ${reason}`) })
}

/** An answer that set out before the change would bring the old state back. */
async function cancelReads(ids: readonly string[]): Promise<void> {
  await Promise.all([
    queryClient.cancelQueries({ queryKey: ['issues'], predicate: ({ state }) => state.data !== undefined }),
    ...ids.slice(0, 50).map((id) => queryClient.cancelQueries({ queryKey: ['issue', id] })),
  ])
}

type Shown = IssueState & { readonly id: string }

function edit(ids: readonly string[], change: <T extends Shown>(issue: T) => T): void {
  const set = new Set(ids)
  queryClient.setQueriesData<IssuePages>({ queryKey: ['issues'] }, (pages) =>
    pages === undefined ? pages : mapIssues(pages, set, change),
  )
  for (const id of ids)
    queryClient.setQueryData<Shown>(['issue', id], (issue) => (issue === undefined ? issue : change(issue)))
}

function lists(): ReadonlyArray<readonly [QueryKey, IssuePages]> {
  return queryClient
    .getQueriesData<IssuePages>({ queryKey: ['issues'] })
    .flatMap(([key, pages]) => (pages === undefined ? [] : [[key, pages] as const]))
}

function statesOf(ids: readonly string[]): ReadonlyMap<string, IssueState> {
  const wanted = new Set(ids)
  const states = new Map<string, IssueState>()
  for (const [, { pages }] of lists())
    for (const issue of pages.flatMap(({ issues }) => issues))
      if (wanted.has(issue.id)) states.set(issue.id, issue)
  for (const id of ids) {
    const issue = queryClient.getQueryData<IssueState>(['issue', id])
    if (issue !== undefined) states.set(id, issue)
  }
  return states
}

/** A hidden list that should now contain the issue is reloaded on the next visit. */
function forgetListsThatGain(ids: readonly string[]): void {
  const me = queryClient.getQueryData<{ readonly user: { readonly id: string } }>(sessionQuery.queryKey)?.user
    .id
  const states = statesOf(ids)
  for (const [queryKey, pages] of lists()) {
    const { query = '' } = queryKey[2] as IssueView
    const known = new Set(pages.pages.flatMap(({ issues }) => issues.map(({ id }) => id)))
    const gains = [...states].some(([id, state]) => !known.has(id) && stillMatches(query, state, me))
    if (gains) queryClient.removeQueries({ queryKey, exact: true, type: 'inactive' })
  }
}

/** What came back is shown where it was; a list that was loaded again meanwhile has to be asked for it. */
function reloadWithout(ids: readonly string[]): void {
  forgetListsThatGain(ids)
  for (const [queryKey, pages] of lists()) {
    const known = new Set(pages.pages.flatMap(({ issues }) => issues.map(({ id }) => id)))
    if (ids.some((id) => !known.has(id))) void queryClient.invalidateQueries({ queryKey, exact: true })
  }
}

/** For an undo that skipped issues changed by others. */
export function keptWords(taken: number, kept: number): string {
  const back = plural(taken, {
    0: 'Nothing was undone.',
    one: 'Undone for # issue.',
    other: 'Undone for # issues.',
  })
  const stay = plural(kept, {
    one: '# issue was changed by someone else and left as is.',
    other: '# issues were changed by someone else and left as is.',
  })
  return `${back} ${stay}`
}
