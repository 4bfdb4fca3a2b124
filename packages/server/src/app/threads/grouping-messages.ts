import type { GroupingSettings } from '#domain/projects/project.ts'
import type { TriedGrouping } from '#product/issues/query/try-rules.ts'
import type { StackAnswer, StackAsk } from '#domain/source-maps/mapped-frame.ts'
import type { GroupedAgain } from '#product/issues/jobs/regroup-events.ts'
import type { StoredEvent } from '#stores/telemetry/telemetry.ts'

/** What the thread can be asked for, each about one event. */
export interface GroupingCalls {
  ask(stored: StoredEvent): StackAsk | undefined
  regroup(stored: StoredEvent, ask: StackAsk, answer: StackAnswer, settings: GroupingSettings): GroupedAgain
  fingerprints(
    stored: StoredEvent,
    answer: StackAnswer | undefined,
    settings: { readonly before: GroupingSettings; readonly after: GroupingSettings },
  ): TriedGrouping
}

export type GroupingCall = {
  readonly [Name in keyof GroupingCalls]: {
    readonly name: Name
    readonly given: Parameters<GroupingCalls[Name]>
  }
}[keyof GroupingCalls]

/** `ready` is the first: loading the thread's program is not the first call's time. */
export type GroupingAnswer =
  | { readonly ready: true }
  | { readonly value: unknown }
  | { readonly failure: string }
