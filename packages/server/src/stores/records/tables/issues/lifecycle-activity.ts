import { isDeepStrictEqual } from 'node:util'
import type { Kysely, Transaction } from 'kysely'
import type { TriggerKind } from '#domain/alerts/alert.ts'
import type { IssueActivityData } from '#domain/issues/issue-activity.ts'
import type { Fact, IssueLifecycle } from '#domain/issues/lifecycle/lifecycle.ts'
import type { AlertTrigger } from '#stores/records/alerts.ts'
import { take } from '#stores/records/sql/counters.ts'
import type { RecordsEngine } from '#stores/records/sql/engine.ts'
import { insertRows } from '#stores/records/sql/row-sets.ts'
import type { IssueActivityTable, Schema } from '#stores/records/sql/schema.ts'

/** An automatic change, without a person. */
export interface IssueFact {
  readonly issueId: string
  readonly projectId: string
  readonly fact: Fact
}

/** The history entries of automatic changes, in this order. */
export function factWriter(db: Kysely<Schema>, engine: RecordsEngine) {
  const addLines = insertRows<IssueActivityTable>(db, engine, 'issue_activity', {
    place: 'bigint',
    issue_id: 'text',
    at: 'bigint',
    kind: 'text',
    events: 'bigint',
    other_issue: 'bigint',
    person_id: 'text',
    data: 'text',
  })
  return async (transaction: Transaction<Schema>, facts: readonly IssueFact[]): Promise<void> => {
    if (facts.length === 0) return
    const first = await take(transaction, 'activity', facts.length)
    const lines = facts.map(({ issueId, fact }, index) => ({
      place: first + index,
      issue_id: issueId,
      at: fact.at,
      kind: fact.kind,
      events: 0,
      other_issue: null,
      person_id: null,
      data: JSON.stringify(dataOf(fact)),
    }))
    await addLines(transaction, lines)
  }
}

const TRIGGERS: Partial<Record<Fact['kind'], TriggerKind>> = {
  regressed: 'regressed',
  escalated: 'escalating',
}

/** What alerts listen to. */
export function triggersOf(facts: readonly IssueFact[]): ReadonlyArray<Omit<AlertTrigger, 'id'>> {
  return facts.flatMap(({ issueId, projectId, fact: { kind, at } }) => {
    const trigger = TRIGGERS[kind]
    return trigger === undefined ? [] : [{ kind: trigger, projectId, issueId, at }]
  })
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
