import { substatusAt } from '#domain/issues/issue.ts'
import { count, isReached } from './counting.ts'
import { decided } from './decide.ts'
import type { Fact, AlertTrigger, IssueLifecycle, Lived, Occurrence } from './lifecycle.ts'
import { bringsBack } from './regression.ts'

/** What becomes of an issue. Nothing else decides that: not the digest, not the jobs, not the commands. */
export function lifecycleAfter(lifecycle: IssueLifecycle, happening: AlertTrigger): Lived {
  if (happening.kind === 'decision') return same(decided(lifecycle, happening.decision, happening.at))
  const { lifecycle: now, facts } = awake(lifecycle, happening.at)
  const next = react(now, happening)
  return { lifecycle: next.lifecycle, facts: [...facts, ...next.facts] }
}

function react(lifecycle: IssueLifecycle, happening: Exclude<AlertTrigger, { kind: 'decision' }>): Lived {
  if (happening.kind === 'occurrence') return seen(lifecycle, happening)
  if (happening.kind === 'surge') return surged(lifecycle, happening)
  return happening.kind === 'released' ? released(lifecycle, happening) : same(lifecycle)
}

/** Whether an event or the timer comes first, the issue was reopened when it was due. */
function awake(lifecycle: IssueLifecycle, now: number): Lived {
  if (lifecycle.snooze?.kind !== 'until' || now < lifecycle.snooze.at) return same(lifecycle)
  const { at } = lifecycle.snooze
  return opened(lifecycle, 'ongoing', { kind: 'woke', at, why: 'time' })
}

/** An event that was received before the decision does not undo it. */
function seen(lifecycle: IssueLifecycle, occurrence: Occurrence): Lived {
  if (occurrence.at < lifecycle.changedAt) return same(lifecycle)
  const { resolution, snooze } = lifecycle
  if (resolution !== undefined && bringsBack(resolution, occurrence)) {
    const { at, release } = occurrence
    return opened(lifecycle, 'regressed', { kind: 'regressed', at, release: release?.version })
  }
  if (snooze?.kind !== 'events' && snooze?.kind !== 'users') return same(lifecycle)
  const counted = count(snooze, occurrence)
  if (!isReached(counted)) return same({ ...lifecycle, snooze: counted })
  return opened(lifecycle, 'ongoing', { kind: 'woke', at: occurrence.at, why: snooze.kind })
}

/** An hour that began before the decision says nothing about what came after it. */
function surged(lifecycle: IssueLifecycle, { at, hour }: Extract<AlertTrigger, { kind: 'surge' }>): Lived {
  if (hour < lifecycle.changedAt) return same(lifecycle)
  const waits = lifecycle.snooze?.kind === 'escalating'
  const calm = lifecycle.status === 'unresolved' && substatusAt(lifecycle, at) === 'ongoing'
  return waits || calm ? opened(lifecycle, 'escalating', { kind: 'escalated', at }) : same(lifecycle)
}

function released(
  lifecycle: IssueLifecycle,
  { at, release, commits }: Extract<AlertTrigger, { kind: 'released' }>,
): Lived {
  const { resolution } = lifecycle
  if (resolution?.kind !== 'commit') return same(lifecycle)
  const { commit } = resolution
  if (!commits.some((one) => one.toLowerCase().startsWith(commit))) return same(lifecycle)
  return {
    lifecycle: { ...lifecycle, resolution: { kind: 'release', release, commit } },
    facts: [{ kind: 'fixed_in', at, release: release.version }],
  }
}

function opened(lifecycle: IssueLifecycle, substatus: IssueLifecycle['substatus'], fact: Fact): Lived {
  const { firstSeen } = lifecycle
  const next: IssueLifecycle = {
    status: 'unresolved',
    substatus,
    changedAt: fact.at,
    firstSeen,
    resolution: undefined,
    snooze: undefined,
  }
  return { lifecycle: next, facts: [fact] }
}

function same(lifecycle: IssueLifecycle): Lived {
  return { lifecycle, facts: [] }
}
