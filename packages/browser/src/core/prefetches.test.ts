import { describe, expect, it } from 'vitest'
import { endPrefetch, type Prefetch, reportPrefetches, startPrefetch, useOf } from './prefetches.ts'

const newStore = () => new Map<string, Prefetch>()

describe('what is fetched ahead', () => {
  it('[NV8] is one thing per page, however many requests it took', () => {
    const store = newStore()
    const tree = startPrefetch(store, '/slow/1', '/', 10)
    const segment = startPrefetch(store, '/slow/1', '/', 20)
    expect(segment).toBe(tree)
    endPrefetch(tree, false, 30, 200)
    expect(useOf(tree, 40)).toBe('pending')
    endPrefetch(tree, false, 45, 200)
    expect(useOf(tree, 40)).toBe('pending')
    expect(useOf(tree, 45)).toBe('done')
    expect(store.size).toBe(1)
  })

  it('[NV8] is not remembered beyond 200 pages, so that a page with many links does not fill the memory', () => {
    const store = newStore()
    for (let at = 0; at < 5000; at += 1) endPrefetch(startPrefetch(store, `/item/${at}`, '/', at), false, at)
    expect(store.size).toBe(200)
  })

  it('[NV8] has waited since the first of those began that kept it waiting', () => {
    const store = newStore()
    const first = startPrefetch(store, '/1', '/', 100)
    const second = startPrefetch(store, '/2', '/', 110)
    endPrefetch(first, false, 150)
    const third = startPrefetch(store, '/3', '/', 151)
    expect([first, second, third].map(({ queued }) => queued)).toEqual([0, 10, 51])
    endPrefetch(second, false, 160)
    endPrefetch(third, false, 170)
    expect(startPrefetch(store, '/4', '/', 900).queued).toBe(0)
  })

  it('[NV10] was not there for a navigation that began before it, and is of no use when it failed', () => {
    const store = newStore()
    const prefetch = startPrefetch(store, '/1', '/', 100)
    expect(useOf(prefetch, 99)).toBe('none')
    expect(useOf(undefined, 99)).toBe('none')
    endPrefetch(prefetch, true, 120, 500)
    expect(useOf(prefetch, 130)).toBe('failed')
  })
})

describe('the report of what was fetched ahead', () => {
  const fetched = (store: Map<string, Prefetch>, page: string, bytes: number, failed = false) => {
    const prefetch = startPrefetch(store, page, '/', 10)
    endPrefetch(prefetch, failed, 20, failed ? 500 : 200)
    prefetch.bytes = bytes
    return prefetch
  }

  it('[NV9] has the totals, and each that nobody opened with where it was started and what it cost', () => {
    const store = newStore()
    fetched(store, '/used', 700).outcome = 'used'
    fetched(store, '/unused', 300)
    fetched(store, '/failed', 0, true)
    const { totals, wasted } = reportPrefetches(store)!
    expect(totals).toEqual({
      'hindcast.prefetch.started': 3,
      'hindcast.prefetch.used': 1,
      'hindcast.prefetch.unused': 1,
      'hindcast.prefetch.failed': 1,
      'hindcast.prefetch.unused_bytes': 300,
    })
    expect(wasted.map(([start, end, facts]) => [start, end, facts['hindcast.prefetch.outcome']])).toEqual([
      [10, 20, 'unused'],
      [10, 20, 'failed'],
    ])
    expect(wasted[0]![2]).toMatchObject({ 'hindcast.prefetch.from': '/', 'hindcast.prefetch.to': '/unused' })
    expect(wasted[1]![2]).toMatchObject({ 'hindcast.prefetch.status': 500 })
  })

  it('[NV9] tells each once, and leaves out what still runs', () => {
    const store = newStore()
    fetched(store, '/1', 1)
    const running = startPrefetch(store, '/2', '/', 30)
    expect(reportPrefetches(store)!.totals).toMatchObject({ 'hindcast.prefetch.started': 1 })
    expect(reportPrefetches(store)).toBeUndefined()
    endPrefetch(running, false, 40)
    expect(reportPrefetches(store)!.totals).toMatchObject({ 'hindcast.prefetch.started': 1 })
    expect(reportPrefetches(newStore())).toBeUndefined()
  })

  it('[NV9] names at most 20 of them', () => {
    const store = newStore()
    for (let at = 0; at < 50; at += 1) fetched(store, `/item/${at}`, 1)
    const { totals, wasted } = reportPrefetches(store)!
    expect(wasted).toHaveLength(20)
    expect(totals).toMatchObject({ 'hindcast.prefetch.unused': 50, 'hindcast.prefetch.unused_bytes': 50 })
  })
})
