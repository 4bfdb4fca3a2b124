import { LIMITS } from '#domain/limits.ts'
import { awaitedMaps } from '#digest/kinds/errors/awaited-maps.ts'
import { rulesOf, type GroupingRules } from '#event/grouping/grouping-rules.ts'
import { askOf, mappedTexts, regroup } from '#digest/kinds/errors/map-row.ts'
import type { GroupingSettings } from '#domain/projects/project.ts'
import type { StackAnswer } from '#domain/source-maps/mapped-frame.ts'
import type { StoredEvent } from '#stores/telemetry/telemetry.ts'
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

  const again = (
    stored: StoredEvent,
    answer: StackAnswer | undefined,
    { groupingRules, groupingVersion }: GroupingSettings,
  ) => regroup(stored, answer, rulesFrom(groupingRules), groupingVersion)

  return {
    ask: askOf,
    regroup: (stored, ask, answer, settings) => ({
      ...again(stored, answer, settings),
      awaited: awaitedMaps(ask, answer),
      ...mappedTexts(stored, answer),
    }),
    fingerprints: (stored, answer, { before, after }) => {
      const { fingerprint, earlier } = again(stored, answer, after).grouping
      return {
        before: again(stored, answer, before).grouping.fingerprint,
        after: fingerprint,
        takes: earlier?.once === true ? earlier.fingerprint : undefined,
      }
    },
  }
}
