import type { SearchExpression } from '@hindcast/contract/search/expression.ts'
import type { SearchError } from '@hindcast/contract/search/node.ts'
import { SEARCH_LIMITS } from '@hindcast/contract/search/parse.ts'
import { understandSearch } from '@hindcast/contract/search/understand.ts'
import type { Reading } from '@hindcast/contract/search/understand-value.ts'
import type { IssueCondition } from '#stores/records/issue-condition.ts'
import type { Condition } from '#stores/telemetry/telemetry.ts'
import { eventTest } from './event-tests.ts'
import { issueTest, type Requester } from './issue-tests.ts'
import type { ReleaseContext } from './release-tests.ts'
import { SearchFault, type Fail } from './search-fault.ts'

/** One way in which a search can hold: for the issue, and for one of its events. Undefined: whatever it is. */
export interface Way {
  readonly issue: IssueCondition | undefined
  readonly event: Condition | undefined
}

/** A search as the stores understand it: any of these ways. */
export interface SearchPlan {
  readonly ways: readonly Way[]
}

export interface PlanContext extends ReleaseContext, Reading {
  readonly requester: Requester
}

/** Throws a SearchFault with the places of what is not understood. */
export function planSearch(text: string, context: PlanContext): SearchPlan {
  const { expression, errors } = understandSearch(text, context)
  if (errors.length > 0) throw new SearchFault(errors)
  if (expression === undefined) return { ways: [{ issue: undefined, event: undefined }] }
  const faults: SearchError[] = []
  const ways = waysOf(expression, false, context, (error) => faults.push(error))
  if (faults.length > 0) throw new SearchFault(faults)
  if (ways.length > SEARCH_LIMITS.ways) {
    throw new SearchFault([{ at: 0, length: text.length, code: 'too_complex', args: {} }])
  }
  return { ways }
}

/** The same, where all of this holds too. */
export function narrowed(
  { ways }: SearchPlan,
  more: { readonly issue: readonly IssueCondition[]; readonly event: readonly Condition[] },
): SearchPlan {
  const issue = more.issue.length === 0 ? undefined : ({ op: 'all', of: more.issue } as const)
  const event = more.event.length === 0 ? undefined : ({ op: 'all', of: more.event } as const)
  return { ways: together([ways, [{ issue, event }]]) }
}

/**
 * Only where issues and events are mixed the ways multiply: what is about events alone stays one condition on one
 * event, however it is combined. `negated` is carried down to what it negates.
 */
function waysOf(one: SearchExpression, negated: boolean, context: PlanContext, fail: Fail): readonly Way[] {
  if (one.kind === 'not') return waysOf(one.part, !negated, context, fail)
  if ('parts' in one) {
    const parts = one.parts.map((part) => waysOf(part, negated, context, fail))
    return (one.kind === 'all') === negated ? either(parts.flat()) : together(parts)
  }
  if (one.kind === 'text') return textWays(one.words, negated, context.of)
  if (one.of === 'event') {
    const test = eventTest(one, context, fail)
    return [{ issue: undefined, event: negated ? { op: 'not', of: test } : test }]
  }
  const test = issueTest(one, context.requester, context.now, fail)
  return [{ issue: negated ? { op: 'not', of: test } : test, event: undefined }]
}

function textWays(words: readonly string[], negated: boolean, of: PlanContext['of']): readonly Way[] {
  const text = { op: 'text', words } as const
  const without = { op: 'not', of: text } as const
  if (of === 'events') return [{ issue: undefined, event: negated ? without : text }]
  if (negated) return [{ issue: without, event: without }]
  return [
    { issue: text, event: undefined },
    { issue: undefined, event: text },
  ]
}

/** Every combination; stops at the limit. */
function together(parts: ReadonlyArray<readonly Way[]>): readonly Way[] {
  let ways: readonly Way[] = [{ issue: undefined, event: undefined }]
  for (const part of parts) {
    if (ways.length > SEARCH_LIMITS.ways) break
    ways = either(
      ways.flatMap((way) =>
        part.map((other) => ({
          issue: both(way.issue, other.issue) as IssueCondition | undefined,
          event: both(way.event, other.event) as Condition | undefined,
        })),
      ),
    )
  }
  return ways
}

/** What looks at issues alone is one way, and so is what looks at events alone. */
function either(ways: readonly Way[]): readonly Way[] {
  const free = ways.find(({ issue, event }) => issue === undefined && event === undefined)
  if (free) return [free]
  const issues = ways.flatMap(({ issue, event }) => (event === undefined ? issue! : []))
  const events = ways.flatMap(({ issue, event }) => (issue === undefined ? event! : []))
  return [
    ...(issues.length === 0 ? [] : [{ issue: anyOf(issues) as IssueCondition, event: undefined }]),
    ...(events.length === 0 ? [] : [{ issue: undefined, event: anyOf(events) as Condition }]),
    ...ways.filter(({ issue, event }) => issue !== undefined && event !== undefined),
  ]
}

type Either = IssueCondition | Condition

function both(a: Either | undefined, b: Either | undefined): Either | undefined {
  if (a === undefined || b === undefined) return a ?? b
  const parts = [a, b].flatMap((one) => (one.op === 'all' ? (one.of as readonly Either[]) : [one]))
  return { op: 'all', of: parts } as Either
}

function anyOf(all: readonly Either[]): Either {
  return all.length === 1 ? all[0]! : ({ op: 'any', of: all } as Either)
}
