import type { Json, JsonObject } from '#domain/json.ts'
import { LIMITS } from '#domain/limits.ts'
import { withoutQuery } from '#domain/trim-end.ts'
import { averageParts, partsOf, type Parts } from './vital-parts.ts'
import type { VitalName } from './vital-rating.ts'

const of = (vital: VitalName, ...keys: readonly string[]) =>
  keys.map((key) => `browser.web_vital.${vital}.${key}`)

/** Elements that moved; SDKs name five at most. */
const SHIFTED = of('cls', ...['1', '2', '3', '4', '5'].map((number) => `source.${number}`))

/** What SDKs say about a vital, in the spelling of SDK 11 and in earlier ones. */
export const VITAL_ATTRIBUTES: Readonly<Record<VitalName, readonly string[]>> = {
  lcp: of('lcp', 'element', 'url', 'load_time', 'loadTime'),
  inp: of('inp', 'target'),
  cls: SHIFTED,
  fcp: [],
  ttfb: [...of('ttfb', 'request_time', 'requestTime'), 'measurements.ttfb.requestTime'],
}

/** What SDKs say about a long animation frame. */
export const SCRIPT_ATTRIBUTES = ['browser.script.invoker', 'code.file.path', 'code.function.name'] as const

/** A slow visit with what was sent about it. */
export interface SlowVisit {
  readonly traceId: string
  readonly spanId: string
  readonly op: string
  readonly name: string
  readonly value: number
  readonly ttfb: number | undefined
  readonly attributes: JsonObject
  /** Milliseconds since the page load began. */
  readonly resource?: { readonly start: number; readonly end: number } | undefined
  /** Attributes of the frame that blocked the main thread longest meanwhile. */
  readonly frame?: JsonObject | undefined
}

/** Something that visits have in common. */
export interface Cause {
  readonly text: string
  readonly visits: number
  /** Of the vital, over those visits. */
  readonly median: number
  /** The visit to open. */
  readonly traceId: string
  readonly spanId: string
}

export interface Causes {
  /** Visits that say something of the kind. */
  readonly of: number
  /** Those that most visits have in common. */
  readonly top: readonly Cause[]
}

export interface VitalCauses {
  readonly visits: number
  readonly parts: { readonly of: number; readonly average: Parts }
  readonly elements: Causes
  readonly resources: Causes
  readonly scripts: Causes
}

export function explainVital(vital: VitalName, visits: readonly SlowVisit[]): VitalCauses {
  const parts = visits.flatMap((visit) => partsOf(vital, timesOf(visit)) ?? [])
  return {
    visits: visits.length,
    parts: { of: parts.length, average: averageParts(parts) },
    elements: causesOf(visits, (visit) => elementsOf(vital, visit)),
    resources: causesOf(visits, (visit) => [resourceOf(visit)]),
    scripts: causesOf(visits, (visit) => [scriptOf(visit.frame)]),
  }
}

function timesOf({ value, ttfb, resource, attributes }: SlowVisit) {
  const first = (...names: readonly string[]) =>
    names.map((name) => numberOf(attributes[name])).find((one) => one !== undefined)
  return {
    value,
    ttfb,
    resource,
    loadedAt: first(...of('lcp', 'load_time', 'loadTime')),
    requestTime: first(...VITAL_ATTRIBUTES.ttfb),
  }
}

function elementsOf(
  vital: VitalName,
  { attributes, op, name }: SlowVisit,
): ReadonlyArray<string | undefined> {
  if (vital === 'lcp') return [textOf(attributes['browser.web_vital.lcp.element'])]
  if (vital === 'cls') return SHIFTED.map((key) => textOf(attributes[key]))
  if (vital !== 'inp') return []
  const target = textOf(attributes['browser.web_vital.inp.target'])
  // Majors 8 to 10 name the span after the element; SDK 11 calls it "Click" where there was none.
  const isSelector =
    op.startsWith('ui.interaction.') && ['>', '#', '.', '['].some((mark) => name.includes(mark))
  return [target ?? (isSelector ? name : undefined)]
}

/** Host and path: how spans of resources are named. */
export function resourceOf({ attributes }: Pick<SlowVisit, 'attributes'>): string | undefined {
  const url = textOf(attributes['browser.web_vital.lcp.url'])
  if (url === undefined || url.startsWith('data:')) return undefined
  const scheme = url.indexOf('://')
  return withoutQuery(scheme === -1 ? url : url.slice(scheme + 3)) || undefined
}

function scriptOf(frame: JsonObject | undefined): string | undefined {
  const [invoker, file, call] = SCRIPT_ATTRIBUTES.map((name) => textOf(frame?.[name]))
  const place = file === undefined ? undefined : withoutQuery(file)
  const parts = [invoker, call, place].filter((part) => part !== undefined && part !== '')
  return parts.length === 0 ? undefined : parts.join(' · ')
}

function causesOf(
  visits: readonly SlowVisit[],
  textsOf: (visit: SlowVisit) => ReadonlyArray<string | undefined>,
): Causes {
  const groups = new Map<string, SlowVisit[]>()
  let said = 0
  for (const visit of visits) {
    const texts = new Set(textsOf(visit).flatMap((text) => (text === undefined ? [] : [cut(text)])))
    if (texts.size > 0) said += 1
    for (const text of texts) groups.set(text, [...(groups.get(text) ?? []), visit])
  }
  const top = [...groups]
    .map(([text, group]) => toCause(text, group))
    .toSorted((a, b) => b.visits - a.visits || b.median - a.median || (a.text < b.text ? -1 : 1))
  return { of: said, top: top.slice(0, LIMITS.routes.vitalCauses) }
}

function toCause(text: string, group: readonly SlowVisit[]): Cause {
  const ordered = group.toSorted((a, b) => a.value - b.value)
  const middle = ordered[Math.floor(ordered.length / 2)]!
  return { text, visits: group.length, median: middle.value, traceId: middle.traceId, spanId: middle.spanId }
}

const cut = (text: string): string =>
  text.length > LIMITS.routes.causeChars ? `${text.slice(0, LIMITS.routes.causeChars)}…` : text

const textOf = (value: Json | undefined): string | undefined =>
  typeof value === 'string' && value !== '' && value !== '<unknown>' ? value : undefined

const numberOf = (value: Json | undefined): number | undefined =>
  typeof value === 'number' ? value : undefined
