import type { Level } from '#domain/events/level.ts'
import type { RecognisedKind } from '#domain/events/known-error.ts'
import type { IssueMove } from '#stores/telemetry/telemetry.ts'

/** Fingerprints of an issue: events with the same fingerprint always belong together. */
export interface IssueFingerprint {
  readonly fingerprint: string
  readonly version: number
  /** None yet: events without their maps would lead here. */
  readonly events: number
  readonly firstSeen: number | undefined
  readonly lastSeen: number | undefined
  /** The number of the issue that was merged into this one with it; undefined: its own. */
  readonly cameWith: number | undefined
}

/** What people read of an issue; it follows the latest event. */
export interface IssueDescription {
  readonly level: Level
  readonly title: string
  readonly culprit: string
  readonly type: string
  readonly value: string
  readonly platform: string
  readonly recognised: RecognisedKind | undefined
}

export interface MergeResult {
  /** The issue that has the events now. */
  readonly issueId: string
  /** In the order in which the telemetry must apply them. */
  readonly moves: readonly PendingMove[]
}

export interface PendingMove extends IssueMove {
  readonly id: number
}

/**
 * Merges and unmerges of fingerprints. Each call is one transaction with counts, times, history entries and the moves
 * for the telemetry. Nothing is reopened, and no alert fires.
 */
export interface MergeRecords {
  /** Those with the most events first. */
  fingerprints(issueId: string, limit: number): Promise<readonly IssueFingerprint[]>
  /** The issues that these fingerprints lead to, where they lead anywhere. */
  homes(projectId: string, fingerprints: readonly string[]): Promise<ReadonlyMap<string, string>>
  /**
   * What leads to the others leads to this one from now on. They are found under their ids and numbers as this one.
   * `not_found` or `invalid_input` changes nothing. The history names the person, where it was one.
   */
  merge(into: string, from: readonly string[], now: number, personId?: string): Promise<MergeResult>
  /**
   * These fingerprints leave the issue: for the issue they came with, as it was, else for a new one. Something with
   * events has to leave and to stay. `description` is what their latest event says, `rest` that of what stays; what is
   * undefined stays as it was.
   */
  unmerge(
    issueId: string,
    fingerprints: readonly string[],
    described: {
      readonly leaving: IssueDescription | undefined
      readonly staying: IssueDescription | undefined
    },
    now: number,
    personId?: string,
  ): Promise<MergeResult>
  /** Pending moves for the telemetry, oldest first. */
  waiting(limit: number): Promise<readonly PendingMove[]>
  told(move: PendingMove): Promise<void>
}
