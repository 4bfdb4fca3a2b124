import { substatusAt } from '#domain/issues/issue.ts'
import { count, isReached } from './counting.ts'
import { decided } from './decide.ts'
import type { Fact, AlertTrigger, IssueLifecycle, Lived, Occurrence } from './lifecycle.ts'
import { bringsBack } from './regression.ts'

/** What becomes of an issue. Nothing else decides that: not the digest, not the jobs, not the commands. */
export function lifecycleAfter(life: IssueLifecycle, happening: AlertTrigger): Lived {
  if (happening.kind === 'decision') return same(decided(life, happening.decision, happening.at))
  const { life: now, facts } = awake(life, happening.at)
  const next = react(now, happening)
  return { life: next.life, facts: [...facts, ...next.facts] }
}

function react(life: IssueLifecycle, happening: Exclude<AlertTrigger, { kind: 'decision' }>): Lived {
  if (happening.kind === 'occurrence') return seen(life, happening)
  if (happening.kind === 'surge') return surged(life, happening)
  return happening.kind === 'released' ? released(life, happening) : same(life)
}

/** Whoever looks first, an event or the clock, finds that it woke when it was due. */
function awake(life: IssueLifecycle, now: number): Lived {
  if (life.snooze?.kind !== 'until' || now < life.snooze.at) return same(life)
  const { at } = life.snooze
  return opened(life, 'ongoing', { kind: 'woke', at, why: 'time' })
}

/** An event that was still on its way when somebody decided does not undo the decision. */
function seen(life: IssueLifecycle, occurrence: Occurrence): Lived {
  if (occurrence.at < life.changedAt) return same(life)
  const { resolution, snooze } = life
  if (resolution !== undefined && bringsBack(resolution, occurrence)) {
    const { at, release } = occurrence
    return opened(life, 'regressed', { kind: 'regressed', at, release: release?.version })
  }
  if (snooze?.kind !== 'events' && snooze?.kind !== 'users') return same(life)
  const counted = count(snooze, occurrence)
  if (!isReached(counted)) return same({ ...life, snooze: counted })
  return opened(life, 'ongoing', { kind: 'woke', at: occurrence.at, why: snooze.kind })
}

/** An hour that began before the decision says nothing about what came after it. */
function surged(life: IssueLifecycle, { at, hour }: Extract<AlertTrigger, { kind: 'surge' }>): Lived {
  if (hour < life.changedAt) return same(life)
  const waits = life.snooze?.kind === 'escalating'
  const calm = life.status === 'unresolved' && substatusAt(life, at) === 'ongoing'
  return waits || calm ? opened(life, 'escalating', { kind: 'escalated', at }) : same(life)
}

function released(
  life: IssueLifecycle,
  { at, release, commits }: Extract<AlertTrigger, { kind: 'released' }>,
): Lived {
  const { resolution } = life
  if (resolution?.kind !== 'commit') return same(life)
  const { commit } = resolution
  if (!commits.some((one) => one.toLowerCase().startsWith(commit))) return same(life)
  return {
    life: { ...life, resolution: { kind: 'release', release, commit } },
    facts: [{ kind: 'fixed_in', at, release: release.version }],
  }
}

function opened(life: IssueLifecycle, substatus: IssueLifecycle['substatus'], fact: Fact): Lived {
  const { firstSeen } = life
  const next: IssueLifecycle = {
    status: 'unresolved',
    substatus,
    changedAt: fact.at,
    firstSeen,
    resolution: undefined,
    snooze: undefined,
  }
  return { life: next, facts: [fact] }
}

function same(life: IssueLifecycle): Lived {
  return { life, facts: [] }
}
