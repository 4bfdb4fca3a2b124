import type {
  IssuePriority,
  IssueStatus,
  ResolutionRequest,
  SnoozeRequest,
  TeamRef,
} from '@hindcast/contract/issues/lifecycle.ts'
import type { IssueSummary, Person } from '@hindcast/contract/issues/issues.ts'
import type { InfiniteData } from '@tanstack/react-query'
import { tokensOf, type QueryToken } from '#product/search/query-tokens.ts'

/** What a person decides about an issue. What is left out stays. */
export interface IssueChange {
  readonly status?: IssueStatus
  /** With a status: what the server is asked for, and how it looks until that has answered. */
  readonly how?: {
    readonly asked: { readonly resolution?: ResolutionRequest; readonly snooze?: SnoozeRequest }
    readonly shown: Partial<Pick<IssueSummary, 'resolution' | 'snooze'>>
  }
  /** Null: unassigned. */
  readonly assignee?: Person | null
  readonly team?: TeamRef
  /** Null: it follows the events again. */
  readonly priority?: IssuePriority | null
}

/** What an issue was, as far as a change touches it; given to `restored`, it takes the change back. */
export type IssueState = Pick<
  IssueSummary,
  | 'status'
  | 'substatus'
  | 'resolution'
  | 'snooze'
  | 'assignee'
  | 'assigneeTeam'
  | 'priority'
  | 'priorityChosen'
>

export interface IssuePage {
  readonly issues: readonly IssueSummary[]
  readonly next: string | null
  readonly total: number
}

export type IssuePages = InfiniteData<IssuePage>

export function changed<T extends IssueState>(issue: T, change: IssueChange): T {
  const { status, how, assignee, team, priority } = change
  const substatus = status === issue.status ? issue.substatus : 'ongoing'
  return {
    ...issue,
    ...(status !== undefined && { status, substatus, resolution: null, snooze: null, ...how?.shown }),
    ...(assignee !== undefined && { assignee, assigneeTeam: null }),
    ...(team !== undefined && { assignee: null, assigneeTeam: team }),
    ...(priority !== undefined && {
      priority: priority ?? issue.priority,
      priorityChosen: priority !== null,
    }),
  }
}

/** Only what the change touched goes back: what was changed since stays. */
export function restored<T extends IssueState>(issue: T, change: IssueChange, before: IssueState): T {
  const { status, substatus, resolution, snooze, assignee, assigneeTeam, priority, priorityChosen } = before
  return {
    ...issue,
    ...(change.status !== undefined && { status, substatus, resolution, snooze }),
    ...(isAssignment(change) && { assignee, assigneeTeam }),
    ...(change.priority !== undefined && { priority, priorityChosen }),
  }
}

export function isAssignment({ assignee, team }: IssueChange): boolean {
  return assignee !== undefined || team !== undefined
}

/** Every row where it was; pages without one of the issues stay the same object, so that nothing renders for them. */
export function mapIssues(
  pages: IssuePages,
  ids: ReadonlySet<string>,
  edit: (issue: IssueSummary) => IssueSummary,
): IssuePages {
  let touched = false
  const next = pages.pages.map((page) => {
    if (!page.issues.some(({ id }) => ids.has(id))) return page
    touched = true
    return { ...page, issues: page.issues.map((issue) => (ids.has(issue.id) ? edit(issue) : issue)) }
  })
  return touched ? { ...pages, pages: next } : pages
}

/**
 * Whether an issue belongs to what a query asks for, as far as a change of status or assignee can decide it; what the
 * server alone knows (releases, tags, words) is taken as it was.
 */
export function stillMatches(query: string, issue: IssueState, me: string | undefined): boolean {
  const tokens = tokensOf(query).filter(({ quotedKey }) => !quotedKey)
  return (
    holds(tokens, 'is', (value) => value === issue.status) &&
    holds(tokens, 'assigned', (value) => isAssigned(value, issue, me))
  )
}

function isAssigned(value: string, { assignee, assigneeTeam }: IssueState, me: string | undefined): boolean {
  if (value === 'none') return assignee === null && assigneeTeam === null
  if (value === 'me') return assignee !== null && assignee.id === me
  return assignee?.email.toLowerCase() === value.toLowerCase()
}

function holds(tokens: readonly QueryToken[], key: string, is: (value: string) => boolean): boolean {
  const named = (negated: boolean) =>
    tokens.filter((token) => token.key === key && token.negated === negated).flatMap(({ values }) => values)
  const wanted = named(false)
  return (wanted.length === 0 || wanted.some(is)) && !named(true).some(is)
}

/**
 * The rows to show. What the reader changed leaves as soon as it no longer belongs; what others changed stays under
 * the cursor, with its new state, until the list is loaded again.
 */
export function shownIssues(
  pages: IssuePages,
  query: string,
  mine: ReadonlySet<string>,
  me: string | undefined,
): readonly IssueSummary[] {
  const seen = new Set<string>()
  return pages.pages
    .flatMap(({ issues }) => issues)
    .filter((issue) => {
      // An issue that moved between two pages while they were fetched is in both.
      if (seen.has(issue.id)) return false
      seen.add(issue.id)
      return !mine.has(issue.id) || stillMatches(query, issue, me)
    })
}
