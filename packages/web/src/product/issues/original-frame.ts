import type { EventView } from '@hindcast/contract/events/event-view.ts'

export type SentFrame = EventView['exceptions'][number]['frames'][number]

/** A frame in its original source if mapped, otherwise as sent. */
export function asWritten(frame: SentFrame): SentFrame {
  const { original } = frame
  if (original === null) return frame
  const { filename, line, column, inApp, preContext, contextLine, postContext } = original
  return {
    ...frame,
    // A map without names still knows the place; the built name is then better than none.
    function: original.function ?? frame.function,
    filename,
    line,
    column,
    inApp,
    preContext,
    contextLine,
    postContext,
  }
}

const COMPONENT_STACK = /^React ErrorBoundary /

/** Newer SDKs send the components around a failure as an error in front of the real one. */
export function isComponentStack({ type }: { readonly type: string | null }): boolean {
  return COMPONENT_STACK.test(type ?? '')
}
