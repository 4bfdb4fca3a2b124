import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#domain/json.ts'
import { LIMITS } from '#domain/limits.ts'
import { DEFAULT_PROJECT_SETTINGS } from '#domain/projects/project.ts'
import { compileRegistry, emptyRegistry } from '#domain/routes/registry.ts'
import { MOMENT } from '#domain/testing.ts'
import { digestInParts } from '#digest/testing/digest.ts'
import { aRecord, anEnvelope } from '#digest/testing/records.ts'
import { navigationOf } from './navigation.ts'

const registry = compileRegistry({ rules: ['/items/[id]'], manifest: undefined, learned: [] })
const named = (noun: string, values: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`hindcast.${noun}.${name}`, value]))
const click = { from: '/', to: '/items/7', trigger: 'click', served: 'cache', wait_ms: 12, prefetch: 'used' }
const read = (values: JsonObject, noun = 'navigation') =>
  navigationOf(named(noun, values), undefined, registry)

describe('what a span says about a navigation', () => {
  it('[NV30] is where it led, how it was served, how long it took, and what its prefetch did', () => {
    expect(read({ ...click, cache_state: 'fresh' })).toEqual({
      kind: 'navigation',
      from: { route: undefined, path: '/' },
      to: { route: '/items/[id]', path: '/items/7' },
      served: 'cache',
      waitMs: 12,
      prefetch: 'used',
      cacheState: 'fresh',
      failure: undefined,
      isFollowUp: false,
      releaseBefore: undefined,
    })
  })

  it('[NV30] is nothing on any other span, and on one that ended before anything was known', () => {
    expect(navigationOf({ 'sentry.op': 'navigation' }, undefined, registry)).toBeUndefined()
    expect(read({ from: '/', to: '/items/7', trigger: 'click' })).toBeUndefined()
    expect(read({ ...click, to: 'items' })).toBeUndefined()
  })

  it('[NV31] names both pages by the registry, and the one that was opened also as the SDK named it', () => {
    const attributes = named('navigation', { ...click, from: '/items/7?a=1', to: '/orders/9#top' })
    expect(navigationOf(attributes, '/orders/:id', registry)).toMatchObject({
      from: { route: '/items/[id]', path: '/items/7' },
      to: { route: '/orders/[id]', path: '/orders/9' },
    })
    expect(navigationOf(attributes, undefined, emptyRegistry)).toMatchObject({
      from: { route: undefined, path: '/items/7' },
      to: { route: undefined, path: '/orders/9' },
    })
  })

  it('[NV32] is a failure with its reason, and the page load behind it counts as its continuation', () => {
    expect(read({ from: '/', to: '/items/7', failure: 'code_failed' })).toMatchObject({
      served: undefined,
      failure: 'code_failed',
      isFollowUp: false,
    })
    const reload = { from: '/', to: '/items/7', served: 'full_load', wait_ms: 90, release_before: 'shop@1' }
    expect(read({ ...reload, fallback: 'code_failed', skew: true })).toMatchObject({
      served: 'full_load',
      failure: 'code_failed',
      isFollowUp: true,
      releaseBefore: 'shop@1',
    })
    expect(read({ ...reload, fallback: 'version_skew' })).toMatchObject({
      failure: 'version_skew',
      isFollowUp: false,
    })
  })

  it('[NV33] is what became of prefetches: one that helped nobody, and the totals of a page view', () => {
    expect(read({ outcome: 'unused', from: '/', to: '/items/7', bytes: 900 }, 'prefetch')).toEqual({
      kind: 'prefetch',
      from: { route: undefined, path: '/' },
      to: { route: '/items/[id]', path: '/items/7' },
      outcome: 'unused',
    })
    const totals = { started: 5, used: 2, unused: 2, failed: 1, unused_bytes: 1800 }
    expect(read(totals, 'prefetch')).toEqual({
      kind: 'report',
      started: 5,
      used: 2,
      unused: 2,
      failed: 1,
      unusedBytes: 1800,
    })
  })

  it('[NV34] is only what it can be: other words and numbers beyond the limits are left out', () => {
    const odd = { ...click, served: 'magic', failure: 'timeout', wait_ms: LIMITS.navigations.waitMs + 1 }
    expect(read(odd)).toMatchObject({ served: undefined, failure: 'timeout', waitMs: undefined })
    expect(read({ ...click, wait_ms: 'long', prefetch: 1, cache_state: {} })).toMatchObject({
      waitMs: undefined,
      prefetch: undefined,
      cacheState: undefined,
    })
    expect(read({ started: 1e300, used: -4, unused: 'x', unused_bytes: 1e300 }, 'prefetch')).toEqual({
      kind: 'report',
      started: LIMITS.navigations.prefetches,
      used: 0,
      unused: 0,
      failed: 0,
      unusedBytes: LIMITS.navigations.prefetchBytes,
    })
    const long = read({ ...click, to: `/${'x'.repeat(10_000)}` })
    expect(long).toMatchObject({ kind: 'navigation' })
    expect((long as { to: { path: string } }).to.path.length).toBeLessThanOrEqual(LIMITS.spans.nameChars)
  })

  it('[NV30] is read from clean attributes, so that no secret of an address is stored', () => {
    const attributes = named('navigation', { ...click, to: '/reset/token=abcdefabcdefabcdefabcdef' })
    const [segment] = digestTransaction('/reset/:token', attributes)
    expect(segment!.navigation).toMatchObject({ served: 'cache', to: { route: '/reset/[token]' } })
    expect(JSON.stringify(segment)).not.toContain('abcdefabcdef')
  })

  it('[NV33] prefetches count as often as the transaction stands for that carries them', () => {
    const totals = named('prefetch', { started: 1, unused: 1 })
    const wasted = named('prefetch', { outcome: 'unused', from: '/', to: '/items/7' })
    const spans = digestTransaction('Prefetches', { ...totals, 'sentry.sample_rate': 0.25 }, [wasted])
    expect(spans.map(({ navigation, sampleRate }) => [navigation?.kind, sampleRate])).toEqual([
      ['report', 0.25],
      ['prefetch', 0.25],
    ])
  })
})

function digestTransaction(name: string, data: JsonObject, children: readonly JsonObject[] = []) {
  const times = { start_timestamp: MOMENT / 1000 - 1, timestamp: MOMENT / 1000 }
  const payload = {
    ...times,
    type: 'transaction',
    transaction: name,
    transaction_info: { source: 'route' },
    contexts: {
      trace: {
        trace_id: '0123456789abcdef0123456789abcdef',
        span_id: 'b'.repeat(16),
        op: 'navigation',
        data,
      },
    },
    spans: children.map((child, index) => ({
      ...times,
      span_id: `${index + 1}`.padStart(16, '0'),
      data: child,
    })),
  }
  const body = anEnvelope([{ type: 'transaction', payload: Buffer.from(JSON.stringify(payload)) }])
  return digestInParts(aRecord(body), { spoolId: 's', settings: DEFAULT_PROJECT_SETTINGS }).spans
}
