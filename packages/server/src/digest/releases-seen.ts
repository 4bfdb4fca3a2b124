import type { ReleaseSighting } from '#stores/records/release-health.ts'
import type { SeenRelease } from '#digest/kinds/kind.ts'

/** The releases in a batch, each once with its first and last time. */
export function releasesSeen(rows: Iterable<SeenRelease>): readonly ReleaseSighting[] {
  const sightings = new Map<string, ReleaseSighting>()
  for (const { projectId, release, receivedAt } of rows) {
    if (release === undefined) continue
    const key = `${projectId}/${release}`
    const known = sightings.get(key)
    sightings.set(key, {
      projectId,
      version: release,
      firstAt: Math.min(receivedAt, known?.firstAt ?? receivedAt),
      lastAt: Math.max(receivedAt, known?.lastAt ?? receivedAt),
    })
  }
  return [...sightings.values()]
}
