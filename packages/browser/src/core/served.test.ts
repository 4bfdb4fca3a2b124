import { describe, expect, it } from 'vitest'
import { cacheState, howServed, isWait, type Wait } from './served.ts'

const wait = (startTime: number, responseEnd: number, responseStart = responseEnd): Wait => ({
  startTime,
  responseStart,
  responseEnd,
})

describe('how a navigation was served', () => {
  it('[NV3] is from the cache when nothing was requested for it', () => {
    expect(howServed(1000, 1011, true, true, [], [])).toBe('cache')
  })

  it('[NV3] is partly from the cache when it was prefetched and there before its data', () => {
    expect(howServed(1000, 1019, true, true, [wait(1002, 2263)], [])).toBe('partial')
    expect(howServed(1000, 1019, true, true, [{ startTime: 1002 }], [])).toBe('partial')
    expect(howServed(1000, 1019, true, true, [wait(1002, 1060, 1040)], [])).toBe('partial')
    expect(howServed(1000, 1019, true, true, [wait(1002, 2263, 1012)], [])).toBe('partial')
  })

  it('[NV3] is from the network when the page was there after its data, or was not prefetched', () => {
    expect(howServed(1000, 1057, true, true, [wait(1002, 1055)], [])).toBe('network')
    expect(howServed(1000, 1057, true, false, [wait(1002, 2238)], [])).toBe('network')
  })

  it('[NV3] is from the network when the page was shown while the end of its data was on the way', () => {
    expect(howServed(1000, 1057, true, true, [wait(1002, 1090, 1050)], [])).toBe('network')
  })

  it('[NV4] counts a request of the application that ended before the page was there', () => {
    expect(howServed(1000, 1180, true, false, [], [wait(1005, 1175)])).toBe('network')
    expect(howServed(1000, 1180, false, false, [], [wait(1005, 1175)])).toBe('network')
  })

  it('[NV4] is not known when only the address changed and a request of the application ran on', () => {
    expect(howServed(1000, 1004, true, false, [], [wait(1006, 1155)])).toBe('unknown')
    expect(howServed(1000, 1004, true, false, [], [{ startTime: 1006 }])).toBe('unknown')
    expect(howServed(1000, 1004, true, false, [], [wait(950, 1110)])).toBe('unknown')
  })

  it('[NV4] is from the cache when the router said that the page is there, whatever runs on', () => {
    expect(howServed(1000, 1004, false, false, [], [wait(1006, 1155)])).toBe('cache')
  })

  it('[NV4] takes no notice of requests that were over before it began, or that run all the time', () => {
    expect(howServed(1000, 1004, true, false, [], [wait(900, 990)])).toBe('cache')
    expect(howServed(5000, 5004, true, false, [], [{ startTime: 100 }])).toBe('cache')
  })

  it('[NV6] does not wait for what the cache of the browser answered', () => {
    expect(isWait({ ...wait(1001, 1003), transferSize: 0, encodedBodySize: 500 }, 1000)).toBe(false)
    expect(isWait({ ...wait(1001, 1003), transferSize: 300, encodedBodySize: 500 }, 1000)).toBe(true)
    expect(isWait({ ...wait(1001, 1003), transferSize: 0, encodedBodySize: 0 }, 1000)).toBe(true)
    expect(isWait(wait(998, 1003), 1000)).toBe(false)
  })
})

describe('the state of an entry of the client cache', () => {
  it('[NV11] of Next.js 14 is fresh for 30 s, and reusable for 30 s after its first use', () => {
    expect(cacheState(14, 29_000, undefined, 'cache')).toBe('fresh')
    expect(cacheState(14, 70_000, 29_000, 'cache')).toBe('reusable')
  })

  it('[NV11] of Next.js 15 is never fresh', () => {
    expect(cacheState(15, 10, undefined, 'partial')).toBe('stale')
    expect(cacheState(15, 10, undefined, 'cache')).toBe('reusable')
  })

  it('[NV11] is stale after that when the page waited, reusable when it did not, and expired after 300 s', () => {
    for (const major of [14, 15]) {
      expect(cacheState(major, 40_000, undefined, 'partial')).toBe('stale')
      expect(cacheState(major, 40_000, undefined, 'cache')).toBe('reusable')
      expect(cacheState(major, 300_000, undefined, 'network')).toBe('expired')
    }
  })

  it('[NV11] is not said where the framework has no such states', () => {
    for (const major of [0, 13, 16]) expect(cacheState(major, 10, undefined, 'cache')).toBeUndefined()
  })
})
