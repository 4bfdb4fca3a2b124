import { deriveContexts, nameAndMajor, NO_HINTS } from '#event/contexts/user-agent.ts'
import { readEnvironment, readRelease } from '#event/release.ts'
import { LIMITS } from '#domain/limits.ts'
import type { DropReason } from '#domain/intake/outcome.ts'
import type { JsonObject } from '#domain/json.ts'
import { shorten } from '#event/shorten.ts'
import { nameRoute, type NamedRoute, type RouteHint } from '#domain/routes/name-route.ts'
import type { ProjectRoutes } from '#domain/routes/project-routes.ts'
import { sentName } from '#domain/routes/sent-route.ts'
import type { SpanDetails, Vitals } from '#domain/traces/span.ts'
import type { EncodedDetails, SpanRow } from '#stores/telemetry/spans.ts'
import { readRate } from '#digest/record-items.ts'
import { cleanSpan, type CleanRules } from './clean-span.ts'
import { currentOp } from './attributes.ts'
import { navigationOf } from './navigation.ts'
import type { SpanFilter } from './span-filter.ts'
import { pathOf, spanName } from './span-name.ts'
import { attributeText, type SentSpan } from './sent-span.ts'
import { vitalsOf } from './vitals.ts'

/** What the spans of one item have in common. */
export interface SpanContext {
  readonly seq: number
  readonly projectId: string
  readonly receivedAt: number
  /** Added to the sender's times, in milliseconds: its clock may be wrong. */
  readonly shift: number
  readonly rules: CleanRules
  readonly filter: SpanFilter
  readonly routes: ProjectRoutes
  readonly received: {
    readonly address: string | undefined
    readonly userAgent: string | undefined
    readonly clientHints: Readonly<Record<string, string>>
  }
  /** What is said once for all of them: by the transaction around them, by the header of the request. */
  readonly release?: string | undefined
  readonly environment?: string | undefined
  readonly sampleRate?: number | undefined
  /** The browser asks for it to be filled in from the request. */
  readonly mayInferAddress: boolean
}

/** Its details are counted before they are written out. */
export interface ReadSpan extends SpanRow {
  readonly details: SpanDetails
}

export interface EncodedSpan extends SpanRow {
  readonly details: EncodedDetails
}

/**
 * As text: a span waits for the rest of its batch and goes to another thread then. The garbage collector would copy its
 * attributes twice in the meantime, and so would the message.
 */
export const encodeSpan = (span: ReadSpan): EncodedSpan => ({
  ...span,
  details: { json: JSON.stringify(span.details) },
})

export function spanRow(sent: SentSpan, context: SpanContext): ReadSpan | DropReason {
  const clean = cleanSpan(withAddress(sent, context), context.rules)
  const { attributes } = clean
  const said = (key: string) => attributeText(attributes, key)
  const op = shorten(currentOp(said('sentry.op')), LIMITS.text.tagValue)
  const { agent, browser, os, device } = clientOf(attributes, context)
  const path = short(pathOf(attributes))
  const vitals = vitalsOf(attributes)
  const release = readRelease(said('sentry.release')) ?? context.release
  const registry = context.routes.of(release)
  const hint = hintOf(sent, clean.name, vitals, attributes)
  const route = hint && nameRoute(hint, registry)
  const name = spanName(clean.name, op, attributes)
  const dropped = context.filter({ name, path, release, browser, agent, attributes })
  if (dropped !== undefined) return dropped
  const start = startOf(sent, context)
  const sentRoute = hint && sentName(hint)
  // All names in one literal: with others spread into it, such a large object is put together name by name.
  return {
    seq: context.seq,
    projectId: context.projectId,
    receivedAt: context.receivedAt,
    traceId: sent.traceId,
    spanId: sent.spanId,
    parentSpanId: sent.parentSpanId === sent.spanId ? undefined : sent.parentSpanId,
    segmentId: sent.segmentId,
    isSegment: sent.isSegment,
    startedAt: toMicroseconds(start + context.shift),
    duration: toMicroseconds(sent.end - start),
    op,
    name,
    status: sent.status,
    segmentName: short(
      sent.isSegment ? clean.name : (said('sentry.segment.name') ?? said('sentry.transaction')),
    ),
    route: short(route?.pattern),
    path,
    sentRoute: short(sentRoute?.route),
    sentByServer: sentRoute?.byServer,
    release,
    environment: readEnvironment(said('sentry.environment')) ?? context.environment,
    user: short(userOf(attributes)),
    browser,
    os,
    device,
    sampleRate: readRate(attributes['sentry.sample_rate']) ?? context.sampleRate,
    vitals,
    navigation: navigationOf(attributes, sent.isSegment ? clean.name : undefined, registry),
    details: {
      attributes: withRoute(attributes, route),
      links: clean.links,
      cuts: clean.cuts,
      scrubbed: clean.scrubbed,
    },
  }
}

const DAY_MS = 86_400_000

/** Whether it began before anything that is kept. The SDK for Next.js dates the start of some spans to 1970. */
export function lacksStart({ start }: SentSpan, { shift, receivedAt }: SpanContext): boolean {
  return start + shift < receivedAt - LIMITS.retentionDays * DAY_MS
}

/** Without a start it is a moment: its trace would last for decades otherwise, and nothing else in it could be seen. */
function startOf(sent: SentSpan, context: SpanContext): number {
  return lacksStart(sent, context) ? sent.end : sent.start
}

const toMicroseconds = (milliseconds: number): number => Math.round(milliseconds * 1e3) / 1e3

const short = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : shorten(text, LIMITS.spans.nameChars)

function clientOf(attributes: JsonObject, { received }: SpanContext) {
  const agent = attributeText(attributes, 'user_agent.original') ?? browserAgent(received.userAgent)
  const hints = agent === received.userAgent ? received.clientHints : NO_HINTS
  const { browser, os, device } = deriveContexts(agent, hints)
  return {
    agent: agent ?? '',
    browser: nameAndMajor(browser),
    os: nameAndMajor(os),
    device: device?.model ?? device?.type,
  }
}

/** Only what calls itself a browser is the user's; a server's own agent says nothing about who asked. */
function browserAgent(agent: string | undefined): string | undefined {
  return agent?.startsWith('Mozilla/') === true ? agent : undefined
}

const hasVitals = (vitals: Vitals): boolean => Object.keys(vitals).length > 0

/** Where it happened, of what has a route: a visit, a request that a server answered, and the vitals of a visit. */
function hintOf(
  { isSegment }: SentSpan,
  cleanName: string | undefined,
  vitals: Vitals,
  attributes: JsonObject,
): RouteHint | undefined {
  const said = (key: string) => attributeText(attributes, key)
  if (said('sentry.op') === 'http.client' || (!isSegment && !hasVitals(vitals))) return undefined
  return {
    name: isSegment ? cleanName : (said('sentry.transaction') ?? said('sentry.segment.name')),
    nameSource: said('sentry.segment.name.source'),
    url: said('url.full') ?? said('url.path') ?? pathOf(attributes),
    httpRoute: said('http.route'),
  }
}

/** What the pattern leaves open, under the names that OpenTelemetry has for it. */
function withRoute(attributes: JsonObject, route: NamedRoute | undefined): JsonObject {
  if (route === undefined) return attributes
  const further: JsonObject = { 'hindcast.route.source': route.source }
  for (const [name, value] of Object.entries(route.params)) further[`url.path.parameter.${name}`] = value
  if (route.locale !== undefined) further['hindcast.route.locale'] = route.locale
  return { ...further, ...attributes }
}

function userOf(attributes: JsonObject): string | undefined {
  const keys = ['user.id', 'user.email', 'user.name', 'user.ip_address']
  return keys.map((key) => attributeText(attributes, key)).find((value) => value !== undefined)
}

function withAddress(sent: SentSpan, { mayInferAddress, rules, received }: SpanContext): SentSpan {
  if (!mayInferAddress || !rules.storeClientAddress || received.address === undefined) return sent
  if (sent.attributes['user.ip_address'] !== undefined || sent.attributes['client.address'] !== undefined)
    return sent
  return { ...sent, attributes: { ...sent.attributes, 'user.ip_address': received.address } }
}
