import type { FieldTest } from '@hindcast/contract/search/expression.ts'
import { ESCALATING_FOR_MS, issueNumberOf, NEW_FOR_MS } from '#domain/issues/issue.ts'
import type { Person } from '#domain/people/person.ts'
import type { IssueCondition } from '#stores/records/issue-condition.ts'
import type { Fail } from './search-fault.ts'

/** On whose behalf a search is made. */
export interface Requester {
  /** Undefined for a token. */
  readonly userId: string | undefined
  /** Possible assignees of the project's issues. */
  readonly members: readonly Person[]
  readonly teams: ReadonlyArray<{ readonly id: string; readonly slug: string }>
  /** Of the project: what short IDs of its issues begin with. Another one’s third issue is not its own. */
  readonly slug: string
}

const COMPARED = {
  times: 'events',
  users: 'users',
  'first-seen': 'first_seen',
  'last-seen': 'last_seen',
} as const

/** A test of an issue as the records know it. */
export function issueTest(test: FieldTest, requester: Requester, now: number, fail: Fail): IssueCondition {
  const { field, match } = test
  if (field === 'assigned') return assignedTo(test, requester, fail)
  if (match.op === 'compare') {
    const { cmp, value } = match
    return { op: 'compare', field: COMPARED[field as keyof typeof COMPARED], cmp, value }
  }
  if (match.op === 'like') return { op: 'like', field: 'title', pattern: match.pattern }
  // Whatever else is asked for by `has:` every issue has.
  if (match.op !== 'is') return { op: 'all', of: [] }
  if (field === 'substatus') return { op: 'any', of: match.values.map((value) => substatusNow(value, now)) }
  if (field === 'issue')
    return { op: 'any', of: match.values.map((value) => issueNamed(value, test, requester, fail)) }
  return { op: 'is', field: field as 'status' | 'level' | 'priority' | 'title', values: match.values }
}

/** What an issue is called changes with time, without anybody writing that down. */
function substatusNow(value: string, now: number): IssueCondition {
  const is = (substatus: string): IssueCondition => ({ op: 'is', field: 'substatus', values: [substatus] })
  const since = (field: 'first_seen' | 'status_changed', age: number): IssueCondition => ({
    op: 'compare',
    field,
    cmp: '>',
    value: now - age,
  })
  const unresolved: IssueCondition = { op: 'is', field: 'status', values: ['unresolved'] }
  const current: Readonly<Record<string, IssueCondition>> = {
    new: { op: 'all', of: [is('new'), since('first_seen', NEW_FOR_MS)] },
    escalating: { op: 'all', of: [is('escalating'), since('status_changed', ESCALATING_FOR_MS)] },
    regressed: is('regressed'),
  }
  const wanted = current[value] ?? { op: 'not', of: { op: 'any', of: Object.values(current) } }
  return { op: 'all', of: [unresolved, wanted] }
}

function issueNamed(
  value: string,
  { at, length }: FieldTest,
  { slug }: Requester,
  fail: Fail,
): IssueCondition {
  if (/^\d{1,15}$/.test(value)) return { op: 'ids', values: [value] }
  const number = issueNumberOf(/-([0-9a-z]+)$/i.exec(value)?.[1] ?? '')
  if (number === undefined) fail({ at, length, code: 'unknown_issue', args: { value } })
  const prefix = value.slice(0, value.lastIndexOf('-')).toLowerCase()
  if (number === undefined || prefix !== slug.toLowerCase()) return { op: 'any', of: [] }
  return { op: 'compare', field: 'number', cmp: '=', value: number }
}

function assignedTo({ match, at, length }: FieldTest, requester: Requester, fail: Fail): IssueCondition {
  if (match.op !== 'is') return { op: 'not', of: { op: 'assigned', people: [], teams: [], nobody: true } }
  const people: string[] = []
  const teams: string[] = []
  for (const value of match.values) {
    if (value === 'none') continue
    const person = value === 'me' ? requester.userId : memberNamed(requester, value)
    const team = requester.teams.find(({ slug }) => `#${slug}` === value.toLowerCase())
    if (person !== undefined) people.push(person)
    else if (team !== undefined) teams.push(team.id)
    else fail({ at, length, code: value === 'me' ? 'nobody_signed_in' : 'unknown_person', args: { value } })
  }
  return { op: 'assigned', people, teams, nobody: match.values.includes('none') }
}

function memberNamed({ members }: Requester, address: string): string | undefined {
  return members.find(({ email }) => email.toLowerCase() === address.toLowerCase())?.id
}
