import type { InferOutput } from 'valibot'
import type * as wire from '@hindcast/contract/sentry/issues.ts'
import type { IssueUpdateRequest } from '#product/issues/commands/update-issues.ts'
import type { Issue } from '#domain/issues/issue.ts'
import type { Person } from '#domain/people/person.ts'
import type { Team } from '#domain/people/team.ts'
import { iso } from '#api/http/iso.ts'
import { present } from '#api/http/present.ts'

type SentryIssue = InferOutput<typeof wire.SentryIssue>
type Change = InferOutput<typeof wire.SentryIssueChange>

const MINUTE_MS = 60_000

export function sentrySubstatus({ status, substatus, snooze }: Issue): SentryIssue['substatus'] {
  if (status === 'resolved') return null
  if (snooze === undefined) return substatus
  if (snooze.kind === 'escalating') return 'archived_until_escalating'
  return snooze.kind === 'forever' ? 'archived_forever' : 'archived_until_condition_met'
}

export function statusDetails({ resolution, snooze }: Issue): SentryIssue['statusDetails'] {
  if (resolution?.kind === 'next_release') return { inNextRelease: true }
  if (resolution?.kind === 'release') return { inRelease: resolution.release.version }
  if (resolution?.kind === 'commit') return { inCommit: { id: resolution.commit } }
  if (snooze?.kind === 'until') return { ignoreUntil: iso(snooze.at) }
  if (snooze?.kind !== 'events' && snooze?.kind !== 'users') return {}
  const window = snooze.windowMs === null ? undefined : Math.round(snooze.windowMs / MINUTE_MS)
  return snooze.kind === 'events'
    ? present({ ignoreCount: snooze.count, ignoreWindow: window })
    : present({ ignoreUserCount: snooze.count, ignoreUserWindow: window })
}

export function assignedTo(person: Person | undefined, team: Team | undefined): SentryIssue['assignedTo'] {
  if (person) return { type: 'user', id: person.id, name: person.name, email: person.email }
  return team ? { type: 'team', id: team.id, name: team.slug } : null
}

/** What Sentry’s tools say, in our words. */
export function decisionOf({ status, statusDetails, substatus, ...beside }: Change): IssueUpdateRequest {
  const details = { ...beside, ...statusDetails }
  if (status === undefined) return {}
  if (status === 'unresolved') return { status }
  if (status === 'resolved' || status === 'resolvedInNextRelease') {
    if (status === 'resolvedInNextRelease' || details.inNextRelease === true) {
      return { status: 'resolved', resolution: { kind: 'next_release' } }
    }
    if (details.inRelease !== undefined) {
      return { status, resolution: { kind: 'release', release: details.inRelease } }
    }
    if (details.inCommit === undefined) return { status }
    return { status, resolution: { kind: 'commit', commit: details.inCommit.commit } }
  }
  return { status: 'ignored', snooze: snoozeOf(details, substatus) }
}

function snoozeOf(
  details: NonNullable<Change['statusDetails']>,
  substatus: Change['substatus'],
): NonNullable<IssueUpdateRequest['snooze']> {
  const { ignoreDuration, ignoreCount, ignoreWindow, ignoreUserCount, ignoreUserWindow } = details
  if (ignoreDuration !== undefined) return { kind: 'for', minutes: ignoreDuration }
  if (ignoreCount !== undefined) return { kind: 'events', count: ignoreCount, withinMinutes: ignoreWindow }
  if (ignoreUserCount !== undefined) {
    return { kind: 'users', count: ignoreUserCount, withinMinutes: ignoreUserWindow ?? ignoreWindow }
  }
  return { kind: substatus === 'archived_until_escalating' ? 'escalating' : 'forever' }
}
