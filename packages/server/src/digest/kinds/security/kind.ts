import type { FiltersOf } from '#digest/kinds/errors/filter.ts'
import { filtersOf } from '#digest/kinds/errors/filters-of.ts'
import type { ReadEvent } from '#digest/kinds/errors/read.ts'
import type { WaitingEvent } from '#digest/kinds/errors/waiting-event.ts'
import type { Kind, Table } from '#digest/kinds/kind.ts'
import { readReports } from './read.ts'

/** Reports of browsers become events, and are stored and grouped as errors are. */
export function securityKind(
  table: Table<ReadEvent, WaitingEvent>,
  { filters = filtersOf }: { readonly filters?: FiltersOf } = {},
): Kind<ReadEvent, WaitingEvent> {
  return {
    name: 'security',
    itemTypes: ['raw_security'],
    version: 1,
    read: (item, context) => readReports(item, context, filters),
    table,
  }
}
