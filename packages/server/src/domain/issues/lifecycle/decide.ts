import type { Decision, IssueLifecycle } from './lifecycle.ts'

/** Repeating a decision changes nothing: a second click must not restart the clock. */
export function decided(lifecycle: IssueLifecycle, decision: Decision, at: number): IssueLifecycle {
  const blank = { firstSeen: lifecycle.firstSeen, changedAt: at, resolution: undefined, snooze: undefined }
  if (decision.kind === 'restore') return { ...decision.lifecycle, firstSeen: lifecycle.firstSeen }
  if (decision.kind === 'resolve') {
    const { resolution } = decision
    if (lifecycle.resolution?.kind === 'now' && resolution.kind === 'now') return lifecycle
    return { ...blank, status: 'resolved', substatus: 'ongoing', resolution }
  }
  if (decision.kind === 'ignore') {
    const { snooze } = decision
    if (lifecycle.snooze?.kind === 'forever' && snooze.kind === 'forever') return lifecycle
    return { ...blank, status: 'ignored', substatus: 'ongoing', snooze }
  }
  const { substatus } = decision
  if (lifecycle.status === 'unresolved')
    return substatus === undefined ? lifecycle : { ...lifecycle, substatus }
  return { ...blank, status: 'unresolved', substatus: substatus ?? 'ongoing' }
}
