import type { EventPosition } from '#domain/events/event-position.ts'

/**
 * What is counted of issues while their events are digested, so that no list has to look at events. Kept by
 * fingerprint, so that issues are merged and parted without anything being counted again.
 */
export interface IssueRollups {
  /** Events of each issue per hour, for hours that had any; `from` and `to` are moments, by whole hours. */
  hours(
    issueIds: readonly string[],
    range: { readonly from: number; readonly to: number },
  ): Promise<ReadonlyMap<string, ReadonlyArray<{ readonly hour: number; readonly events: number }>>>
  /** Forgets hours before, and users whose last day lies before, by whole hours and days. */
  expire(projectId: string, before: number): Promise<void>
  /** What was stored before anything was counted, to be counted by `countEarlier`; undefined when that is done. */
  unfilled(): Promise<Unfilled | undefined>
  /** One transaction: the events, and where to go on. Done with the last project when `next` is undefined. */
  countEarlier(events: readonly FilledEvent[], next: Unfilled | undefined): Promise<void>
}

export interface FilledEvent {
  readonly projectId: string
  readonly fingerprint: string
  readonly receivedAt: number
  readonly user: string | undefined
}

/** Only events without a spool, because those with one were counted when stored. */
export interface Unfilled {
  /** Events with this number or a larger one are counted already. */
  readonly to: number
  /** The last event that was looked at, per project. */
  readonly after: Readonly<Record<string, EventPosition>>
  /** Events up to this number were counted by an earlier version, which went by the number alone; per project. */
  readonly counted: Readonly<Record<string, number>>
}
