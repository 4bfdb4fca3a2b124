import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from 'kysely'
import type { IssueActivityData } from '#domain/issues/issue-activity.ts'
import type { Fact, IssueLifecycle } from '#domain/issues/lifecycle/lifecycle.ts'
import { addActivity } from './activity.ts'
import type { Schema } from '#stores/records/sql/schema.ts'

/** Automatic changes without a person. */
export async function addFacts(
  transaction: Transaction<Schema>,
  issueId: string,
  facts: readonly Fact[],
): Promise<void> {
  for (const fact of facts) {
    const { at, kind } = fact
    await addActivity(transaction, issueId, { at, kind, data: dataOf(fact) })
  }
}

function dataOf(fact: Fact): IssueActivityData {
  if (fact.kind === 'woke') return { how: fact.why }
  if (fact.kind === 'escalated' || fact.release === undefined) return {}
  return { release: fact.release }
}

/** The history entry of a decision; undefined if the status does not change. */
export function decisionLine(before: IssueLifecycle, after: IssueLifecycle) {
  if (isDeepStrictEqual(after, before)) return undefined
  if (after.resolution !== undefined)
    return { kind: 'resolved', data: resolvedData(after.resolution) } as const
  if (after.snooze !== undefined) return { kind: 'ignored', data: ignoredData(after.snooze) } as const
  return before.status === 'unresolved' ? undefined : ({ kind: 'reopened', data: {} } as const)
}

function resolvedData(resolution: NonNullable<IssueLifecycle['resolution']>): IssueActivityData {
  const how = resolution.kind
  if (resolution.kind === 'commit') return { how, commit: resolution.commit }
  if (resolution.kind === 'release') {
    const { release, commit } = resolution
    return { how, release: release.version, ...(commit === null ? {} : { commit }) }
  }
  if (resolution.kind === 'now' || resolution.after === null) return { how }
  return { how, release: resolution.after.version }
}

function ignoredData(snooze: NonNullable<IssueLifecycle['snooze']>): IssueActivityData {
  const how = snooze.kind
  if (snooze.kind === 'until') return { how, until: snooze.at }
  if (snooze.kind === 'forever' || snooze.kind === 'escalating') return { how }
  return { how, count: snooze.count, ...(snooze.windowMs === null ? {} : { windowMs: snooze.windowMs }) }
}
