import type { IssueStatus, IssueSubstatus } from '#domain/issues/issue-status.ts'
import type { SeenRelease } from '#domain/releases/release-order.ts'

/** What would have to happen for a resolved issue to come back. Plain JSON: it is stored as it is. */
export type Resolution =
  | { readonly kind: 'now' }
  /** `after`: the latest release that was known then; null: none was. */
  | { readonly kind: 'next_release'; readonly after: SeenRelease | null }
  /** `commit`: what was waited for until a release had it. */
  | { readonly kind: 'release'; readonly release: SeenRelease; readonly commit: string | null }
  /** No release has it yet. */
  | { readonly kind: 'commit'; readonly commit: string }

/** When an ignored issue is reopened, and what was counted since. Plain JSON. */
export type Snooze =
  | { readonly kind: 'forever' }
  | { readonly kind: 'until'; readonly at: number }
  | { readonly kind: 'escalating' }
  | (Counted & { readonly kind: 'events'; readonly seen: ReadonlyArray<readonly [slot: number, n: number]> })
  | (Counted & {
      readonly kind: 'users'
      readonly seen: ReadonlyArray<readonly [user: string, slot: number]>
    })

interface Counted {
  readonly count: number
  /** Null: however long it takes. */
  readonly windowMs: number | null
}

export type CountingSnooze = Extract<Snooze, { readonly count: number }>

/** Everything that decides what the next event, decision or hour does to an issue. */
export interface IssueLifecycle {
  readonly status: IssueStatus
  readonly substatus: IssueSubstatus
  /** Since when it is so; what was received earlier changes nothing. */
  readonly changedAt: number
  readonly firstSeen: number
  /** Only of what is resolved. */
  readonly resolution: Resolution | undefined
  /** Only of what is ignored. */
  readonly snooze: Snooze | undefined
}

export interface Occurrence {
  readonly kind: 'occurrence'
  /** By our clock, like every moment here. */
  readonly at: number
  readonly release: SeenRelease | undefined
  readonly user: string | undefined
}

export type Decision =
  | { readonly kind: 'resolve'; readonly resolution: Resolution }
  | { readonly kind: 'ignore'; readonly snooze: Snooze }
  /** Left out, it is `ongoing`. */
  | { readonly kind: 'reopen'; readonly substatus?: IssueSubstatus }
  /** Takes a decision back: everything is as it was. */
  | { readonly kind: 'restore'; readonly lifecycle: Omit<IssueLifecycle, 'firstSeen'> }

export type AlertTrigger =
  | Occurrence
  | { readonly kind: 'decision'; readonly at: number; readonly decision: Decision }
  | { readonly kind: 'clock'; readonly at: number }
  /** The counts of the hour that began then are out of proportion. */
  | { readonly kind: 'surge'; readonly at: number; readonly hour: number }
  | {
      readonly kind: 'released'
      readonly at: number
      readonly release: SeenRelease
      readonly commits: readonly string[]
    }

/** Changes that trigger notifications. */
export type Fact =
  | { readonly kind: 'regressed'; readonly at: number; readonly release: string | undefined }
  | { readonly kind: 'woke'; readonly at: number; readonly why: 'time' | 'events' | 'users' }
  | { readonly kind: 'escalated'; readonly at: number }
  | { readonly kind: 'fixed_in'; readonly at: number; readonly release: string }

export interface Lived {
  readonly lifecycle: IssueLifecycle
  readonly facts: readonly Fact[]
}
