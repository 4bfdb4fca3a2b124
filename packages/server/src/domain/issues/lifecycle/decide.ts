import type { Decision, IssueLifecycle } from './lifecycle.ts'

/** What is decided again is as it was: a second click must not start the clock anew. */
export function decided(life: IssueLifecycle, decision: Decision, at: number): IssueLifecycle {
  const blank = { firstSeen: life.firstSeen, changedAt: at, resolution: undefined, snooze: undefined }
  if (decision.kind === 'restore') return { ...decision.life, firstSeen: life.firstSeen }
  if (decision.kind === 'resolve') {
    const { resolution } = decision
    if (life.resolution?.kind === 'now' && resolution.kind === 'now') return life
    return { ...blank, status: 'resolved', substatus: 'ongoing', resolution }
  }
  if (decision.kind === 'ignore') {
    const { snooze } = decision
    if (life.snooze?.kind === 'forever' && snooze.kind === 'forever') return life
    return { ...blank, status: 'ignored', substatus: 'ongoing', snooze }
  }
  const { substatus } = decision
  if (life.status === 'unresolved') return substatus === undefined ? life : { ...life, substatus }
  return { ...blank, status: 'unresolved', substatus: substatus ?? 'ongoing' }
}
