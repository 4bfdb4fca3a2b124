import type { SpanDetails } from '#domain/traces/span.ts'

import type { SpanRow } from '#stores/telemetry/spans.ts'

export function detailsLine({ details }: SpanRow): string {
  return 'json' in details ? details.json : JSON.stringify(details)
}

export function parseDetails(line: string): SpanDetails {
  const { attributes = {}, links = [], cuts = [], scrubbed = [] } = JSON.parse(line) as Partial<SpanDetails>
  return { attributes, links, cuts, scrubbed }
}
