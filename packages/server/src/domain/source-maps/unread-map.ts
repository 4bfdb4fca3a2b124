import type { StackAnswer } from './mapped-frame.ts'

/** Stands among the debug ids that an event awaits where its maps are stored, but could not be read in time. */
export const UNREAD_MAP = 'unread'

/** `answer` is missing if it did not come in time. */
export function hasUnreadMap(answer: StackAnswer | undefined): boolean {
  if (answer === undefined) return true
  return answer.some((stack) => stack.some(({ map }) => map.codes?.nearest?.code === 'unreachable_map'))
}
