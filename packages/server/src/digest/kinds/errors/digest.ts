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
import type { BuildFolders } from './build-folders.ts'
import { computeDigests, taggedAsComputed } from './computed-digest.ts'
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
  /** Without it no digests are computed. */
  readonly folders?: BuildFolders | undefined
}

/** The whole way of an error after `decode`, in order. No I/O: whatever a stage needs is in the context. */
export function digestError(sent: JsonObject, context: ErrorContext): Outcome<UngroupedRow> {
  const { received, settings, routes = noRoutes } = context
  const { payload, digests } = withDigests(sent, context)
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
  const { seq, projectId } = context
  return eventRow(event, document, { seq, projectId, digests }, routes)
}

/** The digests of the event, computed where it has none. */
function withDigests(payload: JsonObject, { projectId, folders }: ErrorContext) {
  const sent = errorDigestsOf(payload)
  if (folders === undefined) return { payload, digests: sent }
  const computed = computeDigests(payload, { projectId, hasDigest: sent.length > 0, folders })
  return computed.length === 0
    ? { payload, digests: sent }
    : { payload: taggedAsComputed(payload, computed), digests: computed }
}
