import type { EventView } from '@hindcast/contract/event-view.ts'

export type Frame = EventView['exceptions'][number]['frames'][number]

export interface FrameRun {
  readonly inApp: boolean
  readonly frames: readonly Frame[]
}

/** Throwing frame first, neighbours of one origin together: library calls fold away between lines of the app. */
export function frameRuns(frames: readonly Frame[]): readonly FrameRun[] {
  const runs: Array<{ inApp: boolean; frames: Frame[] }> = []
  for (const frame of frames.toReversed()) {
    const last = runs.at(-1)
    if (last?.inApp === frame.inApp) last.frames.push(frame)
    else runs.push({ inApp: frame.inApp, frames: [frame] })
  }
  return runs
}

export function placeOf(frame: Frame): string {
  const file = frame.filename ?? frame.module ?? frame.absPath ?? 'unknown file'
  return [file, frame.line, frame.column].filter((part) => part !== null).join(':')
}
