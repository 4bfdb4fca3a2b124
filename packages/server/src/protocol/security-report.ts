import { isObject, type Json, type JsonObject } from '#domain/json.ts'
import { LIMITS } from '#domain/limits.ts'
import { Drop, type Outcome } from '#domain/intake/outcome.ts'
import { exceedsDepth } from './json-depth.ts'

/** `other`: a report of the Reporting API that is not about a policy this file knows. */
export type SecurityReportKind = 'csp' | 'expect-ct' | 'expect-staple' | 'hpkp' | 'other'

export interface SecurityReport {
  readonly kind: SecurityReportKind
  /** `csp-violation` and the like for the Reporting API, else the kind. */
  readonly type: string
  /** For `csp` by the names of the older form (`blocked-uri`), whichever form was sent. */
  readonly fields: JsonObject
  /** Milliseconds between the violation and the report. */
  readonly age: number | undefined
  readonly userAgent: string | undefined
}

const MEDIA_TYPES: ReadonlySet<string> = new Set([
  'application/json',
  'application/csp-report',
  'application/expect-ct-report',
  'application/expect-ct-report+json',
  'application/expect-staple-report',
  'application/reports+json',
])

export function isSecurityMediaType(contentType: string | undefined): boolean {
  if (contentType === undefined) return false
  const end = contentType.indexOf(';')
  const mediaType = end === -1 ? contentType : contentType.slice(0, end)
  return MEDIA_TYPES.has(mediaType.trim().toLowerCase())
}

/** The reports of one request; a browser may batch several into an array, and a bad one costs none of the others. */
export function readSecurityReports(body: Uint8Array): Outcome<readonly Outcome<SecurityReport>[]> {
  if (body.length === 0) return new Drop('empty', 'the body is empty')
  if (exceedsDepth(body, LIMITS.jsonDepth)) {
    return new Drop('too_deep', `the report nests deeper than ${LIMITS.jsonDepth}`)
  }
  let parsed: Json
  try {
    parsed = JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8')) as Json
  } catch {
    return new Drop('malformed', 'the report is not JSON')
  }
  const entries = Array.isArray(parsed) ? parsed : [parsed]
  if (entries.length > LIMITS.itemsPerEnvelope) {
    return new Drop('too_many_items', `more than ${LIMITS.itemsPerEnvelope} reports`)
  }
  const reports = entries.map(
    (entry, index) => readReport(entry) ?? new Drop('malformed', `report ${index} is of no known form`),
  )
  const [first] = reports
  return first instanceof Drop && reports.every((report) => report instanceof Drop) ? first : reports
}

function readReport(entry: Json): SecurityReport | undefined {
  if (!isObject(entry)) return undefined
  for (const [wrapper, kind] of WRAPPERS) {
    const fields = entry[wrapper]
    if (isObject(fields)) return { kind, type: kind, fields, age: undefined, userAgent: undefined }
  }
  if ('known-pins' in entry) {
    return { kind: 'hpkp', type: 'hpkp', fields: entry, age: undefined, userAgent: undefined }
  }
  const { type, body, age, user_agent: userAgent } = entry
  if (typeof type !== 'string' || !isObject(body)) return undefined
  return {
    kind: type === 'csp-violation' ? 'csp' : 'other',
    type,
    fields: type === 'csp-violation' ? withOlderNames(body) : { ...body, url: entry['url'] },
    age: typeof age === 'number' ? age : undefined,
    userAgent: typeof userAgent === 'string' ? userAgent : undefined,
  }
}

const WRAPPERS: ReadonlyArray<readonly [string, SecurityReportKind]> = [
  ['csp-report', 'csp'],
  ['expect-ct-report', 'expect-ct'],
  ['expect-staple-report', 'expect-staple'],
]

const OLDER_NAMES: Readonly<Record<string, string>> = {
  documentURL: 'document-uri',
  blockedURL: 'blocked-uri',
  effectiveDirective: 'effective-directive',
  violatedDirective: 'violated-directive',
  originalPolicy: 'original-policy',
  sourceFile: 'source-file',
  sample: 'script-sample',
  statusCode: 'status-code',
  lineNumber: 'line-number',
  columnNumber: 'column-number',
}

function withOlderNames(body: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      Object.hasOwn(OLDER_NAMES, name) ? OLDER_NAMES[name]! : name,
      value,
    ]),
  )
}
