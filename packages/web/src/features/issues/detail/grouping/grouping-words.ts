import type { EventView } from '@hindcast/contract/events/event-view.ts'
import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { causeWords } from './cause-words.ts'

/** What the server says where a rule decided, and not the SDK. */
const RULE = /^A rule of the project .*\(line (\d+)\)\.$/

/** Why events are one issue, in the language of the page; the evidence itself is data and stays as it is. */
export function groupingWords({ parts, summary }: EventView['grouping']): string {
  const [rule = '', first = '', second = '', third = ''] = parts
  switch (rule) {
    case 'stacktrace':
      return i18n._(msg`Same type, thrown at the same place: ${second}.`)
    case 'caused':
      return i18n._(msg`Same root cause (${first}), raised as the same type at the same place.`)
    case 'written':
      return i18n._(msg`Written at the same place.`)
    case 'exception':
      return i18n._(msg`Same type and message. The stack has no names that stay the same between deploys.`)
    case 'message':
      return i18n._(msg`Same message, apart from numbers, IDs, addresses and dates.`)
    case 'chunk':
      return i18n._(msg`Code failed to load. The file name changes with every deploy.`)
    case 'security':
      return i18n._(msg`Same rule and same source: ${second}, ${third}.`)
    case 'joined':
      if (first.startsWith('digest:'))
        return i18n._(msg`What a browser got of the server’s error with the same digest.`)
      return first.startsWith('trace:')
        ? i18n._(msg`What a browser got of the server’s error in the same trace.`)
        : i18n._(msg`Likely what a browser got of the server’s error on the same route, at that moment.`)
    case 'fallback':
      return i18n._(msg`No exception and no message: grouped by where it came from.`)
    case 'fingerprint': {
      const line = RULE.exec(summary)?.[1]
      if (line !== undefined) return i18n._(msg`Grouping rule of the project, line ${line}.`)
      return i18n._(msg`Same fingerprint, set by the SDK: ${first}.`)
    }
    case 'cause':
      return causeWords(parts.slice(1)) ?? summary
    default:
      return summary
  }
}
