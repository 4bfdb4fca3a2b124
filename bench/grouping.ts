import { causeOf } from '../packages/server/src/event/grouping/group-cause.ts'
import { group } from '../packages/server/src/event/grouping/group.ts'
import { recognisedKind } from '../packages/server/src/event/known-errors/recognise.ts'
import { nextRecordings } from '../packages/server/src/event/known-errors/testing/next-recordings.ts'

export interface GroupingCost {
  readonly events: number
  /** Microseconds per event. */
  readonly grouped: number
  readonly recognised: number
}

/** What it costs to recognise and to group an event, over recordings of real failures as they were sent. */
export function groupingCost(rounds: number): GroupingCost {
  const events = [...nextRecordings().values()]
  const perEvent = (work: (event: (typeof events)[number]) => unknown): number => {
    for (const event of events) work(event)
    const started = performance.now()
    for (let round = 0; round < rounds; round++) for (const event of events) work(event)
    return ((performance.now() - started) * 1000) / (rounds * events.length)
  }
  return {
    events: events.length,
    grouped: perEvent((event) => group(event, undefined, undefined)),
    recognised: perEvent((event) => [recognisedKind(event), causeOf(event)]),
  }
}

if (import.meta.main) console.log(groupingCost(2000))
