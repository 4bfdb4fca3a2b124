/** One line of "why grouped": what took part in the fingerprint and what it contributed. */
export interface GroupingEvidence {
  /**
   * Which rule decided: an SDK fingerprint, the cause, the stack, type and message, the message, a report, or the server's
   * error that a browser only got the number of.
   */
  readonly rule:
    | 'fingerprint'
    | 'cause'
    | 'stacktrace'
    | 'exception'
    | 'message'
    | 'security'
    | 'joined'
    | 'fallback'
  /** One sentence for people. */
  readonly summary: string
  /** The parts that were hashed, in order, after everything a deploy changes was removed. */
  readonly parts: readonly string[]
}

/** What a project may use: everything up to version 3, which its issues had before there was a choice, or up to 4. */
export type GroupingVersion = 3 | 4
export const LATEST_GROUPING: GroupingVersion = 4

export interface Grouping {
  /**
   * An algorithm is frozen; an improvement is a new version (spec GR1). 2: by the cause of what every application
   * meets, and by the original source for stacks that were mapped. 3: by the message, in words that all engines share.
   * 4: by root cause, place and source line, for the languages other than JavaScript. Everything else is of version 1.
   */
  readonly version: 1 | 2 | 3 | 4
  /** 32 hex digits. */
  readonly fingerprint: string
  readonly evidence: GroupingEvidence
  /** Where maps were used: the fingerprint that the event would have had without. */
  readonly unmapped?: string
  /** Without maps, where version 1 alone would have given another: that one. An issue it made is joined (spec GR66). */
  readonly earlier?: EarlierGroup
  /** Of an error that a browser got without its details: the server's event, whose version and fingerprint these are. */
  readonly joined?: JoinedServerSide
  /** Of such an error before the server's event is there: what both will have in common, the surest first. */
  readonly awaits?: readonly string[]
}

/** What both events have in common; `place`: no more than release, route and time, so it is only likely. */
export type JoinedBy = 'digest' | 'trace' | 'place'

export interface JoinedServerSide {
  readonly eventId: string
  readonly by: JoinedBy
  /** The group of the browser's event by itself: where it goes if a person takes the two apart. */
  readonly apart: Pick<Grouping, 'version' | 'fingerprint' | 'evidence'>
}

export interface EarlierGroup {
  readonly fingerprint: string
  /** True: only an issue with the same type and message is the same. */
  readonly sameMessage: boolean
  /** True: everything in that group is of this one, so a new issue is found by either. */
  readonly names: boolean
  /** True: that issue may hold several of these groups. The first that comes takes it, the others are new. */
  readonly once?: boolean
}
