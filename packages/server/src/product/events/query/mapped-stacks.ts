import type { ErrorEvent, Frame } from '#domain/events/error-event.ts'
import { LIMITS } from '#domain/limits.ts'
import type { MappedFrame, StackAnswer, Symbolicator } from '#domain/source-maps/mapped-frame.ts'
import { askFor } from '#symbols/ask.ts'
import { componentFrames } from '#symbols/component-stack.ts'
import { symbolicateWithTimeout } from '#symbols/symbolicate-with-timeout.ts'

/** What the maps that are there now say about an event, whatever was there when it came. */
export interface MappedStacks {
  /** One stack per exception; empty where the answer did not come in time. */
  readonly exceptions: StackAnswer
  /** One stack per thread. */
  readonly threads: StackAnswer
  /** Components around the failure, outermost first, where the SDK sent them apart from the exceptions. */
  readonly components: ReadonlyArray<ComponentFrame> | undefined
}

export interface ComponentFrame {
  readonly frame: Frame
  readonly mapped: MappedFrame | undefined
}

export async function mapStacks(
  symbolicator: Symbolicator,
  projectId: string,
  event: ErrorEvent,
): Promise<MappedStacks> {
  const components = componentFrames(event)
  const ask = askFor(event, projectId, components === undefined ? [] : [components])
  const hasFrames = ask.stacks.some((stack) => stack.length > 0)
  const answer = hasFrames ? await symbolicateWithTimeout(symbolicator, ask, LIMITS.symbols.readWaitMs) : []
  const thrown = event.exceptions.length
  const all = thrown + event.threads.length
  const ofComponents = answer?.[all]
  return {
    exceptions: answer?.slice(0, thrown) ?? [],
    threads: answer?.slice(thrown, all) ?? [],
    components: components?.map((frame, index) => ({ frame, mapped: ofComponents?.[index] })),
  }
}
