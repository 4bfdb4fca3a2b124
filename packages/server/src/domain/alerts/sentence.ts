import type { AlertRule, AlertTell, AlertWhen } from './alert.ts'

/** A part of the sentence and what it says. */
export interface Piece {
  readonly part: 'when' | 'for' | 'tell' | 'every'
  readonly text: string
}

/** What ids are called. */
export interface SentenceNames {
  project(id: string): string
  told(tell: AlertTell): string
}

/** When a new issue appears … for every project … notify #errors … at most once every 30 minutes. */
export function sentenceOf(rule: AlertRule, names: SentenceNames): readonly Piece[] {
  return [
    { part: 'when', text: `When ${whenText(rule.when)}` },
    { part: 'for', text: `for ${forText(rule, names)}` },
    { part: 'tell', text: `notify ${rule.tell.map((tell) => names.told(tell)).join(', ') || 'nobody'}` },
    { part: 'every', text: `at most once every ${duration(rule.every).replace(/^1 /, '')}` },
  ]
}

export function plainSentence(rule: AlertRule, names: SentenceNames): string {
  return `${sentenceOf(rule, names)
    .map(({ text }) => text)
    .join(' ')}.`
}

const HAPPENED = {
  new: 'a new issue appears',
  regressed: 'a resolved issue comes back',
  escalating: 'an issue escalates',
} as const

export const RATE_UNIT = { minute: 'minute', sessions: '1,000 sessions' } as const

function whenText(when: AlertWhen): string {
  if (when.kind === 'seen') {
    const what = when.by === 'users' ? `by ${counted(when.atLeast, 'user')}` : counted(when.atLeast, 'time')
    return `an issue is seen ${what}${when.within === null ? '' : ` within ${duration(when.within)}`}`
  }
  if (when.kind === 'rate') {
    return `errors reach ${when.above} per ${RATE_UNIT[when.per]} over ${duration(when.within)}`
  }
  if (when.kind === 'spike') {
    return `errors are ${when.times} times the usual over ${duration(when.within)}, at least ${when.atLeast}`
  }
  return HAPPENED[when.kind]
}

function forText({ for: { projectIds, levels, environments, query } }: AlertRule, names: SentenceNames) {
  const parts = [
    projectIds.length === 0 ? 'every project' : projectIds.map((id) => names.project(id)).join(', '),
  ]
  if (levels.length > 0) parts.push(`level ${levels.join(' or ')}`)
  if (environments.length > 0) parts.push(`in ${environments.join(' or ')}`)
  if (query !== '') parts.push(`matching ${query}`)
  return parts.join(', ')
}

export function duration(minutes: number): string {
  if (minutes % 1440 === 0) return counted(minutes / 1440, 'day')
  if (minutes % 60 === 0) return counted(minutes / 60, 'hour')
  return counted(minutes, 'minute')
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
