import type { EventView } from '@hindcast/contract/events/event-view.ts'
import type { EventSummary } from '@hindcast/contract/events/events.ts'

/** The SDK name of the test error; it proves the way in, and nothing about the app. */
export const TEST_SDK = 'hindcast.test'

export type ProofId = 'request' | 'event' | 'stack' | 'release' | 'user'

/** Why a proof is still open. */
export type Pending =
  | 'nothing'
  | 'refused'
  | 'only_test'
  | 'no_error'
  | 'no_frames'
  | 'none_in_app'
  | 'not_sent'

export interface Proof {
  readonly id: ProofId
  readonly pending: Pending | undefined
  /** What the data says, as sent. */
  readonly evidence: string
}

export interface Seen {
  readonly requests: number
  readonly accepted: number
  /** Whether an event was ever stored, even where none is left. */
  readonly stored: boolean
  /** Newest first. */
  readonly events: readonly EventSummary[]
  /** `provingEvent` in full; undefined while it is being fetched. */
  readonly error: EventView | undefined
}

export function proofsOf(seen: Seen): readonly Proof[] {
  const own = seen.events.filter(isOwn)
  const stored = seen.stored || seen.events.length > 0
  const waits = seen.events.length > 0 ? 'only_test' : 'nothing'
  return [
    { id: 'request', pending: seen.requests > 0 || stored ? undefined : 'nothing', evidence: '' },
    {
      id: 'event',
      pending: stored ? undefined : seen.requests > 0 && seen.accepted === 0 ? 'refused' : 'nothing',
      evidence: own[0]?.sdk ?? '',
    },
    own.length === 0 ? { id: 'stack', pending: waits, evidence: '' } : stackProof(seen, own),
    fieldProof('release', own, waits, ({ release }) => release),
    fieldProof('user', own, waits, ({ user }) => user),
  ]
}

/** The newest error of the app itself: the one whose stack is worth a look. */
export function provingEvent(events: readonly EventSummary[]): EventSummary | undefined {
  return events.filter(isOwn).find(({ kind }) => kind === 'error')
}

/** Sent by the app, not by the button on this page. */
export function isOwn({ sdk }: EventSummary): boolean {
  return sdk?.startsWith(TEST_SDK) !== true
}

function fieldProof(
  id: ProofId,
  events: readonly EventSummary[],
  waits: Pending,
  pick: (event: EventSummary) => string | null,
): Proof {
  if (events.length === 0) return { id, pending: waits, evidence: '' }
  const evidence = events.map(pick).find((value) => value !== null)
  return { id, pending: evidence === undefined ? 'not_sent' : undefined, evidence: evidence ?? '' }
}

/** Library frames alone name no place where a person could mend anything. */
function stackProof({ error }: Seen, own: readonly EventSummary[]): Proof {
  const pending = (why: Pending): Proof => ({ id: 'stack', pending: why, evidence: '' })
  if (provingEvent(own) === undefined) return pending('no_error')
  if (error === undefined) return pending('nothing')
  const thrown = [...error.threads.slice(0, 1), ...error.exceptions]
    .toReversed()
    .flatMap(({ frames }) => frames.toReversed())
  if (thrown.length === 0) return pending('no_frames')
  const frame = thrown.find(({ inApp }) => inApp)
  if (frame === undefined) return pending('none_in_app')
  const file = frame.filename ?? frame.absPath ?? frame.module ?? ''
  const place = frame.line === null ? file : `${file}:${frame.line}`
  return { id: 'stack', pending: undefined, evidence: [frame.function, place].filter(Boolean).join(' · ') }
}
