import type { TimeRange } from '#domain/time-range.ts'

import type { Methods } from './methods.ts'

/** What a person wrote about the site, as a rule after something failed. */
export interface FeedbackRow {
  /** The position of the record that it came in. */
  readonly seq: number
  readonly projectId: string
  /** 32 hex digits. Feedback that is sent twice has the same. */
  readonly feedbackId: string
  readonly receivedAt: number
  readonly occurredAt: number
  readonly message: string
  /** As the person gave them. */
  readonly name: string | undefined
  readonly email: string | undefined
  /** The page that it was written on. */
  readonly url: string | undefined
  /** The event that it is about, which may come later or never. */
  readonly eventId: string | undefined
  readonly replayId: string | undefined
  readonly release: string | undefined
  readonly environment: string | undefined
}

export interface FeedbackRows {
  readonly feedback?: readonly FeedbackRow[]
}

export interface FeedbackScope {
  readonly projectId: string
  /** About any of these events, whether they are stored or not. */
  readonly eventIds?: readonly string[]
  /** About an event of this issue that was received in the range. */
  readonly issue?: { readonly id: string; readonly range: TimeRange }
}

/** Where feedback stands among all of its project: by time of receipt, then by id. */
export type FeedbackPosition = Pick<FeedbackRow, 'receivedAt' | 'feedbackId'>

export type StoredFeedback = Omit<FeedbackRow, 'seq'>

export interface FeedbackPage {
  readonly feedback: readonly StoredFeedback[]
  /** The position to go on before; undefined at the end. */
  readonly next: FeedbackPosition | undefined
  /** Of the scope, on whatever page. */
  readonly total: number
}

export interface FeedbackTelemetry {
  /** Newest first. What was sent twice is there once, as it came first. */
  feedback(
    scope: FeedbackScope,
    options: { readonly before?: FeedbackPosition; readonly limit: number },
  ): Promise<FeedbackPage>
}

export const FEEDBACK_METHODS = { feedback: 'read' } as const satisfies Methods<FeedbackTelemetry>
