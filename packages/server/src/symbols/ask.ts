import type { ErrorEvent, Frame } from '#domain/events/error-event.ts'
import type { FrameAsk, StackAsk } from '#domain/source-maps/mapped-frame.ts'

/** The question an event's stacks are, one stack per exception, then one per thread. */
export function askFor(
  event: ErrorEvent,
  projectId: string,
  extraStacks: ReadonlyArray<readonly Frame[]> = [],
): StackAsk {
  const stacks = [...[...event.exceptions, ...event.threads].map(({ frames }) => frames), ...extraStacks]
  return {
    projectId,
    release: event.release,
    dist: event.dist,
    images: event.debugImages,
    stacks: stacks.map((frames) => frames.map(frameAsk)),
  }
}

function frameAsk({ absPath, line, column, function: name, inApp, contextLine }: Frame): FrameAsk {
  return { absPath, line, column, function: name, inApp, hasSource: contextLine !== undefined }
}
