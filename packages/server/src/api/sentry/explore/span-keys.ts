import type { SpanNumber, SpanText } from '#domain/traces/span-query.ts'

/** By the names that Sentry has for them. */
export const SPAN_TEXTS: Readonly<Record<string, SpanText>> = {
  'span.op': 'op',
  'span.name': 'name',
  'span.description': 'name',
  'span.status': 'status',
  trace: 'trace',
  project: 'project',
  'project.name': 'project',
  'project.id': 'project',
  transaction: 'transaction',
  'transaction.op': 'transaction_op',
  release: 'release',
  environment: 'environment',
  user: 'user',
  'user.id': 'user',
  browser: 'browser',
  'browser.name': 'browser_name',
  os: 'os',
  'os.name': 'os_name',
  device: 'device',
}

export const SPAN_NUMBERS: Readonly<Record<string, SpanNumber>> = {
  'span.duration': 'duration',
  'transaction.duration': 'transaction_duration',
  'measurements.lcp': 'lcp',
  'measurements.inp': 'inp',
  'measurements.cls': 'cls',
  'measurements.fcp': 'fcp',
  'measurements.ttfb': 'ttfb',
}

export function textNamed(key: string): SpanText | undefined {
  return Object.hasOwn(SPAN_TEXTS, key) ? SPAN_TEXTS[key] : undefined
}

export function numberNamed(key: string): SpanNumber | undefined {
  return Object.hasOwn(SPAN_NUMBERS, key) ? SPAN_NUMBERS[key] : undefined
}
