import type { Fact } from '#domain/issues/lifecycle/lifecycle.ts'
import { describeIssue, describes, growIssue, type BatchIssue, type NewBatchIssue } from './batch-issue.ts'
import type { Group } from './digest-groups.ts'
import { advanceLifecycle, type FirstSights } from './digest-lifecycle.ts'
import type { KnownIssues } from './known-issues.ts'

/** What a batch does to issues. */
export interface JoinedGroups {
  readonly issues: ReadonlyMap<Group, BatchIssue>
  readonly created: ReadonlyMap<Group, NewBatchIssue>
  /** Those whose fingerprint led to their issue before. */
  readonly found: readonly Group[]
  readonly facts: ReadonlyArray<{ readonly issue: BatchIssue; readonly group: Group; readonly fact: Fact }>
}

/** Finds or makes the issue of each group, in the order of the batch: one may claim what another has made. */
export function joinGroups(known: KnownIssues, groups: readonly Group[], sights: FirstSights): JoinedGroups {
  const issues = new Map<Group, BatchIssue>()
  const created = new Map<Group, NewBatchIssue>()
  const found: Group[] = []
  const facts: Array<JoinedGroups['facts'][number]> = []
  const unknown = groups.filter((group) => !join(group, true))
  // Unmapped ones first: a mapped one of the same batch may claim what they made.
  for (const group of [...unknown.filter((one) => !isMapped(one)), ...unknown.filter(isMapped)]) {
    if (join(group, isMapped(group))) continue
    const issue = known.create(group)
    issues.set(group, issue)
    created.set(group, issue)
  }
  return { issues, created, found, facts }

  function join(group: Group, mayClaim: boolean): boolean {
    const own = known.find(group)
    const issue = own ?? (mayClaim ? known.claim(group) : undefined)
    if (issue === undefined) return false
    issues.set(group, issue)
    if (group.fresh === 0) return true
    if (own !== undefined) found.push(group)
    for (const fact of advanceLifecycle(issue, group, sights)) facts.push({ issue, group, fact })
    if (describes(issue, group)) describeIssue(issue, group)
    growIssue(issue, group)
    return true
  }
}

function isMapped({ unmapped }: Group): boolean {
  return unmapped !== undefined
}
