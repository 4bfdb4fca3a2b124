import type { JsonObject } from '#domain/json.ts'
import type { Vitals } from '#domain/traces/span.ts'

const VITALS = (['lcp', 'inp', 'cls', 'fcp', 'ttfb'] as const).map(
  (name) => [name, `browser.web_vital.${name}.value`] as const,
)
/** A vital of ten minutes is a page that was opened in the background, or a made-up number. */
const MOST_MS = 600_000
const MOST_SHIFT = 100

const NONE: Vitals = {}

export function vitalsOf(attributes: JsonObject): Vitals {
  let vitals: Record<string, number> | undefined
  for (const [name, attribute] of VITALS) {
    const value = attributes[attribute]
    if (typeof value !== 'number' || !(value >= 0)) continue
    if (value <= (name === 'cls' ? MOST_SHIFT : MOST_MS)) (vitals ??= {})[name] = value
  }
  return vitals ?? NONE
}
