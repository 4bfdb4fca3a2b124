import { asWritten } from '#product/issues/original-frame.ts'
import type { Exception, Frame } from './frame-runs.ts'
import { useOpen } from '#features/issues/detail/open-state.ts'

/** Whether the reader of this issue wants the code as it was built instead of as it was written. */
export function useBuiltCode(): readonly [boolean, (built: boolean) => void] {
  return useOpen('built code', false)
}

export function shownFrames(frames: readonly Frame[], built: boolean): readonly Frame[] {
  return built ? frames : frames.map(asWritten)
}

export function shownExceptions(exceptions: readonly Exception[], built: boolean): readonly Exception[] {
  return built
    ? exceptions
    : exceptions.map((exception) => ({ ...exception, frames: exception.frames.map(asWritten) }))
}
