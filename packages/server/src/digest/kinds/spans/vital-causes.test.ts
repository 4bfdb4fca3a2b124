import { describe, expect, it } from 'vitest'
import { explainVital } from '#domain/traces/vital-causes.ts'
import type { VitalName } from '#domain/traces/vital-rating.ts'
import { digestRecording, recordings } from '#digest/testing/recordings.ts'

const SDKS = ['browser-7', 'browser-8', 'browser-10', 'browser-11']
const spans = new Map(
  SDKS.map((sdk) => {
    const sent = recordings().filter(({ name }) => name.startsWith(`${sdk}/tracing-default.`))
    return [sdk, sent.flatMap((one) => digestRecording(one).spans)]
  }),
)

function explain(sdk: string, vital: VitalName) {
  const visits = spans.get(sdk)!.flatMap(({ traceId, spanId, op, name, vitals, details }) => {
    const value = vitals[vital]
    const { attributes } = details
    return value === undefined ? [] : [{ traceId, spanId, op, name, value, ttfb: vitals.ttfb, attributes }]
  })
  return explainVital(vital, visits)
}

describe('what SDKs say about web vitals', () => {
  it.each(SDKS)('[RT33] explains LCP and CLS of %s', (sdk) => {
    expect(explain(sdk, 'lcp').elements.top[0]?.text).toBe('body > h1#hero')
    expect(explain(sdk, 'cls').elements.top.map(({ text }) => text)).toContain('body > button#b')
  })

  it.each(SDKS.slice(1))('[RT33] explains INP of %s', (sdk) => {
    expect(explain(sdk, 'inp').elements.top[0]?.text).toBe('body > button#b')
  })

  it.each(SDKS)('[RT33] explains TTFB of %s', (sdk) => {
    expect(explain(sdk, 'ttfb').parts.of).toBeGreaterThan(0)
  })
})
