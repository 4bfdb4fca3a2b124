import { describe, expect, it } from 'vitest'
import { classify, pageOf } from './classify.ts'

interface Asked {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly priority?: string
}

const kindOf = (path: string, { method = 'GET', headers = {}, priority }: Asked = {}) =>
  classify(path, method, (name) => headers[name] ?? null, priority)

describe('requests of the App Router of Next.js', () => {
  const rsc = { rsc: '1' }

  it('[NV1] are prefetches with the header of prefetches, whichever part of the page they are for', () => {
    const tree = { ...rsc, 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_tree' }
    expect(kindOf('/slow/1', { headers: tree })).toEqual({ kind: 'prefetch', page: '/slow/1' })
    const runtime = { ...rsc, 'next-router-prefetch': '2' }
    expect(kindOf('/slow/1', { headers: runtime }).kind).toBe('prefetch')
  })

  it('[NV1] are prefetches of whole pages with a low priority, and data without', () => {
    expect(kindOf('/slow/1', { headers: rsc, priority: 'low' }).kind).toBe('prefetch')
    expect(kindOf('/slow/1', { headers: rsc, priority: 'auto' })).toEqual({ kind: 'data', page: '/slow/1' })
    expect(kindOf('/slow/1', { headers: rsc }).kind).toBe('data')
  })

  it('[NV1] are server actions when they post the id of one', () => {
    const headers = { 'next-action': '40361a', accept: 'text/x-component' }
    expect(kindOf('/cart', { method: 'POST', headers })).toEqual({ kind: 'action', page: '/cart' })
  })
})

describe('requests of other routers', () => {
  it('[NV1] of the Pages Router are data, or prefetches by their purpose', () => {
    expect(kindOf('/_next/data/b1/legacy/5.json')).toEqual({ kind: 'data', page: '/legacy/5' })
    expect(kindOf('/_next/data/b1/legacy.json', { headers: { purpose: 'prefetch' } }).kind).toBe('prefetch')
  })

  it('[NV1] of React Router are data, or actions when they post', () => {
    expect(kindOf('/item/1.data')).toEqual({ kind: 'data', page: '/item/1' })
    expect(kindOf('/item/1.data', { method: 'POST' })).toEqual({ kind: 'action', page: '/item/1' })
    expect(kindOf('/__manifest')).toEqual({ kind: 'data', page: '*' })
  })

  it('[NV1] of TanStack Start are data, or actions when they post', () => {
    expect(kindOf('/_serverFn/load_item')).toEqual({ kind: 'data', page: '*' })
    expect(kindOf('/_serverFn/buy', { method: 'POST' }).kind).toBe('action')
  })

  it('[NV1] of the application itself are none of a router', () => {
    for (const path of ['/api/items/1', '/items/1', '/data', '/a.json', '/assets/index.js'])
      expect(kindOf(path), path).toEqual({ kind: 'other', page: '' })
    expect(kindOf('/api/items', { method: 'POST', priority: 'low' }).kind).toBe('other')
  })
})

describe('the page of an address of data', () => {
  it.each([
    ['/_next/data/b1/index.json', '/'],
    ['/shop/_next/data/b1/legacy/5.json', '/legacy/5'],
    ['/item/1.data', '/item/1'],
    ['/_root.data', '/'],
    ['/item/_.data', '/item'],
    ['/item/1.rsc', '/item/1'],
  ])('[NV2] of %s is %s', (address, page) => {
    expect(pageOf(address)).toBe(page)
  })

  it('[NV2] is not there for any other address', () => {
    expect(pageOf('/item/1')).toBeUndefined()
    expect(pageOf('/export.json')).toBeUndefined()
  })
})
