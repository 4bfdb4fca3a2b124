import { LIMITS } from '#domain/limits.ts'
import { Refusal } from '#ingest/http/refusal.ts'
import { createThrottle, type ThrottleOptions } from './throttle.ts'

interface PacedRequest {
  readonly entry?: { readonly project: { readonly id: string } } | undefined
  readonly peer?: string | undefined
}

interface PacedOutcome {
  readonly record?: { readonly body: Uint8Array } | undefined
}

/** Rate of responses. A sender that waits for a response sends nothing on that connection. */
export interface Pace {
  /** Undefined: answer now. Otherwise resolves when it is this request's turn. */
  turn(request: PacedRequest, outcome: PacedOutcome | Refusal): Promise<void> | undefined
  /** Bytes that are accepted in a second from now on, all senders together; infinite where nothing is behind. */
  limitAccepted(bytesPerSecond: number): void
  /** Answers that are kept waiting. */
  readonly waiting: number
}

/** What a record costs beside its body. */
const RECORD_BYTES = 512

export function createPace(options: Pick<ThrottleOptions, 'now' | 'repeat'> = {}): Pace {
  const { refusalsPerSecond, burstSeconds, waitingAnswers } = LIMITS.flood
  const common = { ...options, burstSeconds, mostWaiting: waitingAnswers }
  const refused = createThrottle({ ...common, perSecond: refusalsPerSecond })
  const accepted = createThrottle({ ...common, perSecond: Number.POSITIVE_INFINITY })
  return {
    turn(request, outcome) {
      const project = request.entry?.project.id ?? ''
      const address = request.peer ?? ''
      // What has nothing in it is no reason to answer anybody faster than those who are refused.
      const bytes = outcome instanceof Refusal ? undefined : outcome.record?.body.length
      if (bytes === undefined) return refused.pass(project, address, 1)
      return accepted.pass(project, address, bytes + RECORD_BYTES)
    },
    limitAccepted: (bytesPerSecond) => accepted.setRate(bytesPerSecond),
    get waiting() {
      return refused.waiting + accepted.waiting
    },
  }
}
