import type { Kind } from '#digest/kinds/kind.ts'
import { createBuildFolders } from './build-folders.ts'
import type { FiltersOf } from './filter.ts'
import { filtersOf } from './filters-of.ts'
import type { StackMaps } from './map-items.ts'
import { readError } from './read.ts'
import type { ReadEvent } from './read.ts'
import type { WaitingEvent } from './waiting-event.ts'
import { errorTable } from './write.ts'

export interface ErrorTools {
  /** Without it events are grouped as they were sent. */
  readonly maps?: StackMaps
  /** Instead of those of the settings. */
  readonly filters?: FiltersOf
}

export function errorKind(tools: ErrorTools = {}): Kind<ReadEvent, WaitingEvent> {
  const reading = { filters: tools.filters ?? filtersOf, folders: createBuildFolders() }
  return {
    name: 'errors',
    itemTypes: ['event'],
    version: 1,
    read: (item, context) => readError(item, context, reading),
    table: errorTable(tools.maps),
  }
}
