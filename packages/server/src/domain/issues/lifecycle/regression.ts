import { compareReleases, type SeenRelease } from '#domain/releases/release-order.ts'
import type { Occurrence, Resolution } from './lifecycle.ts'

/** Whether an event that came after the decision shows that the fix does not hold. */
export function bringsBack(resolution: Resolution, { release }: Pick<Occurrence, 'release'>): boolean {
  // Without a release it is unknown whether the event includes the fix, so the time decides.
  if (release === undefined) return true
  if (resolution.kind === 'now') return true
  if (resolution.kind === 'release') return order(release, resolution.release) >= 0
  if (resolution.kind === 'commit') return false
  return resolution.after === null || order(release, resolution.after) > 0
}

/** The same version is the same release, whenever each was first seen. */
function order(a: SeenRelease, b: SeenRelease): number {
  return a.version === b.version ? 0 : compareReleases(a, b)
}
