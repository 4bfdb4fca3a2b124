import type { ErrorEvent, Frame, Thread } from '#domain/events/error-event.ts'
import { isObject } from '#domain/json.ts'
import type { JsonObject } from '#domain/json.ts'
import { LIMITS } from '#domain/limits.ts'
import { decidingException, isComponentStack } from './exceptions.ts'
import { readFrames } from './frames.ts'
import { scalarText, text, values } from './read.ts'

/**
 * Stacks beside those of the exceptions: of threads, and the one that older SDKs send with a message at the top level. The one that
 * crashed is first, then the one that reported. Threads without a stack are left out.
 */
export function readThreads(
  payload: JsonObject,
  platform: string,
  hasExceptions: boolean,
): readonly Thread[] {
  const threads: Thread[] = []
  for (const entry of values(payload['threads'])) {
    if (!isObject(entry)) continue
    const frames = readFrames(entry['stacktrace'], platform)
    if (frames.length === 0) continue
    threads.push({
      id: scalarText(entry['id']),
      name: text(entry['name']),
      crashed: entry['crashed'] === true,
      current: entry['current'] === true,
      frames,
    })
  }
  // With exceptions it is theirs, or says the same.
  const own = hasExceptions ? [] : readFrames(payload['stacktrace'], platform)
  if (own.length > 0) {
    threads.push({ id: undefined, name: undefined, crashed: false, current: true, frames: own })
  }
  return threads.toSorted((a, b) => rank(a) - rank(b)).slice(0, LIMITS.threadsPerEvent)
}

function rank({ crashed, current }: Thread): number {
  return crashed ? 0 : current ? 1 : 2
}

/** The thread that the event is about; of several of which none says so, none is. */
export function decidingThread({ threads }: Pick<ErrorEvent, 'threads'>): Thread | undefined {
  const first = threads[0]
  return first !== undefined && (first.crashed || first.current || threads.length === 1) ? first : undefined
}

/** The stack that an event is about: of its exception, else of its thread, else of the nearest cause that has one. */
export function decidingFrames(event: Pick<ErrorEvent, 'exceptions' | 'threads'>): readonly Frame[] {
  const thrown = decidingException(event)?.frames ?? []
  if (thrown.length > 0) return thrown
  const caused = event.exceptions.findLast((one) => one.frames.length > 0 && !isComponentStack(one))
  return (decidingThread(event) ?? caused)?.frames ?? []
}
