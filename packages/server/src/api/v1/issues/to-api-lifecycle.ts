import type * as wire from '@hindcast/contract/issues/lifecycle.ts'
import type { Person as WirePerson } from '@hindcast/contract/people/person.ts'
import { countOf } from '#domain/issues/lifecycle/counting.ts'
import type { IssueLifecycle, Resolution, Snooze } from '#domain/issues/lifecycle/lifecycle.ts'
import type { Person } from '#domain/people/person.ts'
import type { Team } from '#domain/people/team.ts'
import { iso } from '#api/http/iso.ts'

const MINUTE_MS = 60_000

export function person({ id, name, email }: Person): WirePerson {
  return { id, name, email }
}

export function team({ id, slug, name }: Team): wire.TeamRef {
  return { id, slug, name }
}

export function toApiResolution(resolution: Resolution | undefined): wire.Resolution | null {
  if (resolution === undefined) return null
  const { kind } = resolution
  if (kind === 'release') {
    return { kind, release: resolution.release.version, commit: resolution.commit }
  }
  if (kind === 'commit') return { kind, release: null, commit: resolution.commit }
  return { kind, release: kind === 'now' ? null : (resolution.after?.version ?? null), commit: null }
}

export function toApiSnooze(snooze: Snooze | undefined): wire.Snooze | null {
  if (snooze === undefined) return null
  const nothing = { until: null, count: null, counted: null, withinMinutes: null }
  if (snooze.kind === 'until') return { ...nothing, kind: 'until', until: iso(snooze.at) }
  if (snooze.kind === 'forever' || snooze.kind === 'escalating') return { ...nothing, kind: snooze.kind }
  return {
    kind: snooze.kind,
    until: null,
    count: snooze.count,
    counted: countOf(snooze),
    withinMinutes: snooze.windowMs === null ? null : Math.round(snooze.windowMs / MINUTE_MS),
  }
}

/** As it is kept, so that it can be sent back. */
export function toApiLifecycle({
  resolution,
  snooze,
  ...lifecycle
}: Omit<IssueLifecycle, 'firstSeen'>): wire.IssueLifecycle {
  return structuredClone({
    ...lifecycle,
    resolution: resolution ?? null,
    snooze: snooze ?? null,
  }) as wire.IssueLifecycle
}

export function lifecycleFrom({
  resolution,
  snooze,
  ...lifecycle
}: wire.IssueLifecycle): Omit<IssueLifecycle, 'firstSeen'> {
  return { ...lifecycle, resolution: resolution ?? undefined, snooze: snooze ?? undefined }
}
