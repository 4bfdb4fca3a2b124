import type { AlertRule, AlertTell, AlertWhen } from '@hindcast/contract/alerts/alerts.ts'

export type WhenKind = AlertWhen['kind']
export const WHEN_KINDS = ['new', 'regressed', 'escalating', 'seen', 'rate', 'spike'] as const
export const WINDOWS = [5, 15, 60, 360, 1440] as const
export const EVERY = [1, 5, 15, 30, 60, 360, 1440] as const

export const FIRST_RULE: AlertRule = {
  when: { kind: 'new' },
  for: { projectIds: [], query: '', environments: [], levels: [] },
  tell: [],
  every: 30,
}

/** What a sentence of that kind begins with; numbers that most teams would choose. */
export function whenOf(kind: WhenKind): AlertWhen {
  if (kind === 'seen') return { kind, by: 'users', atLeast: 10, within: 60 }
  if (kind === 'rate') return { kind, above: 10, per: 'minute', within: 5 }
  if (kind === 'spike') return { kind, times: 3, atLeast: 20, within: 60 }
  return { kind }
}

export function isAboutIssues({ kind }: AlertWhen): boolean {
  return kind !== 'rate' && kind !== 'spike'
}

/** With another beginning the rest may make no sense any more: a project as a whole has no assignee and no words. */
export function withWhen(rule: AlertRule, when: AlertWhen): AlertRule {
  if (isAboutIssues(when)) return { ...rule, when }
  return {
    ...rule,
    when,
    for: { ...rule.for, query: '' },
    tell: rule.tell.filter(({ kind }) => kind !== 'assignee' && kind !== 'subscribers'),
  }
}

export const tellId = (tell: AlertTell) => ('id' in tell ? `${tell.kind}:${tell.id}` : tell.kind)

export function tellOf(id: string): AlertTell {
  const [kind, rest] = [id.split(':')[0]!, id.slice(id.indexOf(':') + 1)]
  if (kind === 'assignee' || kind === 'subscribers') return { kind }
  return { kind: kind as 'channel' | 'member' | 'team', id: rest }
}

/** Numbers as typed: empty or half a number is none, and the rule waits for it. */
export function isComplete({ when }: AlertRule): boolean {
  const whole = (value: number) => Number.isInteger(value) && value >= 1 && value <= 1_000_000
  if (when.kind === 'seen') return whole(when.atLeast)
  if (when.kind === 'rate') return when.above >= 0.01 && when.above <= 1_000_000
  if (when.kind === 'spike') return whole(when.atLeast) && when.times >= 1.1 && when.times <= 1000
  return true
}

/** Comma-separated words, each once. */
export function wordsOf(text: string): string[] {
  return [...new Set(text.split(',').map((word) => word.trim()))].filter(Boolean)
}
