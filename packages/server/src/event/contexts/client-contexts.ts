import type { ErrorEvent } from '#domain/events/error-event.ts'
import { trimmed } from '#event/read.ts'
import { headerOf } from '#event/request.ts'
import type { JsonObject } from '#domain/json.ts'
import type { EventDocument } from '#domain/events/stored-event.ts'
import { deriveContexts, nameAndMajor, NO_HINTS } from './user-agent.ts'
import type { ClientContexts } from './user-agent.ts'

/** `Chrome 156`, `iOS 17`, `iPhone`: what events are counted by. */
export interface ClientSummary {
  readonly browser: string | undefined
  readonly os: string | undefined
  readonly device: string | undefined
}

/** Values from the SDK take precedence over the user agent. */
export function summariseClient(event: ErrorEvent, received: EventDocument['received']): ClientSummary {
  const { browser, os, device } = clientOf(event, received)
  return {
    browser: summary(event.contexts['browser']) ?? nameAndMajor(browser),
    os: summary(event.contexts['os'] ?? event.contexts['client_os']) ?? nameAndMajor(os),
    device: trimmed(event.contexts['device']?.['model']) ?? device?.model ?? device?.type,
  }
}

/** The event's contexts, completed with browser, os and device. */
export function completeContexts(
  event: ErrorEvent,
  received: EventDocument['received'],
): Readonly<Record<string, JsonObject>> {
  const { browser, os, device } = clientOf(event, received)
  return {
    ...(browser && { browser: described(browser) }),
    ...(os && { os: described(os) }),
    ...(device && { device: { type: device.type, ...(device.model && { model: device.model }) } }),
    ...event.contexts,
  }
}

/**
 * The user agent of the request the event is about: the page's own, or the one a server was answering. The client
 * hints belong to the request that brought the event, and only count when that was sent by the same agent.
 */
function clientOf(event: ErrorEvent, received: EventDocument['received']): ClientContexts {
  const own = headerOf(event.request, 'user-agent')
  const agent = own ?? (received.userAgent?.startsWith('Mozilla/') === true ? received.userAgent : undefined)
  return deriveContexts(agent, agent === received.userAgent ? received.clientHints : NO_HINTS)
}

function summary(context: JsonObject | undefined): string | undefined {
  const name = trimmed(context?.['name'])
  return name === undefined ? undefined : nameAndMajor({ name, version: trimmed(context?.['version']) })
}

function described(part: { readonly name: string; readonly version: string | undefined }): JsonObject {
  return { name: part.name, ...(part.version !== undefined && { version: part.version }) }
}
