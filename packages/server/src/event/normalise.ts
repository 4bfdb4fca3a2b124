import type { ErrorEvent, Message } from '#domain/events/error-event.ts'
import { isObject } from '#domain/json.ts'
import type { Json, JsonObject } from '#domain/json.ts'
import type { EventDocument } from '#domain/events/stored-event.ts'
import { readBreadcrumbs } from './breadcrumbs.ts'
import { clockOf } from './clock.ts'
import { readExceptions } from './exceptions.ts'
import { readLevel } from './level.ts'
import { readMessage } from './message.ts'
import { list, objectOr, scalarText, text, trimmed } from './read.ts'
import { readDist, readEnvironment, readRelease } from './release.ts'
import { readRequest } from './request.ts'
import { readDebugImages, readSdk } from './sdk.ts'
import { REPORT_FIELD, readReport } from './security-report.ts'
import type { SecurityReport } from './security-report.ts'
import { readTags } from './tags.ts'
import { readThreads } from './threads.ts'
import { readUser } from './user.ts'

const PLATFORM = /^[a-z][\w.-]{0,63}$/i

/**
 * One shape for every SDK generation. Runs when an event is digested and again whenever it is read, so it
 * must never throw and may only get better at reading, not stricter.
 */
export function normalise(
  payload: JsonObject,
  received: EventDocument['received'],
  ids: { readonly eventId: string },
): ErrorEvent {
  const clock = clockOf(payload['timestamp'], received)
  const platform = readPlatform(payload['platform'])
  const exceptions = readExceptions(payload, platform)
  const report = readReport(payload[REPORT_FIELD])
  const { tags, environment } = readTags(payload)
  return {
    eventId: ids.eventId,
    kind: report !== undefined ? 'security' : exceptions.length > 0 ? 'error' : 'default',
    platform,
    level: readLevel(payload['level']) ?? 'error',
    occurredAt: clock.occurredAt,
    receivedAt: received.at,
    exceptions,
    threads: readThreads(payload, platform, exceptions.length > 0),
    message: reportMessage(report) ?? readMessage(payload),
    logger: report?.kind ?? trimmed(payload['logger']),
    transaction: trimmed(payload['transaction']),
    environment: readEnvironment(payload['environment']) ?? readEnvironment(environment),
    release: readRelease(payload['release']),
    dist: readDist(payload['dist']),
    serverName: trimmed(payload['server_name']),
    tags,
    user: readUser(payload['user'], received.address),
    request: readRequest(payload['request']),
    contexts: readContexts(payload['contexts']),
    breadcrumbs: readBreadcrumbs(payload['breadcrumbs'], clock.repair),
    extra: objectOr(payload['extra']),
    modules: readModules(payload['modules']),
    sdk: readSdk(payload['sdk'], received),
    fingerprint: readFingerprint(payload['fingerprint']),
    debugImages: readDebugImages(payload['debug_meta']),
  }
}

function readPlatform(sent: Json | undefined): string {
  return typeof sent === 'string' && PLATFORM.test(sent) ? sent.toLowerCase() : 'other'
}

function reportMessage(report: SecurityReport | undefined): Message | undefined {
  return report === undefined ? undefined : { formatted: report.title, template: undefined, params: [] }
}

function readContexts(sent: Json | undefined): Readonly<Record<string, JsonObject>> {
  const contexts: Record<string, JsonObject> = {}
  const all = objectOr(sent)
  for (const key of Object.keys(all)) {
    const context = all[key]
    // Node sends empty contexts such as `cloud_resource: {}`.
    if (isObject(context) && Object.keys(context).length > 0) contexts[key] = context
  }
  return contexts
}

function readModules(sent: Json | undefined): Readonly<Record<string, string>> {
  const modules: Record<string, string> = {}
  const all = objectOr(sent)
  for (const key of Object.keys(all)) {
    const version = text(all[key])
    if (version !== undefined) modules[key] = version
  }
  return modules
}

function readFingerprint(sent: Json | undefined): readonly string[] | undefined {
  const parts = list(sent)
    .map(scalarText)
    .filter((part) => part !== undefined)
  return parts.length === 0 ? undefined : parts
}
