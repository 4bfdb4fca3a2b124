export interface ClaimedEvent {
  readonly projectId: string
  readonly eventId: string
  /** Of its record in the spool. */
  readonly position: number
}

/**
 * Before telemetry is asked which events it knows. Returns `projectId/eventId` of those that another spool has claimed:
 * they are counted and stored from there.
 */
export type ClaimEvents = (spoolId: string, events: readonly ClaimedEvent[]) => Promise<ReadonlySet<string>>
