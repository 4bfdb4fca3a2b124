import { describe, expect, it } from 'vitest'
import { anEvent } from '#features/issues/detail/testing.ts'
import { matching, NO_FILTER, offsetWords, timelineOf } from './timeline.ts'

type Crumb = ReturnType<typeof anEvent>['breadcrumbs'][number]

function aCrumb(over: Partial<Crumb>): Crumb {
  return {
    timestamp: '2026-11-15T05:59:58.000Z',
    type: 'default',
    category: null,
    level: 'info',
    message: null,
    data: {},
    ...over,
  }
}

const event = anEvent({
  breadcrumbs: [
    aCrumb({ category: 'console', message: 'late', timestamp: '2026-11-15T05:59:59.900Z', level: 'warning' }),
    aCrumb({
      category: 'navigation',
      data: { from: '/', to: '/cart' },
      timestamp: '2026-11-15T05:59:55.800Z',
    }),
    aCrumb({
      category: 'fetch',
      type: 'http',
      data: { method: 'GET', url: '/api/prices', status_code: 503 },
    }),
  ],
})

describe('what led to an error', () => {
  it('[UI54] runs from the oldest to the newest, with the time to the error', () => {
    expect(timelineOf(event).map(({ text, offsetMs }) => [text, offsetMs])).toEqual([
      ['/ → /cart', -4200],
      ['GET /api/prices', -2000],
      ['late', -100],
    ])
  })

  it('[UI54] leaves what has no time where it was sent', () => {
    const untimed = anEvent({
      breadcrumbs: [aCrumb({ message: 'a', timestamp: null }), aCrumb({ message: 'b', timestamp: null })],
    })
    expect(timelineOf(untimed).map(({ text, offsetMs }) => [text, offsetMs])).toEqual([
      ['a', null],
      ['b', null],
    ])
  })

  it('[UI54] filters by kind and level and searches in everything a moment carries', () => {
    const moments = timelineOf(event)
    const kept = (over: Partial<typeof NO_FILTER>) =>
      matching(moments, { ...NO_FILTER, ...over }).map(({ kind }) => kind)
    expect(kept({ kind: 'request' })).toEqual(['request'])
    expect(kept({ level: 'warning' })).toEqual(['console'])
    expect(kept({ text: '503' })).toEqual(['request'])
    expect(kept({})).toHaveLength(3)
  })

  it('[UI54] says the distance as coarsely as it is read', () => {
    expect(offsetWords(-100, 'en')).toBe('−0.1 sec')
    expect(offsetWords(-42_300, 'en')).toBe('−42 sec')
    expect(offsetWords(-90_000, 'en')).toBe('−1.5 min')
    expect(offsetWords(0, 'en')).toBe('0 sec')
    expect(offsetWords(1500, 'de')).toBe('+1,5 Sek.')
  })
})
