import type { EventView } from '@hindcast/contract/events/event-view.ts'
import { expect } from 'vitest'

type Expectation = (event: EventView) => void

const thrown = (event: EventView): EventView['exceptions'][number] => event.exceptions.at(-1)!
const functionsOf = (event: EventView): (string | null)[] =>
  thrown(event).frames.map((frame) => frame.function)
const typesAndValues = (event: EventView): (string | null)[][] =>
  event.exceptions.map((exception) => [exception.type, exception.value])

function expectUnhandled(event: EventView): void {
  expect(thrown(event).mechanism?.handled).toBe(false)
}

/** What must be stored of each scenario, whichever SDK sent it. */
export const EXPECTATIONS = {
  'uncaught error': (event) => {
    expect(typesAndValues(event)).toEqual([
      ['TypeError', "Cannot read properties of undefined (reading 'items')"],
    ])
    expect(event.title).toContain('TypeError')
    expect(functionsOf(event).slice(-2)).toEqual(['checkout', 'priceOf'])
    expect(thrown(event).frames.at(-1)).toMatchObject({
      line: expect.any(Number),
      column: expect.any(Number),
    })
    expectUnhandled(event)
  },
  'unhandled rejection': (event) => {
    expect(typesAndValues(event)).toEqual([['RangeError', 'stock is below zero']])
    expect(functionsOf(event)).toContain('reserveStock')
    expect(event.level).toBe('error')
    expectUnhandled(event)
  },
  'cause chain': (event) => {
    expect(typesAndValues(event)).toEqual([
      ['TypeError', 'connection reset'],
      ['RangeError', 'gateway gave no answer'],
      ['Error', 'payment failed'],
    ])
    expect(event.exceptions.map((exception) => exception.mechanism?.source)).toEqual(['cause', 'cause', null])
    expect(event.exceptions.every((exception) => exception.frames.length > 0)).toBe(true)
    expect(event.title).toContain('payment failed')
    expect(thrown(event).mechanism?.handled).toBe(true)
  },
  'aggregate error': (event) => {
    expect(typesAndValues(event).slice(-1)).toEqual([['AggregateError', 'no warehouse can deliver']])
    expect(typesAndValues(event)).toEqual(
      expect.arrayContaining([
        ['TypeError', 'warehouse north is closed'],
        ['RangeError', 'warehouse south is empty'],
      ]),
    )
    expect(thrown(event).mechanism).toMatchObject({ isExceptionGroup: true, exceptionId: 0 })
    const members = event.exceptions.slice(0, -1)
    expect(members.map((member) => member.mechanism?.parentId)).toEqual([0, 0])
    const sources = new Set(members.map((member) => member.mechanism?.source))
    expect(sources).toEqual(new Set(['errors[0]', 'errors[1]']))
  },
  message: (event) => {
    expect(event.level).toBe('warning')
    expect(event.message?.formatted).toBe('basket abandoned')
    expect(event.title).toBe('basket abandoned')
  },
  'tags and user': (event) => {
    expect(event.tags).toContainEqual({ key: 'shop', value: 'north' })
    expect(event.user).toMatchObject({ id: '42', email: 'ada@example.com', username: 'ada' })
  },
} as const satisfies Record<string, Expectation>

/** The order is the visitor's: what came first is read first. */
export function expectBrowserBreadcrumbs(event: EventView): void {
  const left = event.breadcrumbs.filter((crumb) => crumb.category !== 'sentry')
  expect(left.map((crumb) => crumb.category)).toEqual(['ui.click', 'console', 'fetch', 'navigation'])
  expect(left.find((crumb) => crumb.category === 'console')).toMatchObject({
    level: 'warning',
    message: 'cart is nearly empty',
  })
  expect(left.find((crumb) => crumb.category === 'ui.click')?.message).toContain('button#buy')
  expect(left.find((crumb) => crumb.category === 'fetch')).toMatchObject({
    type: 'http',
    data: { url: '/stock.json', status_code: 200 },
  })
  expect(left.find((crumb) => crumb.category === 'navigation')?.data['to']).toBe('/basket')
  expect(left.every((crumb) => crumb.timestamp !== null)).toBe(true)
}

/** What is derived from the request, because browser SDKs do not send it. */
export function expectChromiumOn(event: EventView, pageUrl: string): void {
  expect(event.platform).toBe('javascript')
  expect(event.request?.url).toMatch(new RegExp(`^${pageUrl}`))
  expect(event.contexts['browser']).toMatchObject({ name: expect.stringMatching(/chrom/i) })
  expect(event.contexts['browser']?.['version']).toMatch(/^\d+/)
  expect(event.contexts['os']).toMatchObject({ name: expect.stringMatching(/linux|mac/i) })
}

export function expectRelease(event: EventView): void {
  expect(event).toMatchObject({ release: 'shop@1.4.2', environment: 'e2e' })
}
