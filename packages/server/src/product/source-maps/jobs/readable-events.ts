import { LIMITS } from '#domain/limits.ts'
import type { EventSummary } from '#stores/telemetry/telemetry.ts'

/** Events that can be read since their map was fetched, on their way to the job that moves them: only one may. */
export interface ReadableEvents {
  add(projectId: string, events: readonly EventSummary[]): void
  /** All of a project, once. */
  take(projectId: string): readonly EventSummary[]
}

export function createReadableEvents(): ReadableEvents {
  const waiting = new Map<string, EventSummary[]>()
  return {
    add(projectId, events) {
      const all = [...(waiting.get(projectId) ?? []), ...events]
      waiting.set(projectId, all.slice(-LIMITS.symbols.lateEvents))
    },
    take(projectId) {
      const events = waiting.get(projectId) ?? []
      waiting.delete(projectId)
      return events
    },
  }
}
