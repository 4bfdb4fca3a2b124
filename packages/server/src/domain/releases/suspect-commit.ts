import type { Commit } from './release.ts'
import { withoutQuery } from '#domain/trim-end.ts'

/** A frame of the application, with the path that its map gives. */
export interface SuspectFrame {
  readonly path: string
  readonly function: string | undefined
  readonly line: number | undefined
}

export interface Suspect {
  readonly commit: Commit
  /** As the repository names it. */
  readonly file: string
  readonly frame: SuspectFrame
  /** 0: it threw; 1: its caller; and so on among the frames of the application. */
  readonly depth: number
}

/**
 * The commits that changed a file of the stack, those nearest to the throw first and of these the newest. `commits` come
 * newest first and frames from the one that threw outwards.
 */
export function suspectCommits(
  frames: readonly SuspectFrame[],
  commits: readonly Commit[],
  limit: number,
): readonly Suspect[] {
  const suspects = new Map<string, Suspect>()
  for (const [depth, frame] of frames.entries()) {
    const path = segmentsOf(frame.path)
    for (const commit of commits) {
      if (suspects.size >= limit) return [...suspects.values()]
      if (suspects.has(commit.id)) continue
      const changed = commit.files.find(
        (file) => file.type !== 'D' && isSameFile(path, segmentsOf(file.path)),
      )
      if (changed !== undefined) suspects.set(commit.id, { commit, file: changed.path, frame, depth })
    }
  }
  return [...suspects.values()]
}

/**
 * `webpack://shop/./src/cart.ts?a1b2` and `src/cart.ts` name one file: a bundler knows the path from its own folder, the
 * repository from its root, so the end decides.
 */
function segmentsOf(path: string): readonly string[] {
  const plain = withoutQuery(
    path.replace(/^(?:webpack|turbopack|app|file|https?|rollup|vite):\/*(?:\([\w-]+\)\/)?/i, ''),
  )
  return plain.split(/[/\\]+/).filter((segment) => segment !== '' && segment !== '.' && segment !== '..')
}

function isSameFile(a: readonly string[], b: readonly string[]): boolean {
  const shorter = Math.min(a.length, b.length)
  if (shorter === 0) return false
  let same = 0
  while (same < shorter && a.at(-1 - same) === b.at(-1 - same)) same += 1
  // A lone `index.ts` is anywhere; with its folder it is somewhere.
  return same === shorter ? same > 1 || a.length === b.length : same >= LEAST_SEGMENTS
}

const LEAST_SEGMENTS = 3
