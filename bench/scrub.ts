import { DEFAULT_PROJECT_SETTINGS } from '../packages/server/src/domain/projects/project.ts'
import { decode } from '../packages/server/src/digest/decode.ts'
import { scrub, scrubRulesOf } from '../packages/server/src/digest/scrub/scrub.ts'
import { trim } from '../packages/server/src/digest/kinds/errors/trim.ts'
import { itemsOf } from '../packages/server/src/digest/record-items.ts'
import { recordings } from '../packages/server/src/digest/testing/recordings.ts'
import { scrubScore, type ScrubScore } from '../packages/server/src/digest/testing/scrub-score.ts'

export interface ScrubCost extends ScrubScore {
  readonly events: number
  /** Microseconds per event, the least of all rounds. */
  readonly perEvent: number
}

/** What the default rules find of the corpus, and what they cost over events as real SDKs sent them. */
export function scrubCost(rounds: number): ScrubCost {
  const rules = scrubRulesOf(DEFAULT_PROJECT_SETTINGS)
  const events = recordings()
    .flatMap(({ record }) => {
      const items = itemsOf(record)
      return 'items' in items ? items.items : []
    })
    .filter(({ type }) => type === 'event')
    .map(({ payload }) => decode(payload))
    .flatMap((decoded) => ('payload' in decoded ? [trim(decoded.payload).payload] : []))
  let least = Infinity
  for (let round = 0; round < rounds; round++) {
    const started = performance.now()
    for (const event of events) scrub(event, rules)
    least = Math.min(least, performance.now() - started)
  }
  return { ...scrubScore(), events: events.length, perEvent: (least * 1000) / events.length }
}

if (import.meta.main) console.log(scrubCost(100))
