import type { FieldTest, Match, SearchExpression } from '@hindcast/contract/search/expression.ts'
import { holds } from '@hindcast/contract/search/literals.ts'
import { globTest } from '@hindcast/contract/search/pattern.ts'
import { asOf, type Issue } from '#domain/issues/issue.ts'
import type { AppendedEvent } from '#stores/telemetry/telemetry.ts'

export interface Pair {
  readonly issue: Issue
  readonly event: AppendedEvent
}

interface Reading {
  readonly of: 'issues' | 'events'
  readonly now: number
  /** Resolves `me` and email addresses. */
  readonly people: Readonly<Record<string, string>>
  /** What can be compared with a release, oldest first. */
  readonly orderOf: (version: string) => readonly string[]
  /** The newest release of the project. */
  readonly latest?: string | undefined
}

/** A reference implementation of search: one issue, one of its events, no store. */
export function isMet(one: SearchExpression, pair: Pair, reading: Reading): boolean {
  if (one.kind === 'not') return !isMet(one.part, pair, reading)
  if (one.kind === 'text') return saysAll(one.words, pair, reading)
  if (one.kind === 'test')
    return valuesOf(one, pair, reading).some((value) => matches(one.match, value, reading))
  return one.kind === 'all'
    ? one.parts.every((part) => isMet(part, pair, reading))
    : one.parts.some((part) => isMet(part, pair, reading))
}

function saysAll(words: readonly string[], { issue, event }: Pair, { of }: Reading): boolean {
  const all = (texts: readonly string[]) =>
    words.every((word) => texts.some((text) => text.toLowerCase().includes(word)))
  const own = [issue.title, issue.culprit, issue.value]
  const tags = event.tags.flatMap((pair) => pair)
  const said = [event.title, event.culprit, event.value, ...tags, ...(event.searchText?.split('\n') ?? [])]
  return all(said) || (of === 'issues' && all(own))
}

function matches(match: Match, value: string | number | undefined, reading: Reading): boolean {
  const { people, orderOf, latest } = reading
  if (value === undefined) return false
  if (match.op === 'has') return true
  if (match.op === 'compare') {
    const number = typeof value === 'number' ? value : value.trim() === '' ? Number.NaN : Number(value)
    return !Number.isNaN(number) && holds(match, number)
  }
  const text = String(value)
  if (match.op === 'order') {
    const order = orderOf(match.version)
    const bound = { cmp: match.cmp, value: order.indexOf(match.version) }
    return order.includes(text) && holds(bound, order.indexOf(text))
  }
  if (match.op === 'latest') return text === latest
  if (match.op === 'like') return globTest(match.pattern)(text)
  if (match.op === 'regex') return new RegExp(match.source, match.anyCase ? 'uis' : 'us').test(text)
  return match.values.some((one) => one === text || people[one] === text)
}

/** A stack has many. */
function valuesOf(test: FieldTest, pair: Pair, reading: Reading): ReadonlyArray<string | number | undefined> {
  const { stackFiles, stackFunctions } = pair.event
  if (!test.tag && test.field === 'stack.filename') return stackFiles?.split('\n') ?? []
  if (!test.tag && test.field === 'stack.function') return stackFunctions?.split('\n') ?? []
  return [valueOf(test, pair, reading)]
}

function valueOf(
  { of, field, tag }: FieldTest,
  { issue, event }: Pair,
  { now }: Reading,
): string | number | undefined {
  if (of === 'issue') return issueValue(field, asOf(issue, now))
  if (tag) return event.tags.find(([key]) => key === field)?.[1]
  const values: Readonly<Record<string, string | number | undefined>> = {
    ...(event as unknown as Record<string, string | undefined>),
    route: event.route ?? event.transaction,
    'user.id': event.user,
    'user.email': event.userEmail,
    'user.username': event.userName,
    'user.ip': event.userIp,
    'browser.name': event.browser?.replace(/ \d[^ ]*$/, ''),
    'os.name': event.os?.replace(/ \d[^ ]*$/, ''),
    'sdk.name': event.sdk?.replace(/\/[^/]*$/, ''),
    'sdk.version': event.sdk?.split('/').slice(1).at(-1),
    'event.type': event.kind,
    message: event.value,
    trace: event.traceId,
    event: event.eventId,
    timestamp: event.receivedAt,
    handled: event.handled === undefined ? undefined : String(event.handled),
  }
  return values[field]
}

function issueValue(field: string, issue: Issue): string | number | undefined {
  const values: Readonly<Record<string, string | number | undefined>> = {
    status: issue.status,
    substatus: issue.status === 'unresolved' ? issue.substatus : 'none of them',
    level: issue.level,
    title: issue.title,
    priority: issue.priority,
    assigned: issue.assigneeId ?? 'none',
    issue: issue.id,
    times: issue.eventCount,
    users: issue.userCount,
    'first-seen': issue.firstSeen,
    'last-seen': issue.lastSeen,
  }
  return values[field]
}
