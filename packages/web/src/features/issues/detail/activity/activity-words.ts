import type { IssueDetail } from '@hindcast/contract/issues/issues.ts'
import { plural, t } from '@lingui/core/macro'
import { snoozeWords } from '#features/issues/detail/status-words.ts'

export type Activity = IssueDetail['history'][number]

type Said = Pick<Activity, 'kind' | 'events' | 'otherIssue'> & Partial<Pick<Activity, 'data'>>

/** What happened, in a sentence. The other issue is named by its short id: it may be gone by now. */
export function activityWords(activity: Said): string {
  const about = aboutAnother(activity)
  if (about !== undefined) return about
  const words = ownWords(activity)
  const { otherIssue } = activity
  return otherIssue === null ? words : t`${words} (${otherIssue})`
}

function aboutAnother({ kind, events, otherIssue }: Said): string | undefined {
  const count = plural(events, { one: '# event', other: '# events' })
  const other = otherIssue ?? '?'
  const words: Partial<Readonly<Record<Activity['kind'], string>>> = {
    mapped: plural(events, {
      one: 'Source map received: # event is readable now.',
      other: 'Source map received: # events are readable now.',
    }),
    moved_in: t`Source map received: ${count} moved here from ${other}.`,
    moved_out: t`Source map received: ${count} moved to ${other}.`,
    merged: t`${other} was merged into this issue (${count}).`,
    split_out: t`${other} was unmerged from this issue (${count}).`,
    split_off: t`This issue was unmerged from ${other} (${count}).`,
  }
  return words[kind]
}

function ownWords({ kind, data = {} }: Said): string {
  if (kind === 'resolved') return resolvedWords(data)
  if (kind === 'ignored') return ignoredWords(data)
  if (kind === 'woke') return wokeWords(data)
  if (kind === 'assigned') {
    const name = data.assigneeTeam?.name ?? data.assignee?.name ?? '?'
    return t`Assigned to ${name}`
  }
  if (kind === 'priority') return priorityWords(data)
  const release = data.release ?? ''
  if (kind === 'regressed') return release === '' ? t`Regressed` : t`Regressed in ${release}`
  if (kind === 'fixed_in') return t`The commit with the fix is in ${release}`
  if (kind === 'escalated') return t`Escalated: far more events than usual`
  if (kind === 'unassigned') return t`Unassigned`
  return kind === 'reopened' ? t`Reopened` : (data.text ?? '')
}

type Data = Activity['data']

function resolvedWords({ how, release = '', commit = '' }: Data): string {
  if (how === 'next_release') {
    return release === '' ? t`Resolved in the next release` : t`Resolved in the release after ${release}`
  }
  if (how === 'release') return t`Resolved in ${release}`
  return how === 'commit' ? t`Resolved by commit ${commit}` : t`Resolved`
}

function ignoredWords({ how, until, count = 0, withinMinutes = 0 }: Data): string {
  const snooze = {
    kind: how as 'forever',
    until: until ?? null,
    count,
    counted: null,
    withinMinutes: withinMinutes || null,
  }
  const detail = snoozeWords(snooze)
  return detail === '' ? t`Ignored` : t`Ignored ${detail}`
}

function wokeWords({ how }: Data): string {
  if (how === 'events') return t`Reopened: the event count was reached`
  return how === 'users' ? t`Reopened: the user count was reached` : t`Reopened: the ignore period ended`
}

function priorityWords({ priority }: Data): string {
  if (priority === null || priority === undefined) return t`Priority set back to automatic`
  return { high: t`High priority`, medium: t`Medium priority`, low: t`Low priority` }[priority]
}

export interface ActivityLine {
  readonly before: string
  /** The words that lead to the other issue; empty where it is gone, or part of the one that is read. */
  readonly link: string
  readonly after: string
}

/** The sentence around the name of the other issue, wherever the reader's language puts it. */
export function activityLine(activity: Activity, issueId: string): ActivityLine {
  const words = activityWords(activity)
  const { otherIssue, otherIssueId } = activity
  const start = otherIssue === null ? -1 : words.indexOf(otherIssue)
  if (otherIssue === null || otherIssueId === null || otherIssueId === issueId || start === -1)
    return { before: words, link: '', after: '' }
  return { before: words.slice(0, start), link: otherIssue, after: words.slice(start + otherIssue.length) }
}
