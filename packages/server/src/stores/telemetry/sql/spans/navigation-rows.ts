import type { NavigationFacts, ObservedNavigation } from '#domain/traces/navigation.ts'

import type { SpanRow } from '#stores/telemetry/spans.ts'

export interface NavigationRow {
  readonly span: SpanRow
  readonly facts: NavigationFacts
}

/** Of the spans that say something about a navigation. */
export function navigationRows(spans: readonly SpanRow[]): readonly NavigationRow[] {
  return spans.flatMap((span) => (span.navigation === undefined ? [] : [{ span, facts: span.navigation }]))
}

/** Of a navigation; null in rows of another kind. */
export const observed = <T>(
  facts: NavigationFacts,
  read: (navigation: ObservedNavigation) => T,
): T | undefined => (facts.kind === 'navigation' ? read(facts) : undefined)

export function prefetchOf(facts: NavigationFacts): string | undefined {
  return facts.kind === 'prefetch' ? facts.outcome : observed(facts, ({ prefetch }) => prefetch)
}
