import { LIMITS } from '#domain/limits.ts'
import type { StackAnswer, Symbolicator } from '#domain/source-maps/mapped-frame.ts'
import type { RuleTrial } from '#product/issues/query/try-rules.ts'
import { symbolicateWithTimeout } from '#symbols/symbolicate-with-timeout.ts'
import type { Grouping } from './grouping-thread.ts'

/** Groups stored events as the digest would, with the current source maps, on the grouping thread. */
export function createRuleTrial(
  symbolicator: Symbolicator,
  grouping: Pick<Grouping, 'ask' | 'fingerprints'>,
  now: () => number,
): RuleTrial {
  return ({ settings: { groupingRules, groupingVersion } }, after, deadline) => {
    const settings = { before: { groupingRules, groupingVersion }, after }
    // As promises: events with the same stack are asked about at the same time.
    const answers = new Map<string, Promise<StackAnswer | undefined>>()
    return async (stored) => {
      const ask = await grouping.ask(stored)
      const key = ask === undefined ? undefined : JSON.stringify(ask)
      if (key !== undefined && !answers.has(key)) {
        if (answers.size >= LIMITS.symbols.groupedStacks) answers.clear()
        answers.set(key, symbolicateWithTimeout(symbolicator, ask!, deadline - now()))
      }
      const answer = key === undefined ? undefined : await answers.get(key)
      return grouping.fingerprints(stored, answer, settings)
    }
  }
}
