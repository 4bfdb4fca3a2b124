import { isObject } from '#domain/json.ts'
import type { Json, JsonObject } from '#domain/json.ts'
import { objectOr, text } from './read.ts'

/** Where the payload of a security event carries the report: `{kind, fields}`, the fields as the browser sent them. */
export const REPORT_FIELD = 'security_report'

export interface SecurityReport {
  readonly kind: 'csp' | 'expect-ct' | 'expect-staple' | 'hpkp'
  /** The directive for a content security policy, else the kind. */
  readonly rule: string
  /** Host of what was blocked, or a word such as `inline`, `eval`, `self`, `data:`. */
  readonly source: string
  readonly documentUrl: string | undefined
  readonly title: string
}

const WHAT: Readonly<Record<string, string>> = {
  'child-src': 'child',
  'connect-src': 'connect',
  'font-src': 'font',
  'frame-src': 'frame',
  'img-src': 'image',
  'manifest-src': 'manifest',
  'media-src': 'media',
  'object-src': 'object',
  'prefetch-src': 'prefetch',
  'script-src': 'script',
  'script-src-elem': 'script',
  'script-src-attr': 'script',
  'style-src': 'style',
  'style-src-elem': 'style',
  'style-src-attr': 'style',
  'worker-src': 'worker',
  'form-action': 'form action',
  'frame-ancestors': 'embedding',
  'base-uri': 'base address',
  'default-src': 'resource',
}

export function readReport(sent: Json | undefined): SecurityReport | undefined {
  if (!isObject(sent)) return undefined
  const fields = objectOr(sent['fields'])
  const kind = sent['kind']
  if (kind === 'csp') return contentPolicy(fields)
  return kind === 'expect-ct' || kind === 'expect-staple' || kind === 'hpkp'
    ? certificate(kind, fields)
    : undefined
}

function contentPolicy(fields: JsonObject): SecurityReport {
  const directive = text(fields['effective-directive']) ?? text(fields['violated-directive'])
  const documentUrl = text(fields['document-uri'])
  // Old browsers send the whole directive with its sources.
  const rule = directive?.trim().split(/\s/, 1)[0]?.toLowerCase() ?? 'unknown directive'
  const source = blockedSource(text(fields['blocked-uri']), documentUrl)
  const what = Object.hasOwn(WHAT, rule) ? WHAT[rule]! : rule
  return { kind: 'csp', rule, source, documentUrl, title: policyTitle(what, source) }
}

function policyTitle(what: string, source: string): string {
  if (source === 'inline') return `Blocked inline '${what}'`
  if (source === 'eval' || source === 'wasm-eval') return `Blocked eval() '${what}'`
  return `Blocked '${what}' from '${source}'`
}

function blockedSource(blocked: string | undefined, documentUrl: string | undefined): string {
  if (blocked === undefined || blocked === 'self') return 'self'
  if (!blocked.includes(':')) return blocked
  const host = hostOf(blocked)
  if (host === '') return blocked.slice(0, blocked.indexOf(':') + 1)
  return host === hostOf(documentUrl) ? 'self' : host
}

function hostOf(address: string | undefined): string {
  return address !== undefined && URL.canParse(address) ? new URL(address).host : ''
}

function certificate(kind: Exclude<SecurityReport['kind'], 'csp'>, fields: JsonObject): SecurityReport {
  const host = text(fields['hostname']) ?? 'unknown host'
  const title = {
    'expect-ct': `Certificate transparency failed for '${host}'`,
    'expect-staple': `Certificate status failed for '${host}'`,
    hpkp: `Public key pinning failed for '${host}'`,
  }[kind]
  return { kind, rule: kind, source: host, documentUrl: undefined, title }
}
