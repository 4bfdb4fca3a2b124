import { describe, expect, it } from 'vitest'
import type { EventSummary } from '#stores/telemetry/telemetry.ts'
import { anEvent } from '#stores/telemetry/telemetry.builders.ts'
import { rankOccurrences, type Recollection } from './rank-occurrences.ts'

const T = Date.UTC(2026, 10, 15, 12)
const MINUTE_MS = 60_000

/** An event named by its title, so many minutes after T. */
function an(title: string, minutes: number, more: Partial<EventSummary> = {}): EventSummary {
  const { document: _document, ...event } = anEvent({ seq: minutes + 100 })
  return {
    ...event,
    title,
    occurredAt: T + minutes * MINUTE_MS,
    url: undefined,
    route: undefined,
    user: undefined,
    transaction: undefined,
    ...more,
  }
}

/** Each with what it has in common, in order. */
function ranked(events: readonly EventSummary[], known: Recollection, ofUser?: ReadonlySet<string>) {
  const failures = events.map((event) => ({ event, browserSides: [] }))
  return rankOccurrences(failures, known, ofUser).map(({ event: { title }, like: { user, place, awayMs } }) =>
    [title, user && 'user', place, awayMs !== undefined && `${awayMs / MINUTE_MS} min`]
      .filter(Boolean)
      .join(', '),
  )
}

describe('occurrences of a digest', () => {
  it('[AP111] keep their order where nothing is known', () => {
    const events = [an('c', 3, { user: 'u1' }), an('b', 2), an('a', 1, { url: 'https://shop.test/' })]
    expect(ranked(events, {})).toEqual(['c', 'b', 'a'])
    expect(ranked(events, { user: ' ', route: '' })).toEqual(['c', 'b', 'a'])
  })

  it('[AP111] are ranked by user, then by place, then by nearness in time', () => {
    const cart = 'https://shop.test/cart'
    const events = [
      an('now', 0),
      an('cart', 50, { url: cart }),
      an('user', 90, { user: 'u1' }),
      an('cart earlier', -20, { url: cart }),
      an('user in cart', 200, { user: 'u1', url: cart }),
    ]
    expect(ranked(events, { at: T, route: '/cart', user: 'U1' })).toEqual([
      'user in cart, user, path, 200 min',
      'user, user, 90 min',
      'cart earlier, path, -20 min',
      'cart, path, 50 min',
      'now, 0 min',
    ])
  })

  it('[AP111] with the same path come before others of the same route', () => {
    const orders = { route: '/orders/[id]' }
    const events = [
      an('other', 0, { route: '/cart', url: 'https://shop.test/cart' }),
      an('eighth', 1, { ...orders, url: 'https://shop.test/orders/8' }),
      an('seventh', 2, { ...orders, url: 'https://shop.test/orders/7' }),
    ]
    for (const route of [
      '/orders/7',
      'orders/7',
      'https://shop.test/orders/7/?from=mail#top',
      'shop.test/orders/7',
      'localhost:3000/orders/7',
    ])
      expect(ranked(events, { route })).toEqual(['seventh, path', 'eighth, route', 'other'])
    for (const route of ['/orders/[id]', '/orders/:id', '/orders/$id'])
      expect(ranked(events, { route })).toEqual(['eighth, route', 'seventh, route', 'other'])
    expect(ranked(events, { route: '/orders' })).toEqual(['other', 'eighth', 'seventh'])
  })

  it('[AP111] without a route are known by the name of their transaction', () => {
    const events = [an('a', 0), an('b', 1, { transaction: 'checkout job', route: 'no pattern' })]
    expect(ranked(events, { route: 'checkout job' })).toEqual(['b, route', 'a'])
    expect(ranked(events, { route: 'no: pattern either' })).toEqual(['a', 'b'])
  })

  it('[AP111] of the same user are also those that somebody else found to be', () => {
    const events = [an('a', 0), an('b', 1, { user: '17' })]
    const ofUser = new Set([events[1]!.eventId])
    expect(ranked(events, { user: 'ann@example.com' }, ofUser)).toEqual(['b, user', 'a'])
    expect(ranked(events, { user: 'ann@example.com' })).toEqual(['a', 'b'])
  })

  it('[AP117] are of a user and at a place that only the browser’s side names', () => {
    const known = { user: 'u1', route: '/cart/7' }
    const side = an('side', 2, { user: 'u1', url: 'https://shop.test/cart/7' })
    const [first, second] = rankOccurrences(
      [
        { event: an('other', 3), browserSides: [] },
        { event: an('server', 1, { route: '/cart/[id]' }), browserSides: [side] },
      ],
      known,
    )
    expect([first, second].map((one) => [one?.event.title, one?.like.user, one?.like.place])).toEqual([
      ['server', true, 'path'],
      ['other', false, undefined],
    ])
  })
})
