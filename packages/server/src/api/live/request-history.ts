import type { WireMessage } from '@hindcast/contract/intake/live.ts'
import { LIMITS } from '#domain/limits.ts'

/** The last requests of each project, and those without a matching project. In memory only. */
export interface RequestHistory {
  add(message: WireMessage): void
  /** Newest first. `null`: those without a matching project. */
  of(projectId: string | null): readonly WireMessage[]
}

export function createRequestHistory(limit: number = LIMITS.live.requestsPerProject): RequestHistory {
  // Only a key that exists names a project, so there are never more rings than projects.
  const rings = new Map<string | null, WireMessage[]>()
  return {
    add(message) {
      const ring = rings.get(message.projectId) ?? []
      rings.set(message.projectId, ring)
      ring.push(message)
      if (ring.length > limit) ring.shift()
    },
    of: (projectId) => (rings.get(projectId) ?? []).toReversed(),
  }
}
