import type { Decision, IssueLife } from './life.ts'

/** What is decided again is as it was: a second click must not start the clock anew. */
export function decided(life: IssueLife, decision: Decision, at: number): IssueLife {
  const blank = { firstSeen: life.firstSeen, changedAt: at, resolution: undefined, snooze: undefined }
  switch (decision.kind) {
    case 'restore':
      return { ...decision.life, firstSeen: life.firstSeen }
    case 'resolve': {
      const { resolution } = decision
      if (life.resolution?.kind === 'now' && resolution.kind === 'now') return life
      return { ...blank, status: 'resolved', substatus: 'ongoing', resolution }
    }
    case 'ignore': {
      const { snooze } = decision
      if (life.snooze?.kind === 'forever' && snooze.kind === 'forever') return life
      return { ...blank, status: 'ignored', substatus: 'ongoing', snooze }
    }
    case 'reopen': {
      const { substatus } = decision
      if (life.status === 'unresolved') return substatus === undefined ? life : { ...life, substatus }
      return { ...blank, status: 'unresolved', substatus: substatus ?? 'ongoing' }
    }
  }
}
