import type { EventView } from '@hindcast/contract/events/event-view.ts'
import { asWritten } from '#product/issues/original-frame.ts'

export interface PeekFrame {
  readonly where: string
  readonly name: string
  readonly line: string | undefined
  readonly inApp: boolean
}

/** Of what was thrown, else of the thread that the event is about. */
function framesOf({ exceptions, threads }: Pick<EventView, 'exceptions' | 'threads'>) {
  const thrown = exceptions.at(-1)?.frames ?? []
  return thrown.length > 0 ? thrown : (threads[0]?.frames ?? [])
}

/** The few relevant frames: those of the application, the throwing one first; library frames if there are no others. */
export function topFrames(
  event: Pick<EventView, 'exceptions' | 'threads'>,
  most: number,
): readonly PeekFrame[] {
  const frames = framesOf(event).map(asWritten).toReversed()
  const own = frames.filter(({ inApp }) => inApp)
  return (own.length > 0 ? own : frames).slice(0, most).map((frame) => ({
    name: frame.function ?? '',
    where: [frame.filename ?? frame.module ?? frame.absPath ?? '', frame.line ?? '']
      .filter((part) => part !== '')
      .join(':'),
    line: frame.contextLine?.trim() === '' ? undefined : frame.contextLine?.trim(),
    inApp: frame.inApp,
  }))
}
