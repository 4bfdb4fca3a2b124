import type { ErrorEvent } from '#domain/error-event.ts'
import type { SecurityReport } from '#domain/event/security-report.ts'
import type { Grouping } from '#domain/grouping.ts'
import type { StackAnswer } from '#domain/mapped-frame.ts'
import { groupV1 } from './group-v1.ts'
import { groupV2 } from './group-v2.ts'

/** By the sources where they are known, else by what was sent. `event` holds the frames as sent. */
export function group(
  event: ErrorEvent,
  report: SecurityReport | undefined,
  answer: StackAnswer | undefined,
): Grouping {
  const sent = groupV1(event, report)
  const mapped = answer === undefined || report !== undefined ? undefined : groupV2(event, answer)
  return mapped === undefined ? sent : { ...mapped, unmapped: sent.fingerprint }
}
