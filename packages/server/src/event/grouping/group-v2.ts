import { hash } from 'node:crypto'
import type { ErrorEvent } from '#domain/events/error-event.ts'
import { decidingException } from '#event/exceptions.ts'
import type { Grouping } from '#domain/issues/grouping.ts'
import type { StackAnswer } from '#domain/source-maps/mapped-frame.ts'
import { fingerprintEvidence, shown } from './group-v1.ts'
import { mappedParts } from './group-v2-frames.ts'

/**
 * FROZEN once released (spec GR1). Mapped stacks are grouped by their original source; names and positions from the
 * bundler are ignored. Undefined if source maps make no difference; version 1 then decides.
 */
export function groupV2(event: ErrorEvent, answer: StackAnswer): Grouping | undefined {
  const exception = decidingException(event)
  if (exception === undefined || exception.mechanism?.synthetic === true) return undefined
  const mapped = answer[event.exceptions.indexOf(exception)]
  const parts = mapped === undefined ? [] : mappedParts(mapped)
  if (parts.length === 0) return undefined
  const natural = {
    rule: 'stacktrace',
    summary: `Same type, thrown at the same place of the sources: ${parts[0]}.`,
    parts: ['stacktrace', exception.type ?? '', ...parts],
  } as const
  const evidence = event.fingerprint === undefined ? natural : fingerprintEvidence(event.fingerprint, natural)
  // A fingerprint of the SDK's own is the same with and without maps.
  if (!parts.every((part) => evidence.parts.includes(part))) return undefined
  return {
    version: 2,
    fingerprint: hash('sha256', JSON.stringify([2, ...evidence.parts])).slice(0, 32),
    evidence: { ...evidence, parts: shown(evidence.parts) },
  }
}
