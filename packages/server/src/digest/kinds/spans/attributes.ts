import { isObject } from '#domain/json.ts'
import { remember } from '#domain/memoize.ts'
import type { Json, JsonObject } from '#domain/json.ts'

/** What earlier SDKs called the attributes of today. */
const RENAMED: Readonly<Record<string, string>> = {
  release: 'sentry.release',
  environment: 'sentry.environment',
  transaction: 'sentry.transaction',
  'sentry.source': 'sentry.segment.name.source',
  'http.method': 'http.request.method',
  'http.url': 'url.full',
  'http.query': 'url.query',
  'http.status_code': 'http.response.status_code',
  'http.target': 'url.path',
  'db.statement': 'db.query.text',
  'db.sql.query': 'db.query.text',
  'code.filepath': 'code.file.path',
  'code.function': 'code.function.name',
  'code.lineno': 'code.line.number',
}

const OPS: Readonly<Record<string, string>> = {
  http: 'http.client',
  paint: 'browser.paint',
  'browser.DNS': 'browser.dns',
  'browser.TLS/SSL': 'browser.tls',
  'browser.domContentLoadedEvent': 'browser.dom_content_loaded_event',
  'browser.loadEvent': 'browser.load_event',
  'browser.unloadEvent': 'browser.unload_event',
  'ui.long-animation-frame': 'ui.long_animation_frame',
  'ui.long-task': 'ui.long_task',
}

const VITAL_DETAIL = /^(lcp|cls|inp|fid|fcp|ttfb)\.(.+)$/

export function currentOp(op: string | undefined): string {
  if (op === undefined) return 'default'
  return Object.hasOwn(OPS, op) ? OPS[op]! : op
}

/** Under today's names; what is there under its new name already wins. Those of today's SDKs are answered as they are. */
export function currentAttributes(sent: JsonObject): JsonObject {
  if (areCurrent(sent)) return sent
  const attributes: JsonObject = {}
  for (const [key, value] of Object.entries(sent)) {
    const name = currentName(key)
    if (value !== undefined && (name === key || !Object.hasOwn(sent, name))) attributes[name] = value
  }
  return attributes
}

function areCurrent(sent: JsonObject): boolean {
  for (const key in sent) if (sent[key] === undefined || currentName(key) !== key) return false
  return true
}

/** Names repeat from span to span. */
const currentName = remember(
  (key) => {
    if (Object.hasOwn(RENAMED, key)) return RENAMED[key]!
    return VITAL_DETAIL.test(key) ? key.replace(VITAL_DETAIL, 'browser.web_vital.$1.$2') : key
  },
  { entries: 2000, longest: 100 },
)

const VITALS = new Set(['lcp', 'inp', 'cls', 'fcp', 'ttfb', 'fp', 'fid'])
const TO_MILLISECONDS: Readonly<Record<string, number>> = {
  second: 1e3,
  microsecond: 1e-3,
  nanosecond: 1e-6,
}

/** Measurements of a transaction or a legacy span as the attributes that streamed spans have instead. */
export function measurementAttributes(sent: Json | undefined): JsonObject {
  const attributes: JsonObject = {}
  if (!isObject(sent)) return attributes
  for (const [name, measurement] of Object.entries(sent)) {
    const value = isObject(measurement) ? measurement['value'] : undefined
    const unit = isObject(measurement) ? measurement['unit'] : undefined
    if (typeof value !== 'number') continue
    const factor = typeof unit === 'string' ? (TO_MILLISECONDS[unit] ?? 1) : 1
    attributes[VITALS.has(name) ? `browser.web_vital.${name}.value` : `measurements.${name}`] = value * factor
  }
  return attributes
}
