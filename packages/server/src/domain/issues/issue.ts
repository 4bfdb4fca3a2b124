import type { IssueStatus, IssueSubstatus } from './issue-status.ts'
import type { IssueLifecycle, Resolution, Snooze } from '#domain/issues/lifecycle/lifecycle.ts'
import type { IssuePriority } from './issue-priority.ts'
import type { Level } from '#domain/events/level.ts'
import type { RecognisedKind } from '#domain/events/known-error.ts'

export interface Issue {
  /** Decimal digits; unique across the installation, as Sentry-compatible clients expect. */
  readonly id: string
  readonly projectId: string
  /** Counts from 1 within the project; `shortIdOf` turns it into WEB-1A. */
  readonly number: number
  readonly status: IssueStatus
  readonly substatus: IssueSubstatus
  readonly statusChangedAt: number
  /** Only of what is resolved. */
  readonly resolution: Resolution | undefined
  /** Only of what is ignored. */
  readonly snooze: Snooze | undefined
  readonly priority: IssuePriority
  /** True if the priority was set manually; otherwise it is automatic. */
  readonly priorityChosen: boolean
  readonly level: Level
  readonly title: string
  readonly culprit: string
  readonly type: string
  readonly value: string
  readonly platform: string
  readonly firstSeen: number
  readonly lastSeen: number
  readonly eventCount: number
  /** Told apart since each was last seen within what is kept, by whole days. */
  readonly userCount: number
  readonly firstRelease: string | undefined
  readonly lastRelease: string | undefined
  /** Assignee; undefined if unassigned. */
  readonly assigneeId: string | undefined
  /** A team instead of a person. */
  readonly assigneeTeamId: string | undefined
  /** What its latest event is, where that is one of the problems every application meets. */
  readonly recognised: RecognisedKind | undefined
}

/** What people change about an issue. */
export interface IssueState extends Pick<
  Issue,
  'id' | 'status' | 'substatus' | 'assigneeId' | 'assigneeTeamId'
> {
  /** The manual priority; undefined: automatic. */
  readonly priority: IssuePriority | undefined
  /** Takes the status back with everything that hangs on it. */
  readonly lifecycle: Omit<IssueLifecycle, 'firstSeen'>
  /** The revision after the change: sent back with an undo, it keeps later changes by others. */
  readonly revision: string
}

/** Three days: what came on a Friday night is still news on Monday. */
export const NEW_FOR_MS = 3 * 86_400_000

/** A day: by then the rate has been reviewed or is the new normal. */
export const ESCALATING_FOR_MS = 86_400_000

/** An issue is new or escalating for a while and then ongoing, without anybody writing that down. */
export function asOf(issue: Issue, now: number): Issue {
  const { firstSeen, statusChangedAt: changedAt, substatus } = issue
  const current = substatusAt({ substatus, firstSeen, changedAt }, now)
  return current === substatus ? issue : { ...issue, substatus: current }
}

export function substatusAt(
  { substatus, firstSeen, changedAt }: Pick<IssueLifecycle, 'substatus' | 'firstSeen' | 'changedAt'>,
  now: number,
): IssueSubstatus {
  const isOver =
    (substatus === 'new' && now - firstSeen >= NEW_FOR_MS) ||
    (substatus === 'escalating' && now - changedAt >= ESCALATING_FOR_MS)
  return isOver ? 'ongoing' : substatus
}

/** Base 32 without I, L, O and U: read aloud and typed from a screenshot without mistakes. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

export function shortIdOf(projectSlug: string, number: number): string {
  let rest = number
  let digits = ''
  do {
    digits = ALPHABET[rest % 32]! + digits
    rest = Math.floor(rest / 32)
  } while (rest > 0)
  return `${projectSlug.toUpperCase()}-${digits}`
}

/** The number in a short id, in any case; I, L and O are read as the digits they were mistaken for. */
export function issueNumberOf(digits: string): number | undefined {
  const plain = digits.toUpperCase().replaceAll(/[IL]/g, '1').replaceAll('O', '0')
  if (plain === '' || plain.length > 8) return undefined
  let number = 0
  for (const digit of plain) {
    const value = ALPHABET.indexOf(digit)
    if (value < 0) return undefined
    number = number * 32 + value
  }
  return number > 0 ? number : undefined
}
