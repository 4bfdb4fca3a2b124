export type Comparison = '=' | '<' | '<=' | '>' | '>='

/** What the records know of an issue, as a tree. */
export type IssueCondition =
  | { readonly op: 'all'; readonly of: readonly IssueCondition[] }
  | { readonly op: 'any'; readonly of: readonly IssueCondition[] }
  | { readonly op: 'not'; readonly of: IssueCondition }
  /** At most LIMITS.search.issues. */
  | { readonly op: 'ids'; readonly values: readonly string[] }
  /** All of them occur in the title, the culprit or the value, in any case. */
  | { readonly op: 'text'; readonly words: readonly string[] }
  | {
      readonly op: 'is'
      readonly field: 'status' | 'substatus' | 'level' | 'priority' | 'title'
      readonly values: readonly string[]
    }
  /** `*` stands for anything; in any case. */
  | { readonly op: 'like'; readonly field: 'title'; readonly pattern: string }
  /** Assigned to any of these people or teams, or unassigned. */
  | {
      readonly op: 'assigned'
      readonly people: readonly string[]
      readonly teams: readonly string[]
      readonly nobody: boolean
    }
  | {
      readonly op: 'compare'
      readonly field: 'number' | 'events' | 'users' | 'first_seen' | 'last_seen' | 'status_changed'
      readonly cmp: Comparison
      readonly value: number
    }
