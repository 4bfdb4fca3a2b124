import { LIMITS } from '#domain/limits.ts'
import type { StackAnswer, Symbolicator } from '#domain/mapped-frame.ts'
import { rulesOf } from '#pipeline/errors/grouping-rules.ts'
import { askOf, regroup } from '#pipeline/errors/map-row.ts'
import type { RuleTrial } from '#query/try-rules.ts'
import { patientAnswer } from '#symbols/patient.ts'

/** Groups stored events as the pipeline would, with the maps that are there now. */
export function createRuleTrial(symbolicator: Symbolicator, now: () => number): RuleTrial {
  return (project, text, deadline) => {
    const before = rulesOf(project.settings)
    const after = rulesOf({ groupingRules: text })
    const answers = new Map<string, StackAnswer | undefined>()
    return async (stored) => {
      const ask = askOf(stored)
      const key = ask === undefined ? undefined : JSON.stringify(ask)
      if (key !== undefined && !answers.has(key)) {
        if (answers.size >= LIMITS.symbols.groupedStacks) answers.clear()
        answers.set(key, await patientAnswer(symbolicator, ask!, deadline - now()))
      }
      const answer = key === undefined ? undefined : answers.get(key)
      const fingerprint = (rules: typeof before) => regroup(stored, answer, rules).grouping.fingerprint
      return { before: fingerprint(before), after: fingerprint(after) }
    }
  }
}
