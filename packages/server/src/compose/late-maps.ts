import type { Grouper } from '#jobs/regroup-events.ts'
import { awaitedMaps } from '#pipeline/errors/awaited-maps.ts'
import { rulesOf } from '#pipeline/errors/grouping-rules.ts'
import { askOf, mappedSearchText, regroup } from '#pipeline/errors/map-row.ts'

/** Late events are grouped as new ones are. */
export const grouper: Grouper = {
  ask: askOf,
  regroup: (stored, answer, settings) => regroup(stored, answer, rulesOf(settings)),
  awaited: awaitedMaps,
  searchText: mappedSearchText,
}
