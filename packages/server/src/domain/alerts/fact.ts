import type { TriggerKind } from './alert.ts'

/** What an alert is judged by, of issues and projects that it is for. */
export type AlertFact =
  | {
      readonly kind: 'happened'
      readonly what: TriggerKind
      readonly at: number
      readonly projectId: string
      readonly issueId: string
    }
  /** The moment at which an issue had so many, counted from its beginning. */
  | {
      readonly kind: 'reached'
      readonly at: number
      readonly count: number
      readonly projectId: string
      readonly issueId: string
    }
  /** What a window had, up to now where it has not ended. Those with too few may be left out. */
  | {
      readonly kind: 'window'
      readonly end: number
      readonly count: number
      readonly projectId: string
      /** Undefined: the project as a whole. */
      readonly issueId: string | undefined
      /** What a window had on average before; undefined where too little is known. */
      readonly usual?: number | undefined
      /** That began in it. */
      readonly sessions?: number | undefined
    }

/** Something to tell. */
export interface Firing {
  readonly at: number
  readonly projectId: string
  readonly issueId: string | undefined
  /** How many there were; undefined for what just happened. */
  readonly count: number | undefined
  readonly usual: number | undefined
  readonly sessions?: number | undefined
}

/** What an alert has to know of its past. */
export interface AlertMemory {
  /** Facts before this are known. */
  readonly until: number
  /** The last happening that was looked at. */
  readonly happening: number
  /** Issue or project to the end of the last window in which it had enough. */
  readonly over: Readonly<Record<string, number>>
  /** Issues that reached their number; the events may be gone by the time they are counted again. */
  readonly reached: readonly string[]
  /** Found, and waiting for the time between two messages to pass. */
  readonly held: readonly Firing[]
  /** Found too, and only counted. */
  readonly heldMore: number
  readonly lastMessageAt: number | undefined
}

export function freshMemory(now: number, happening: number): AlertMemory {
  return { until: now, happening, over: {}, reached: [], held: [], heldMore: 0, lastMessageAt: undefined }
}

/** Content of one message. */
export interface AlertMessage {
  readonly at: number
  readonly firings: readonly Firing[]
  /** Beside these. */
  readonly more: number
}
