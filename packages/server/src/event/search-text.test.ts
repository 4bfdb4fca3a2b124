import { describe, expect, it } from 'vitest'
import { aFrame, anEvent, anException } from '#domain/testing.ts'
import { searchTextOf } from './search-text.ts'

describe('searchTextOf', () => {
  it('[SE9] holds frames, breadcrumbs, contexts, address and user in lower case, each once', () => {
    const event = anEvent({
      exceptions: [
        anException({
          frames: [aFrame({ function: 'onClick', filename: '/src/Cart.ts?v=1' }), aFrame(), aFrame()],
        }),
      ],
      contexts: { browser: { name: 'Chrome', version: '142' }, trace: { trace_id: 'abc', op: 'Pageload' } },
      breadcrumbs: [
        {
          timestamp: undefined,
          type: 'http',
          category: 'fetch',
          level: 'info',
          message: undefined,
          data: { method: 'GET', url: '/api/Prices', status_code: 503 },
        },
      ],
      user: {
        id: '7',
        email: 'Ann@Shop.test',
        username: undefined,
        name: undefined,
        ipAddress: '203.0.113.9',
        data: {},
      },
    })
    expect(searchTextOf(event)?.split('\n')).toEqual([
      'typeerror: price is undefined',
      '7',
      'ann@shop.test',
      'checkout /src/cart.ts',
      'onclick /src/cart.ts',
      'chrome',
      '142',
      'pageload',
      'fetch get /api/prices 503',
    ])
  })

  it('[SE9] is bounded, and loses what happened first', () => {
    const frames = Array.from({ length: 200 }, (_, depth) =>
      aFrame({ function: `step${depth} ${'x'.repeat(300)}` }),
    )
    const text = searchTextOf(anEvent({ exceptions: [anException({ frames })] }))!
    expect(text.length).toBeLessThanOrEqual(1500)
    expect(text).toContain('step199')
    expect(text).not.toContain('step100')
  })

  it('[SE9] is empty if there is nothing more', () => {
    expect(searchTextOf(anEvent({ exceptions: [] }))).toBeUndefined()
  })
})
