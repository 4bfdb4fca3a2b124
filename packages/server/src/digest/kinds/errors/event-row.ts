import { isObject } from '#domain/json.ts'
import { nameRoute, type RouteHint } from '#domain/routes/name-route.ts'
import type { ProjectRoutes } from '#domain/routes/project-routes.ts'
import { sentName } from '#domain/routes/sent-route.ts'
import type { ErrorEvent } from '#domain/events/error-event.ts'
import { handledOf } from '#event/exceptions.ts'
import { searchTextOf } from '#event/search-text.ts'
import { stackNamesOf } from '#event/stack-names.ts'
import { headlineOf } from '#event/title.ts'
import { userKeyOf } from '#event/user.ts'
import type { RecognisedKind } from '#domain/events/known-error.ts'
import type { EventDocument } from '#domain/events/stored-event.ts'
import { recognisedKind } from '#event/known-errors/recognise.ts'
import type { DigestedEvent } from '#stores/records/records.ts'
import type { EventRow, Identifier } from '#stores/telemetry/telemetry.ts'
import { summariseClient } from '#event/contexts/client-contexts.ts'
import { identifiersOf } from './sides.ts'

/** An event on its way to the stores; which issue it belongs to is known once the records have seen it. */
export interface UngroupedRow extends Omit<EventRow, 'spoolId' | 'issueId' | 'fingerprint' | 'storedAt'> {
  readonly identifiers: readonly Identifier[]
  readonly recognised: RecognisedKind | undefined
  readonly searchText: string | undefined
  readonly userEmail: string | undefined
  readonly userName: string | undefined
  readonly userIp: string | undefined
  readonly logger: string | undefined
  readonly stackFiles: string | undefined
  readonly stackFunctions: string | undefined
}

export function eventRow(
  event: ErrorEvent,
  document: EventDocument,
  {
    seq,
    projectId,
    digests,
  }: Pick<UngroupedRow, 'seq' | 'projectId'> & { readonly digests: readonly string[] },
  routes: ProjectRoutes,
): UngroupedRow {
  const client = summariseClient(event, document.received)
  const hint = hintOf(event, document)
  const sent = sentName(hint)
  const { release } = event
  const route = nameRoute(hint, routes.of(release))?.pattern
  const traceId = traceIdOf(event)
  return {
    seq,
    projectId,
    identifiers: identifiersOf(event, { digests, traceId, release, route }),
    eventId: event.eventId,
    receivedAt: event.receivedAt,
    occurredAt: event.occurredAt,
    kind: event.kind,
    level: event.level,
    ...headlineOf(event),
    transaction: event.transaction,
    route,
    sentRoute: sent.route,
    sentByServer: sent.byServer,
    platform: event.platform,
    environment: event.environment,
    release,
    dist: event.dist,
    user: userKeyOf(event.user),
    ...client,
    url: addressOf(event.request?.url),
    sdk: sdkOf(event),
    handled: handledOf(event),
    traceId,
    tags: event.tags,
    recognised: recognisedKind(event),
    searchText: searchTextOf(event, client),
    userEmail: event.user?.email,
    userName: event.user?.username,
    userIp: event.user?.ipAddress,
    logger: event.logger,
    ...stackNamesOf(event),
    document,
  }
}

export function digestedEvent(row: UngroupedRow): DigestedEvent {
  return {
    seq: row.seq,
    projectId: row.projectId,
    fingerprint: row.document.grouping.fingerprint,
    groupingVersion: row.document.grouping.version,
    unmappedFingerprint: row.document.grouping.unmapped,
    earlier: row.document.grouping.earlier,
    receivedAt: row.receivedAt,
    occurredAt: row.occurredAt,
    level: row.level,
    title: row.title,
    culprit: row.culprit,
    type: row.type,
    value: row.value,
    platform: row.platform,
    release: row.release,
    recognised: row.recognised,
    user: row.user,
    handled: row.handled,
  }
}

/** Next.js names the route that failed in a context of its own. */
function hintOf(event: ErrorEvent, { payload }: EventDocument): RouteHint {
  const info = payload['transaction_info']
  const nameSource = isObject(info) ? info['source'] : undefined
  const served = event.contexts['nextjs']?.['router_path']
  return {
    name: event.transaction,
    nameSource: typeof nameSource === 'string' ? nameSource : undefined,
    url: event.request?.url,
    httpRoute: typeof served === 'string' ? served : undefined,
  }
}

/** Without query and fragment, which would make every visit an address of its own. */
function addressOf(url: string | undefined): string | undefined {
  return url?.split(/[?#]/, 1)[0] || undefined
}

function sdkOf(event: ErrorEvent): string | undefined {
  if (event.sdk === undefined) return undefined
  return event.sdk.version === undefined ? event.sdk.name : `${event.sdk.name}/${event.sdk.version}`
}

function traceIdOf(event: ErrorEvent): string | undefined {
  const id = event.contexts['trace']?.['trace_id']
  return typeof id === 'string' && /^[0-9a-f]{32}$/i.test(id) ? id.toLowerCase() : undefined
}
