import { describe, expect, it } from 'vitest'
import { LIMITS } from '#domain/limits.ts'
import { requestKinds, type MadeRequest } from './visit-requests.ts'

let last = 0
const request = (name: string, duration: number, traceId = 'a'): MadeRequest => ({
  traceId,
  spanId: String(++last),
  name,
  duration,
})

describe('the requests of visits', () => {
  it('[RT58] are told apart by address, but for ids in it, with the longest to open', () => {
    const slow = request('GET api.shop.example/items/8/reviews', 900, 'b')
    const kinds = requestKinds([
      request('GET api.shop.example/items/7/reviews', 100),
      slow,
      request('GET api.shop.example/items/7/reviews', 200),
      request('POST api.shop.example/cart', 1150),
    ])
    expect(kinds).toEqual([
      { name: 'GET api.shop.example/items/*/reviews', requests: 3, visits: 2, median: 200, longest: slow },
      expect.objectContaining({ name: 'POST api.shop.example/cart', requests: 1, visits: 1, median: 1150 }),
    ])
  })

  it('[RT58] keep the host, and are as many as are shown', () => {
    expect(requestKinds([request('GET 10.0.0.1:8080/7', 1)])[0]?.name).toBe('GET 10.0.0.1:8080/*')
    const many = Array.from({ length: 50 }, (_, n) => request(`GET shop.example/page${n}`, n))
    const kinds = requestKinds(many)
    expect(kinds).toHaveLength(LIMITS.routes.visitKinds)
    expect(kinds[0]?.name).toBe('GET shop.example/page49')
    expect(requestKinds([])).toEqual([])
  })
})
