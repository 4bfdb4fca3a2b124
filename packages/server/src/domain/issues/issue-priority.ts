import type { Level } from '#domain/events/level.ts'

export const ISSUE_PRIORITIES = ['high', 'medium', 'low'] as const
export type IssuePriority = (typeof ISSUE_PRIORITIES)[number]

/** What an issue is worth while nobody said otherwise: what nobody caught, somebody saw. */
export function priorityOf(level: Level, handled: boolean | undefined): IssuePriority {
  if (level === 'fatal') return 'high'
  if (level === 'error') return handled === false ? 'high' : 'medium'
  return level === 'warning' && handled === false ? 'medium' : 'low'
}
