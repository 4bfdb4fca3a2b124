import type { ErrorEvent, ExceptionValue, Frame } from '#domain/events/error-event.ts'
import type { MappedFrame, StackAnswer } from '#domain/source-maps/mapped-frame.ts'

/** The event as if the sources had run as they were written. What could not be mapped stays as it was sent. */
export function applyMaps(event: ErrorEvent, answer: StackAnswer): ErrorEvent {
  return {
    ...event,
    exceptions: event.exceptions.map((exception, index) => applyToException(exception, answer[index])),
  }
}

function applyToException(
  exception: ExceptionValue,
  mapped: readonly MappedFrame[] | undefined,
): ExceptionValue {
  if (mapped === undefined) return exception
  return { ...exception, frames: exception.frames.map((frame, index) => applyToFrame(frame, mapped[index])) }
}

function applyToFrame(frame: Frame, mapped: MappedFrame | undefined): Frame {
  if (mapped?.original === undefined) return frame
  const { source, ...original } = mapped.original
  return { ...frame, ...original, absPath: source, module: undefined }
}
