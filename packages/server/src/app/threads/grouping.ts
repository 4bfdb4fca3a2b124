import type { Grouper } from '#product/issues/jobs/regroup-events.ts'
import { createGroupingCalls } from './grouping-calls.ts'
import type { Grouping } from './grouping-thread.ts'

/** Late events are grouped as new ones are, in the thread for it. */
export function createGrouper(grouping: Pick<Grouping, 'ask' | 'regroup'>): Grouper {
  return {
    ask: (stored) => grouping.ask(stored),
    regroup: (stored, ask, answer, { groupingRules, groupingVersion }) =>
      grouping.regroup(stored, ask, answer, { groupingRules, groupingVersion }),
  }
}

/** The same on this thread, for callers without requests to serve. */
export function createLocalGrouping(): Grouping {
  const calls = createGroupingCalls()
  return {
    ask: async (...given) => calls.ask(...given),
    regroup: async (...given) => calls.regroup(...given),
    fingerprints: async (...given) => calls.fingerprints(...given),
  }
}
