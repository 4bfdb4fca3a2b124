/** One line of "why grouped": what took part in the fingerprint and what it contributed. */
export interface GroupingEvidence {
  /** Which rule decided: an SDK fingerprint, the stack, type and message, the message, or a report. */
  readonly rule: 'fingerprint' | 'stacktrace' | 'exception' | 'message' | 'security' | 'fallback'
  /** One sentence for people. */
  readonly summary: string
  /** The parts that were hashed, in order, after everything a deploy changes was removed. */
  readonly parts: readonly string[]
}

export interface Grouping {
  /** The algorithm is frozen; an improvement is a new version and projects move explicitly (spec GR1). */
  readonly version: 1
  /** 32 hex digits. */
  readonly fingerprint: string
  readonly evidence: GroupingEvidence
}
