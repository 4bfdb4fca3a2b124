import type { Level } from '#domain/events/level.ts'

export const ISSUE_PRIORITIES = ['high', 'medium', 'low'] as const
export type IssuePriority = (typeof ISSUE_PRIORITIES)[number]

/** The automatic priority of an issue: unhandled errors were visible to a user. */
export function priorityOf(level: Level, handled: boolean | undefined): IssuePriority {
  if (level === 'fatal') return 'high'
  if (level === 'error') return handled === false ? 'high' : 'medium'
  return level === 'warning' && handled === false ? 'medium' : 'low'
}
