import type { EventView } from '@hindcast/contract/events/event-view.ts'

/** What decides comes first; what a browser left empty says nothing. */
const FIRST = ['effective-directive', 'violated-directive', 'blocked-uri', 'document-uri', 'source-file']

export function reportFields(
  payload: EventView['payload'],
): ReadonlyArray<readonly [key: string, value: unknown]> {
  const report = payload['security_report']
  const fields = isObject(report) && isObject(report['fields']) ? report['fields'] : report
  if (!isObject(fields)) return []
  const rank = (key: string) => (FIRST.includes(key) ? FIRST.indexOf(key) : FIRST.length)
  return Object.entries(fields)
    .filter(([, value]) => value !== '' && value !== null)
    .toSorted(([a], [b]) => rank(a) - rank(b))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
