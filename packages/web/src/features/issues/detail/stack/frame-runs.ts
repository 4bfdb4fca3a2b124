import type { EventView } from '@hindcast/contract/events/event-view.ts'
import type { SentFrame } from '#product/issues/original-frame.ts'

export type Exception = EventView['exceptions'][number]
export type Frame = SentFrame

export interface PlacedFrame {
  readonly frame: Frame
  /** Its place in what was sent, by which an open frame is known again after the order was turned around. */
  readonly index: number
  /** How often it follows itself: a recursion is one line with a number. */
  readonly times: number
}

export interface FrameRun {
  readonly inApp: boolean
  /** The packages of the frames, in order; empty if unknown. */
  readonly packages: readonly string[]
  readonly frames: readonly PlacedFrame[]
}

/** Neighbours of one origin together: library calls fold away between lines of the app. */
export function frameRuns(frames: readonly Frame[], newestFirst = true): readonly FrameRun[] {
  const placed = withoutRepeats(frames)
  const runs: Array<{ inApp: boolean; packages: string[]; frames: PlacedFrame[] }> = []
  for (const one of newestFirst ? placed.toReversed() : placed) {
    const { inApp } = one.frame
    let last = runs.at(-1)
    if (last?.inApp !== inApp) {
      last = { inApp, packages: [], frames: [] }
      runs.push(last)
    }
    last.frames.push(one)
    const name = packageOf(one.frame)
    if (name !== undefined && !last.packages.includes(name)) last.packages.push(name)
  }
  return runs
}

function withoutRepeats(frames: readonly Frame[]): readonly PlacedFrame[] {
  const placed: PlacedFrame[] = []
  for (const [index, frame] of frames.entries()) {
    const last = placed.at(-1)
    if (last !== undefined && isSame(last.frame, frame))
      placed[placed.length - 1] = { frame, index, times: last.times + 1 }
    else placed.push({ frame, index, times: 1 })
  }
  return placed
}

function isSame(a: Frame, b: Frame): boolean {
  return (
    a.function === b.function && a.inApp === b.inApp && placeOf(a) === placeOf(b) && a.absPath === b.absPath
  )
}

const PACKAGE = /(?:node_modules\/(?:\.pnpm\/[^/]+\/node_modules\/)?|site-packages\/)((?:@[^/]+\/)?[^/]+)/g

/** The package a frame's file lies in; of nested ones the innermost. */
export function packageOf(frame: Frame): string | undefined {
  const path = frame.filename ?? frame.absPath ?? ''
  const inPackage = [...path.matchAll(PACKAGE)].at(-1)?.[1]
  if (inPackage !== undefined) return inPackage
  return path.startsWith('node:') ? 'node' : undefined
}

export function placeOf(frame: Frame, unknown = 'unknown file'): string {
  const file = frame.filename ?? frame.module ?? frame.absPath ?? unknown
  return [file, frame.line, frame.column].filter((part) => part !== null).join(':')
}

/** The frame to look at first: the newest of the app that shows its source, else the newest of the app, else the newest. */
export function firstToRead(frames: readonly Frame[]): number {
  const own = frames.findLastIndex(({ inApp, contextLine }) => inApp && contextLine !== null)
  if (own !== -1) return own
  const inApp = frames.findLastIndex((frame) => frame.inApp)
  return inApp === -1 ? frames.length - 1 : inApp
}

const BUILT =
  /(?:[.-][A-Za-z0-9_-]{8,}|\.min|\/chunk[^/]*|\/_next\/static\/[^?]*|\/assets\/[^/]+)\.[cm]?js(?:[?#]|$)/
const LONG_LINE = 400

/** Whether a frame points into a file no person wrote: a build's name, a very long line, or a column far out. */
export function looksMinified(frame: Frame): boolean {
  if (/\.(?:tsx?|jsx|vue|svelte)$/.test(frame.filename ?? '')) return false
  if ((frame.contextLine?.length ?? 0) > LONG_LINE || (frame.column ?? 0) > LONG_LINE) return true
  return frame.contextLine === null && BUILT.test(frame.absPath ?? frame.filename ?? '')
}
