import type { IssueDetail } from '@hindcast/contract/issues.ts'
import { plural, t } from '@lingui/core/macro'

export type Activity = IssueDetail['history'][number]

/** What happened, in a sentence. The other issue is named by its short id: it may be gone by now. */
export function activityWords({ kind, events, otherIssue }: Activity): string {
  const count = plural(events, { one: '# event', other: '# events' })
  const other = otherIssue ?? '?'
  switch (kind) {
    case 'mapped':
      return plural(events, {
        one: 'A source map arrived: # event can be read now.',
        other: 'A source map arrived: # events can be read now.',
      })
    case 'moved_in':
      return t`A source map arrived, and ${count} moved here from ${other}.`
    case 'moved_out':
      return t`A source map arrived, and ${count} moved to ${other}.`
    case 'merged':
      return t`${other} was merged into this issue, with ${count}.`
    case 'split_out':
      return t`${other} was parted from this issue, with ${count}.`
    case 'split_off':
      return t`This issue was parted from ${other}, with ${count}.`
  }
}
