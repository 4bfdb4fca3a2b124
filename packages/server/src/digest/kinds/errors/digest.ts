import { normalise } from '#event/normalise.ts'
import { REPORT_FIELD, readReport } from '#event/security-report.ts'
import type { JsonObject } from '#domain/json.ts'
import { LIMITS } from '#domain/limits.ts'
import { Drop } from '#domain/intake/outcome.ts'
import type { Outcome } from '#domain/intake/outcome.ts'
import type { ProjectSettings } from '#domain/projects/project.ts'
import { noRoutes, type ProjectRoutes } from '#domain/routes/project-routes.ts'
import type { EventDocument } from '#domain/events/stored-event.ts'
import { applyAddressPolicy } from './client-address.ts'
import { errorDigestsOf } from './error-digests.ts'
import { eventRow } from './event-row.ts'
import type { UngroupedRow } from './event-row.ts'
import { filter } from './filter.ts'
import type { Filter } from './filter.ts'
import { nameAction } from './name-action.ts'
import { group } from '#event/grouping/group.ts'
import { rulesOf } from '#event/grouping/grouping-rules.ts'
import { scrub } from '#digest/scrub/scrub.ts'
import type { ScrubRules } from '#digest/scrub/scrub-walk.ts'
import { trim } from './trim.ts'

export interface ErrorContext {
  readonly seq: number
  readonly projectId: string
  readonly eventId: string
  readonly received: EventDocument['received']
  readonly settings: ProjectSettings
  readonly rules: ScrubRules
  readonly filters: readonly Filter[]
  /** Without it routes have the names that SDKs sent. */
  readonly routes?: ProjectRoutes
}

/** The whole way of an error after `decode`, in order. No I/O: whatever a stage needs is in the context. */
export function digestError(payload: JsonObject, context: ErrorContext): Outcome<UngroupedRow> {
  const { received, settings, routes = noRoutes } = context
  const { cuts, ...trimmed } = trim(nameAction(payload, routes))
  const addressed = applyAddressPolicy(trimmed.payload, received.address, settings.storeClientAddress)
  const scrubbed = scrub(addressed.payload, context.rules)
  const kept: EventDocument['received'] = { ...received, address: addressed.address }
  const event = filter(normalise(scrubbed.payload, kept, context), received, context.filters)
  if (event instanceof Drop) return event
  const report = readReport(scrubbed.payload[REPORT_FIELD])
  const grouping = group(event, report, undefined, rulesOf(settings), settings.groupingVersion)
  const document: EventDocument = {
    payload: scrubbed.payload,
    received: kept,
    cuts,
    scrubbed: [...addressed.scrubbed, ...scrubbed.scrubbed].slice(0, LIMITS.marksPerEvent),
    grouping,
  }
  const digests = errorDigestsOf(payload)
  const { seq, projectId } = context
  return eventRow(event, document, { seq, projectId, digests }, routes)
}
