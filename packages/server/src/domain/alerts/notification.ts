import type { Level } from '#domain/events/level.ts'

/** The subject of a notification, as it was when the alert fired. */
export interface NotifiedSubject {
  readonly at: number
  readonly project: string
  readonly url: string
  /** Why, with the numbers. */
  readonly reason: string
  /** Undefined: the project as a whole. */
  readonly issue:
    | {
        readonly id: string
        readonly shortId: string
        readonly title: string
        readonly culprit: string
        readonly level: Level
      }
    | undefined
}

/** A message before it is put into the words of a channel. */
export interface Notification {
  readonly kind: 'alert' | 'test'
  readonly at: number
  /** The alert as a sentence, to explain the notification. */
  readonly sentence: string
  readonly subjects: readonly NotifiedSubject[]
  /** Beside these. */
  readonly more: number
  readonly links: { readonly mute: string; readonly tune: string }
}

/** Recipient of a message. */
export type Addressee =
  | { readonly kind: 'channel'; readonly id: string }
  | { readonly kind: 'person'; readonly id: string }

export const DELIVERY_STATES = ['waiting', 'sent', 'dead'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

export interface Delivery {
  /** The same for every attempt and sent to the receiver, so that it can drop duplicates. */
  readonly id: string
  readonly organizationId: string
  /** Undefined: a test, or the alert is gone. */
  readonly alertId: string | undefined
  readonly to: Addressee
  readonly notification: Notification
  readonly state: DeliveryState
  readonly attempts: number
  /** While it waits. */
  readonly nextTryAt: number | undefined
  readonly createdAt: number
}

export interface DeliveryAttempt {
  /** From 1. */
  readonly number: number
  readonly at: number
  readonly durationMs: number
  readonly ok: boolean
  /** Of HTTP; undefined where there was none. */
  readonly status: number | undefined
  /** Start of the response, or why the request failed. */
  readonly answer: string
}

/** What came of one attempt. */
export interface DeliveryOutcome {
  readonly ok: boolean
  readonly status: number | undefined
  readonly answer: string
  /** False: it would fail again. */
  readonly mayRetry: boolean
  /** Not before, as the other side asks. */
  readonly retryAfterMs?: number | undefined
}
