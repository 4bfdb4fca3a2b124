import type { JsonObject } from '#domain/json.ts'
import type { Vitals } from '#domain/traces/span.ts'

const NAMES = ['lcp', 'inp', 'cls', 'fcp', 'ttfb'] as const
/** A vital of ten minutes is a page that was opened in the background, or a made-up number. */
const MOST_MS = 600_000
const MOST_SHIFT = 100

const NONE: Vitals = {}

export function vitalsOf(attributes: JsonObject): Vitals {
  let vitals: Record<string, number> | undefined
  for (const name of NAMES) {
    const value = attributes[`browser.web_vital.${name}.value`]
    if (typeof value !== 'number' || !(value >= 0)) continue
    if (value <= (name === 'cls' ? MOST_SHIFT : MOST_MS)) (vitals ??= {})[name] = value
  }
  return vitals ?? NONE
}
