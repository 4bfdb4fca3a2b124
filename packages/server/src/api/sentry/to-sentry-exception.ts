import type { ExceptionValue, Frame, Mechanism, Thread } from '#domain/events/error-event.ts'
import type { MappedFrame, OriginalFrame } from '#domain/source-maps/mapped-frame.ts'

/** As Sentry has it: the stack is the mapped one where there is one, and the one that was sent stands beside it. */
export function exceptionEntry(
  { type, value, module, mechanism, frames }: ExceptionValue,
  mapped: readonly MappedFrame[] | undefined,
) {
  const isMapped = mapped?.some(({ original }) => original !== undefined) ?? false
  return {
    type: type ?? null,
    value: value ?? null,
    module: module ?? null,
    threadId: null,
    mechanism: mechanism === undefined ? null : mechanismEntry(mechanism),
    stacktrace: stackEntry(frames.map((frame, index) => frameEntry(frame, mapped?.[index]?.original))),
    rawStacktrace: isMapped ? stackEntry(frames.map((frame) => frameEntry(frame, undefined))) : null,
  }
}

export function threadEntry(
  { id, name, crashed, current, frames }: Thread,
  mapped: readonly MappedFrame[] | undefined,
) {
  return {
    id: id ?? null,
    name: name ?? null,
    crashed,
    current,
    state: null,
    stacktrace: stackEntry(frames.map((frame, index) => frameEntry(frame, mapped?.[index]?.original))),
    rawStacktrace: null,
  }
}

function mechanismEntry(mechanism: Mechanism) {
  return {
    type: mechanism.type,
    handled: mechanism.handled ?? null,
    synthetic: mechanism.synthetic,
    source: mechanism.source ?? null,
    exception_id: mechanism.exceptionId ?? null,
    parent_id: mechanism.parentId ?? null,
    is_exception_group: mechanism.isExceptionGroup,
    data: mechanism.data,
  }
}

function stackEntry(frames: ReadonlyArray<ReturnType<typeof frameEntry>>) {
  if (frames.length === 0) return null
  return {
    frames,
    framesOmitted: null,
    registers: null,
    hasSystemFrames: frames.some(({ inApp }) => !inApp),
  }
}

function frameEntry(frame: Frame, original: OriginalFrame | undefined) {
  const place = original ?? frame
  return {
    filename: place.filename ?? null,
    absPath: original?.source ?? frame.absPath ?? null,
    module: frame.module ?? null,
    function: place.function ?? null,
    lineNo: place.line ?? null,
    colNo: place.column ?? null,
    inApp: place.inApp,
    context: contextLines(place),
    vars: frame.vars ?? null,
    rawFunction: original === undefined ? null : (frame.function ?? null),
    package: null,
    platform: null,
    // Of machine code.
    instructionAddr: null,
    symbolAddr: null,
    symbol: null,
    trust: null,
    errors: null,
  }
}

type Lines = Pick<Frame, 'line' | 'preContext' | 'contextLine' | 'postContext'>

/** Line numbers and their text, the throwing line in the middle. */
function contextLines(frame: Lines): Array<[number, string]> {
  if (frame.line === undefined || frame.contextLine === undefined) return []
  const first = frame.line - frame.preContext.length
  return [...frame.preContext, frame.contextLine, ...frame.postContext].map((text, index) => [
    first + index,
    text,
  ])
}
