import { describe, expect, it } from 'vitest'
import { named } from './attributes.ts'
import { factsOf, isCode, isFor, type Navigation, type PageRequest } from './navigation.ts'
import { endPrefetch, type Prefetch, startPrefetch } from './prefetches.ts'

const click: Navigation = { from: '/', to: '/slow/1', start: 1000, trigger: 'click', commit: 1019 }
const data: PageRequest = {
  page: '/slow/1',
  url: 'http://site/slow/1?_rsc=1',
  startTime: 1002,
  timing: {
    startTime: 1002,
    responseStart: 2200,
    responseEnd: 2263,
    transferSize: 900,
    encodedBodySize: 600,
  },
}
const NEXT = 16

function prefetchOf(start: number, end?: number): Prefetch {
  const prefetch = startPrefetch(new Map(), '/slow/1', '/', start)
  if (end !== undefined) endPrefetch(prefetch, false, end, 200)
  return prefetch
}

describe('what is said of a navigation', () => {
  it('[NV3] has how it was served, how long the address and how long the page took', () => {
    expect(factsOf(click, [data], prefetchOf(500, 600), NEXT)).toMatchObject({
      from: '/',
      to: '/slow/1',
      trigger: 'click',
      served: 'partial',
      commit_ms: 19,
      wait_ms: 1263,
      data_requests: 1,
      code_requests: 0,
      prefetch: 'used',
    })
    expect(factsOf(click, [data], undefined, NEXT)).toMatchObject({ served: 'network', prefetch: 'none' })
  })

  it('[NV3] counts code that was loaded before the page was there, and none that came later', () => {
    const chunk = (startTime: number, name: string): PageRequest => ({
      page: '',
      url: `http://site/assets/${name}.js`,
      startTime,
      timing: { startTime, responseEnd: startTime + 5, transferSize: 9 },
    })
    const facts = factsOf(click, [chunk(1003, 'refund'), chunk(1030, 'later')], undefined, NEXT)
    expect(facts).toMatchObject({ served: 'network', wait_ms: 19, code_requests: 1 })
    expect(isCode('http://site/_next/static/chunks/1.js?dpl=7')).toBe(true)
    expect(isCode('http://site/app.json')).toBe(false)
  })

  it('[NV3] leaves out requests for other pages, those before it and prefetches', () => {
    expect(isFor(click, data)).toBe(true)
    expect(isFor(click, { ...data, page: '*' })).toBe(true)
    expect(isFor(click, { ...data, page: '/slow/2' })).toBe(false)
    expect(isFor(click, { ...data, startTime: 900 })).toBe(false)
    expect(isFor(click, { ...data, prefetch: prefetchOf(1002) })).toBe(false)
  })

  it('[NV5] is that back and forward waited for their data, whose address changes before anything else', () => {
    const back: Navigation = { ...click, trigger: 'back', commit: 1000 }
    expect(factsOf(back, [data], undefined, NEXT)).toMatchObject({ served: 'network', wait_ms: 1263 })
    expect(factsOf(back, [], prefetchOf(990), NEXT)).toMatchObject({ served: 'cache', prefetch: 'pending' })
  })

  it('[NV5] is not how it was served when nothing before the change of the address was seen', () => {
    const facts = factsOf({ ...click, trigger: 'commit', commit: 1000 }, [], undefined, 0)
    expect(facts['served']).toBe('unknown')
    expect(facts['wait_ms']).toBeUndefined()
  })

  it('[NV5] is only where it led and what failed while the page is not there', () => {
    const { commit: _, ...running } = click
    expect(factsOf({ ...running, failure: 'data_failed' }, [data], undefined, NEXT)).toEqual({
      from: '/',
      to: '/slow/1',
      trigger: 'click',
      failure: 'data_failed',
    })
  })

  it('[NV7] is that it waited for the rest of a prefetch that was not there yet', () => {
    const prefetch = prefetchOf(900, 1015)
    expect(factsOf(click, [], prefetch, NEXT)).toMatchObject({ served: 'network', prefetch: 'pending' })
  })

  it('[NV10] is whether what was fetched ahead was used or not enough, and how old it was', () => {
    const prefetch = prefetchOf(500, 600)
    expect(factsOf(click, [], prefetch, NEXT)).toMatchObject({
      served: 'cache',
      prefetch: 'used',
      prefetch_age_ms: 400,
      prefetch_queue_ms: 0,
    })
    const late: Navigation = { ...click, commit: 2300 }
    expect(factsOf(late, [data], prefetch, NEXT)).toMatchObject({
      served: 'network',
      prefetch: 'insufficient',
    })
  })

  it('[NV11] is the state of the entry in Next.js 14 and 15, and in no other router', () => {
    const prefetch = prefetchOf(500, 600)
    expect(factsOf(click, [], prefetch, 14)).toMatchObject({ cache_state: 'fresh' })
    expect(factsOf(click, [data], prefetch, 15)).toMatchObject({ served: 'partial', cache_state: 'stale' })
    expect(factsOf(click, [], prefetch, NEXT)['cache_state']).toBeUndefined()
    expect(factsOf(click, [], prefetch, 0)['cache_state']).toBeUndefined()
  })

  it('[NV13] is sent under names of its own, in whole milliseconds', () => {
    expect(named('navigation', { served: 'cache', wait_ms: 11.4, skew: true })).toEqual({
      'hindcast.navigation.served': 'cache',
      'hindcast.navigation.wait_ms': 11,
      'hindcast.navigation.skew': true,
    })
  })
})
