import type { ErrorEvent, ExceptionValue, Frame, Mechanism } from '#domain/events/error-event.ts'
import { isObject } from '#domain/json.ts'
import type { Json, JsonObject } from '#domain/json.ts'
import { readFrames } from './frames.ts'
import { flag, integer, lenientText, objectOr, text, values } from './read.ts'

/** A message such as `TypeError: x is undefined` that was sent without a type. */
const TYPE_IN_VALUE = /^([A-Za-z_$][\w$.]*): ([\s\S]+)$/

export function readExceptions(payload: JsonObject, platform?: string): readonly ExceptionValue[] {
  const sent = payload['exception']
  const entries = isObject(sent) && sent['values'] === undefined ? [sent] : values(sent)
  const exceptions: ExceptionValue[] = []
  for (const entry of entries) {
    const exception = isObject(entry) ? readException(entry, platform) : undefined
    if (exception !== undefined) exceptions.push(exception)
  }
  const spare = () => readFrames(payload['stacktrace'], platform)
  return adopt(exceptions, objectOr(sent)['mechanism'], spare)
}

function readException(entry: JsonObject, platform: string | undefined): ExceptionValue | undefined {
  const mechanism = readMechanism(entry['mechanism'])
  const frames = readFrames(entry['stacktrace'], platform)
  const type = text(entry['type'])
  const value = lenientText(entry['value'])
  if (type === undefined && value === undefined && frames.length === 0) return undefined
  const split =
    type === undefined && value !== undefined && mechanism?.synthetic !== true
      ? TYPE_IN_VALUE.exec(value)
      : null
  return {
    type: split?.[1] ?? type,
    value: split?.[2] ?? value,
    module: text(entry['module']),
    mechanism,
    frames,
  }
}

/** raven-js puts the mechanism beside the values, and raven-era clients the only stack at the top level. */
function adopt(
  exceptions: ExceptionValue[],
  mechanism: Json | undefined,
  spareFrames: () => readonly Frame[],
): readonly ExceptionValue[] {
  const thrown = exceptions.at(-1)
  if (thrown === undefined) return exceptions
  const spare = thrown.mechanism === undefined ? readMechanism(mechanism) : undefined
  const frames: readonly Frame[] = exceptions.length === 1 && thrown.frames.length === 0 ? spareFrames() : []
  if (spare === undefined && frames.length === 0) return exceptions
  exceptions[exceptions.length - 1] = {
    ...thrown,
    mechanism: thrown.mechanism ?? spare,
    frames: frames.length > 0 ? frames : thrown.frames,
  }
  return exceptions
}

function readMechanism(value: Json | undefined): Mechanism | undefined {
  if (!isObject(value)) return undefined
  return {
    type: text(value['type']) ?? 'generic',
    handled: flag(value['handled']),
    synthetic: value['synthetic'] === true,
    source: text(value['source']),
    exceptionId: integer(value['exception_id']),
    parentId: integer(value['parent_id']),
    isExceptionGroup: value['is_exception_group'] === true,
    data: objectOr(value['data']),
  }
}

/** A React component stack that travels as an exception of its own, in front of the real one. */
export function isComponentStack(exception: ExceptionValue): boolean {
  return exception.type?.startsWith('React ErrorBoundary ') === true
}

/** The exception an event is about: the last one thrown that is not a component stack. */
export function decidingException(event: Pick<ErrorEvent, 'exceptions'>): ExceptionValue | undefined {
  return event.exceptions.findLast((exception) => !isComponentStack(exception)) ?? event.exceptions.at(-1)
}

/** False as soon as any exception of the chain was not handled; undefined when none says. */
export function handledOf(event: ErrorEvent): boolean | undefined {
  let handled: boolean | undefined
  for (const { mechanism } of event.exceptions) {
    if (mechanism?.handled === false) return false
    handled = mechanism?.handled ?? handled
  }
  return handled
}
