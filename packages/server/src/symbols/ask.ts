import type { ErrorEvent, Frame } from '#domain/events/error-event.ts'
import type { FrameAsk, StackAsk } from '#domain/source-maps/mapped-frame.ts'

/** Those whose code may be built from other files; `other` is what is not said. */
const SCRIPT_PLATFORMS = new Set(['javascript', 'node', 'other'])

/** The question an event's stacks are, one stack per exception, then one per thread. */
export function askFor(
  event: ErrorEvent,
  projectId: string,
  extraStacks: ReadonlyArray<readonly Frame[]> = [],
): StackAsk {
  // A source map says nothing about the files of another language.
  const isMapped = SCRIPT_PLATFORMS.has(event.platform)
  const stacks = [...[...event.exceptions, ...event.threads].map(({ frames }) => frames), ...extraStacks]
  return {
    projectId,
    release: event.release,
    dist: event.dist,
    images: event.debugImages,
    stacks: stacks.map((frames) => frames.map((frame) => frameAsk(frame, isMapped))),
  }
}

function frameAsk(
  { absPath, line, column, function: name, inApp, contextLine }: Frame,
  isMapped: boolean,
): FrameAsk {
  const file = isMapped ? absPath : undefined
  return { absPath: file, line, column, function: name, inApp, hasSource: contextLine !== undefined }
}
