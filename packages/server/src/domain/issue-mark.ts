import { createHash } from 'node:crypto'
import type { IssueState } from './issue.ts'

type Decided = Omit<IssueState, 'mark'>

/** What of an issue a change names. */
export interface Touched {
  readonly life: boolean
  readonly assignee: boolean
  readonly priority: boolean
}

/** In this order, whoever wrote it; without `seen`, because what events count is nobody’s decision. */
const TOLD = [
  'status',
  'substatus',
  'changedAt',
  'resolution',
  'snooze',
  'kind',
  'after',
  'release',
  'version',
  'firstSeen',
  'commit',
  'at',
  'count',
  'windowMs',
]

/** Tells whether an issue is still as somebody left it, for each thing that people decide about by itself. */
export function markOf(state: Decided): string {
  return partsOf(state).join('.')
}

export function isAsMarked(state: Decided, mark: string, { life, assignee, priority }: Touched): boolean {
  const then = mark.split('.')
  return partsOf(state).every((part, index) => ![life, assignee, priority][index] || then[index] === part)
}

function partsOf({ life, assigneeId, assigneeTeamId, priority }: Decided): readonly string[] {
  return [
    JSON.stringify(life, TOLD),
    JSON.stringify([assigneeId ?? null, assigneeTeamId ?? null]),
    JSON.stringify(priority ?? null),
  ].map((text) => createHash('sha256').update(text).digest('base64url').slice(0, 16))
}
