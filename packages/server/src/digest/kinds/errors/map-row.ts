import { normalise } from '#event/normalise.ts'
import { applyMaps } from '#event/apply-maps.ts'
import { searchTextOf } from '#event/search-text.ts'
import { stackNamesOf, type StackNames } from '#event/stack-names.ts'
import { REPORT_FIELD, readReport } from '#event/security-report.ts'
import { headlineOf, type Headline } from '#event/title.ts'
import { LATEST_GROUPING, type Grouping, type GroupingVersion } from '#domain/issues/grouping.ts'
import type { StackAnswer, StackAsk } from '#domain/source-maps/mapped-frame.ts'
import type { EventDocument } from '#domain/events/stored-event.ts'
import { recognisedKind } from '#event/known-errors/recognise.ts'
import type { DigestedEvent } from '#stores/records/records.ts'
import type { EventRow } from '#stores/telemetry/telemetry.ts'
import { askFor } from '#symbols/ask.ts'
import { isScript } from '#symbols/script-urls.ts'
import { group } from '#event/grouping/group.ts'
import type { GroupingRules } from '#event/grouping/grouping-rules.ts'

export interface Regrouped extends Headline, Pick<DigestedEvent, 'recognised'> {
  readonly grouping: Grouping
}

interface Stored {
  readonly projectId: string
  readonly eventId: string
  readonly document: EventDocument
}

/** The question that a stored event's stacks are; undefined where no frame could have a map. */
export function askOf(stored: Stored): StackAsk | undefined {
  const ask = askFor(eventOf(stored), stored.projectId)
  const hasScript = ask.stacks.some((stack) =>
    stack.some(
      ({ absPath, line, column }) => isScript(absPath) && line !== undefined && column !== undefined,
    ),
  )
  return hasScript ? ask : undefined
}

/** Group and headline of a stored event, with these maps. The same now as when a map comes late. */
export function regroup(
  stored: Stored,
  answer: StackAnswer | undefined,
  rules: GroupingRules = [],
  version: GroupingVersion = LATEST_GROUPING,
): Regrouped {
  const event = eventOf(stored)
  const report = readReport(stored.document.payload[REPORT_FIELD])
  return {
    ...headlineOf(answer === undefined ? event : applyMaps(event, answer)),
    recognised: recognisedKind(event),
    // A join is decided once, by events that were there then.
    grouping:
      stored.document.grouping.joined === undefined
        ? group(event, report, answer, rules, version)
        : stored.document.grouping,
  }
}

/** What an event is found by that a map changes. */
export interface MappedTexts extends StackNames {
  readonly searchText: string | undefined
}

/** What is looked for is what is read: the names of the sources. */
export function mappedTexts(
  stored: Stored & Pick<EventRow, 'browser' | 'os' | 'device'>,
  answer: StackAnswer,
): MappedTexts {
  const event = applyMaps(eventOf(stored), answer)
  return { searchText: searchTextOf(event, stored), ...stackNamesOf(event) }
}

function eventOf({ document, eventId }: Stored) {
  return normalise(document.payload, document.received, { eventId })
}
