import type { ErrorEvent, Frame } from '#domain/events/error-event.ts'
import type { MappedFrame, StackAnswer } from '#domain/source-maps/mapped-frame.ts'

/** The event as if the sources had run as they were written. What could not be mapped stays as it was sent. */
export function applyMaps(event: ErrorEvent, answer: StackAnswer): ErrorEvent {
  const threads = answer.slice(event.exceptions.length)
  return {
    ...event,
    exceptions: event.exceptions.map((exception, index) => applyToStack(exception, answer[index])),
    threads: event.threads.map((thread, index) => applyToStack(thread, threads[index])),
  }
}

function applyToStack<T extends { readonly frames: readonly Frame[] }>(
  stack: T,
  mapped: readonly MappedFrame[] | undefined,
): T {
  if (mapped === undefined) return stack
  return { ...stack, frames: stack.frames.map((frame, index) => applyToFrame(frame, mapped[index])) }
}

function applyToFrame(frame: Frame, mapped: MappedFrame | undefined): Frame {
  if (mapped?.original === undefined) return frame
  const { source, ...original } = mapped.original
  return { ...frame, ...original, absPath: source, module: undefined }
}
