import type { Project } from '#domain/projects/project.ts'
import type { TimeRange } from '#domain/time-range.ts'
import type { SessionGroup, SessionTelemetry } from '#stores/telemetry/sessions.ts'

export type { SessionGroup } from '#stores/telemetry/sessions.ts'

export interface SessionGroupsAsk {
  readonly range: TimeRange
  /** Undefined: any. */
  readonly releases: readonly string[] | undefined
  readonly environments: readonly string[] | undefined
  readonly by: ReadonlyArray<'release' | 'environment'>
  /** Undefined: without a series. */
  readonly bucketMs: number | undefined
  readonly limit: number
}

export function readSessionGroups(
  telemetry: Pick<SessionTelemetry, 'sessionGroups'>,
  { id: projectId }: Project,
  { range, releases, environments, by, bucketMs, limit }: SessionGroupsAsk,
): Promise<readonly SessionGroup[]> {
  const scope = {
    projectId,
    range,
    ...(releases !== undefined && { releases }),
    ...(environments !== undefined && { environments }),
  }
  return telemetry.sessionGroups(scope, { by, bucketMs, limit })
}
