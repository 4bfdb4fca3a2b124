import { LIMITS } from '#domain/limits.ts'
import type { Drop } from '#domain/intake/outcome.ts'
import { isKnown, overloaded, reserve, type BodyPlan } from './body-plan.ts'
import type { ByteCollector } from './byte-collector.ts'
import type { Refusal } from '#ingest/http/refusal.ts'

const LF = 10

/**
 * Looks for who sends in what was collected, once it holds a whole line or more than a line may have. Until then
 * nothing is decided, and nothing but that line is worth any memory.
 */
export function identifyByFirstLine(
  plan: BodyPlan,
  collector: Pick<ByteCollector, 'size' | 'start'>,
  latest: Buffer,
): Drop | Refusal | undefined {
  if (isKnown(plan)) return undefined
  const isWhole = latest.includes(LF)
  if (!isWhole && collector.size <= LIMITS.headerLineBytes) return undefined
  const start = collector.start(LIMITS.headerLineBytes + 1)
  const end = start.indexOf(LF)
  const refused = plan.identify(end === -1 ? start : start.subarray(0, end))
  if (refused !== undefined) return refused
  // From here on it is the known sender's own memory that is used.
  return reserve(plan, 0) ? undefined : overloaded()
}
