/** One request that reached an ingest address, for people who watch the wire. Never a whole key, never a body. */
export interface LoggedRequest {
  readonly at: number
  readonly method: string
  readonly pattern: string
  /** The first characters of the key: enough to recognise one's own, useless to anybody else. */
  readonly keyPrefix: string | undefined
  readonly projectId: string | undefined
  readonly status: number
  /** A DropReason, or '' when it was accepted. */
  readonly reason: string
  readonly detail: string
  /** Decoded. */
  readonly bytes: number
  readonly items: number
  readonly origin: string | undefined
  readonly sdk: string | undefined
  readonly durationMs: number
}
