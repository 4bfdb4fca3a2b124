import { LIMITS } from '#domain/limits.ts'
import { awaitedMaps } from '#digest/kinds/errors/awaited-maps.ts'
import { rulesOf, type GroupingRules } from '#event/grouping/grouping-rules.ts'
import { askOf, mappedTexts, regroup } from '#digest/kinds/errors/map-row.ts'
import type { GroupingCalls } from './grouping-messages.ts'

/** Stored events are grouped as new ones are. */
export function createGroupingCalls(): GroupingCalls {
  const compiled = new Map<string, GroupingRules>()

  /** By their text: settings that crossed a thread are another object each time. */
  function rulesFrom(text: string): GroupingRules {
    const known = compiled.get(text)
    if (known !== undefined) return known
    if (compiled.size >= LIMITS.groupingThread.compiledRules) compiled.clear()
    const rules = rulesOf({ groupingRules: text })
    compiled.set(text, rules)
    return rules
  }

  return {
    ask: askOf,
    regroup: (stored, ask, answer, groupingRules) => ({
      ...regroup(stored, answer, rulesFrom(groupingRules)),
      awaited: awaitedMaps(ask, answer),
      ...mappedTexts(stored, answer),
    }),
    fingerprints: (stored, answer, { before, after }) => ({
      before: regroup(stored, answer, rulesFrom(before)).grouping.fingerprint,
      after: regroup(stored, answer, rulesFrom(after)).grouping.fingerprint,
    }),
  }
}
