import { compareReleases, type SeenRelease } from '#domain/releases/release-order.ts'
import type { Occurrence, Resolution } from './lifecycle.ts'

/** Whether an event that came after the decision shows that the fix does not hold. */
export function bringsBack(resolution: Resolution, { release }: Pick<Occurrence, 'release'>): boolean {
  // Of an event without a release nobody can say whether the fix was in it; it came later, and that decides.
  if (release === undefined) return true
  if (resolution.kind === 'now') return true
  if (resolution.kind === 'release') return order(release, resolution.release) >= 0
  if (resolution.kind === 'commit') return false
  return resolution.after === null || order(release, resolution.after) > 0
}

/** The same version is the same release, whenever each of the two was first heard of. */
function order(a: SeenRelease, b: SeenRelease): number {
  return a.version === b.version ? 0 : compareReleases(a, b)
}
