import type { InferOutput } from 'valibot'
import type * as wire from '@hindcast/contract/events/event-view.ts'
import type { FrameMap, OriginalFrame } from '@hindcast/contract/events/mapped-frame.ts'
import type { Frame } from '#domain/events/error-event.ts'
import { readablePath } from '#domain/events/readable-path.ts'
import type { MapNearest } from '#domain/source-maps/map-advice.ts'
import type * as domain from '#domain/source-maps/mapped-frame.ts'

export function toApiFrame(
  frame: Frame,
  mapped: domain.MappedFrame | undefined,
): InferOutput<typeof wire.Frame> {
  return {
    function: frame.function ?? null,
    module: frame.module ?? null,
    filename: frame.filename === undefined ? null : readablePath(frame.filename),
    absPath: frame.absPath ?? null,
    line: frame.line ?? null,
    column: frame.column ?? null,
    inApp: frame.inApp,
    preContext: [...frame.preContext],
    contextLine: frame.contextLine ?? null,
    postContext: [...frame.postContext],
    vars: frame.vars ?? null,
    original: originalView(mapped),
    map: mapped === undefined ? null : toApiMap(mapped.map),
  }
}

function originalView(mapped: domain.MappedFrame | undefined): OriginalFrame | null {
  if (mapped?.original === undefined) return null
  const { original } = mapped
  return {
    ...original,
    function: original.function ?? null,
    preContext: [...original.preContext],
    contextLine: original.contextLine ?? null,
    postContext: [...original.postContext],
  }
}

export function toApiMap({ state, looked, nearest, fix, codes, fetch }: domain.FrameMap): FrameMap {
  return {
    state,
    looked: looked.map(({ by, value, dist, found }) => ({ by, value, dist: dist ?? null, found })),
    nearest: nearest ?? null,
    fix: fix ?? null,
    codes: codesView(codes),
    fetch: fetch ?? null,
  }
}

function codesView(codes: domain.FrameMap['codes']): FrameMap['codes'] {
  if (codes === undefined) return { nearest: null, fix: null }
  return { nearest: codes.nearest === undefined ? null : nearestView(codes.nearest), fix: codes.fix }
}

function nearestView(nearest: MapNearest): NonNullable<FrameMap['codes']['nearest']> {
  if (nearest.code === 'other_dist')
    return { ...nearest, uploaded: nearest.uploaded ?? null, sent: nearest.sent ?? null }
  return nearest.code === 'other_build' ? { ...nearest, debugId: nearest.debugId ?? null } : nearest
}
