import type { IssueDetail } from '@hindcast/contract/issues.ts'
import { plural, t } from '@lingui/core/macro'

export type Activity = IssueDetail['history'][number]

type Said = Pick<Activity, 'kind' | 'events' | 'otherIssue'>

/** What happened, in a sentence. The other issue is named by its short id: it may be gone by now. */
export function activityWords({ kind, events, otherIssue }: Said): string {
  const count = plural(events, { one: '# event', other: '# events' })
  const other = otherIssue ?? '?'
  const words: Readonly<Record<Activity['kind'], string>> = {
    mapped: plural(events, {
      one: 'A source map arrived: # event can be read now.',
      other: 'A source map arrived: # events can be read now.',
    }),
    moved_in: t`A source map arrived, and ${count} moved here from ${other}.`,
    moved_out: t`A source map arrived, and ${count} moved to ${other}.`,
    merged: t`${other} was merged into this issue, with ${count}.`,
    split_out: t`${other} was parted from this issue, with ${count}.`,
    split_off: t`This issue was parted from ${other}, with ${count}.`,
  }
  return words[kind]
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
