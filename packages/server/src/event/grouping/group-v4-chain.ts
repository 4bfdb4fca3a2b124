import type { ErrorEvent, ExceptionValue } from '#domain/events/error-event.ts'
import { decidingException } from '#event/exceptions.ts'

/* FROZEN once released as a part of grouping version 4 (spec GR1). */

export interface Chain {
  readonly thrown: ExceptionValue
  /** What it began with; of a group of exceptions, all of its members. Empty: with what was thrown. */
  readonly roots: readonly ExceptionValue[]
}

/** Undefined: a message. */
export function chainOf({ exceptions }: ErrorEvent): Chain | undefined {
  const thrown = decidingException({ exceptions })
  if (thrown === undefined) return undefined
  const roots =
    thrown.mechanism?.exceptionId === undefined ? exceptions.slice(0, 1) : rootsOf(exceptions, thrown)
  return { thrown, roots: roots.filter((root) => root !== thrown) }
}

function rootsOf(exceptions: readonly ExceptionValue[], thrown: ExceptionValue): readonly ExceptionValue[] {
  const children = Map.groupBy(exceptions, ({ mechanism }) => mechanism?.parentId)
  let root = thrown
  // A sender may let two exceptions cause each other.
  for (let steps = exceptions.length; steps > 0; steps--) {
    const { exceptionId, isExceptionGroup } = root.mechanism!
    if (isExceptionGroup) return exceptions.filter(({ mechanism }) => !children.has(mechanism?.exceptionId))
    const cause = exceptionId === undefined ? undefined : children.get(exceptionId)?.find(isCause)
    if (cause === undefined || isCoincidence(root, cause)) break
    root = cause
  }
  return [root]
}

/** Java sends along what failed while it cleaned up. */
function isCause({ mechanism }: ExceptionValue): boolean {
  return mechanism?.type !== 'suppressed'
}

/**
 * Python links whatever was being handled. Where the later one was raised on purpose, it stands for the earlier one; else it is a
 * bug of the handler, whatever brought it there.
 */
function isCoincidence({ frames }: ExceptionValue, { mechanism }: ExceptionValue): boolean {
  if (mechanism?.source !== '__context__') return false
  const line = frames.at(-1)?.contextLine
  return line !== undefined && !/^\s{0,200}raise\b/.test(line)
}
