import type { ErrorEvent } from '#domain/events/error-event.ts'
import { createDistinctLines } from './distinct-lines.ts'
import { decidingThread } from './threads.ts'

/** As much as a stack of an application has; each character is looked through with every search for a pattern. */
const LONGEST = 1500
const LONGEST_LINE = 200

export interface StackNames {
  readonly stackFiles: string | undefined
  readonly stackFunctions: string | undefined
}

/** Files and functions of the frames, one per line, from where it failed outwards. The end is cut. */
export function stackNamesOf(event: Pick<ErrorEvent, 'exceptions' | 'threads'>): StackNames {
  const files = createDistinctLines(LONGEST, LONGEST_LINE, true)
  const functions = createDistinctLines(LONGEST, LONGEST_LINE, true)
  const thread = decidingThread(event)
  for (const { frames } of [...event.exceptions.toReversed(), ...(thread === undefined ? [] : [thread])])
    for (let at = frames.length - 1; at >= 0 && !(files.isFull() && functions.isFull()); at--) {
      files.add(frames[at]!.filename?.split(/[?#]/, 1)[0])
      functions.add(frames[at]!.function)
    }
  return { stackFiles: files.text(), stackFunctions: functions.text() }
}
