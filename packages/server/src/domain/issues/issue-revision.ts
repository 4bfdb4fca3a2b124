import { createHash } from 'node:crypto'
import type { IssueState } from './issue.ts'
import { isObject } from '#domain/json.ts'

type Decided = Omit<IssueState, 'revision'>

/** What of an issue a change names. */
export interface RevisedFields {
  readonly lifecycle: boolean
  readonly assignee: boolean
  readonly priority: boolean
}

/** Revision of an issue: detects for each field separately whether it changed since. */
export function revisionOf(state: Decided): string {
  return partsOf(state).join('.')
}

export function isRevision(
  state: Decided,
  revision: string,
  { lifecycle, assignee, priority }: RevisedFields,
): boolean {
  const then = revision.split('.')
  return partsOf(state).every(
    (part, index) => ![lifecycle, assignee, priority][index] || then[index] === part,
  )
}

function partsOf({ lifecycle, assigneeId, assigneeTeamId, priority }: Decided): readonly string[] {
  return [
    JSON.stringify(lifecycle, told),
    JSON.stringify([assigneeId ?? null, assigneeTeamId ?? null]),
    JSON.stringify(priority ?? null),
  ].map((text) => createHash('sha256').update(text).digest('base64url').slice(0, 16))
}

/** In a fixed key order; without `seen`, because counts by events are not a user's change. */
function told(key: string, value: unknown): unknown {
  if (key === 'seen') return undefined
  return isObject(value) ? Object.fromEntries(Object.entries(value).toSorted(byKey)) : value
}

function byKey([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1
}
