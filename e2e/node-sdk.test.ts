import type { EventView } from '@hindcast/contract/event-view.ts'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EXPECTATIONS, expectRelease } from './harness/expectations.ts'
import { install, type Installation } from './harness/installation.ts'
import { CLIENTS } from './harness/paths.ts'
import { run } from './harness/run.ts'

let hindcast: Installation

beforeAll(async () => {
  hindcast = await install()
})
afterAll(async () => {
  expect(await hindcast?.close()).toBe(0)
})

/** Runs the shop as a process of its own and reads its event back through the API. */
async function tell(scenario: string, via: 'dsn' | 'tunnel'): Promise<EventView> {
  const tunnel = via === 'tunnel' ? [`${hindcast.origin}/tunnel`] : []
  const script = join(CLIENTS, 'node', 'shop.ts')
  const { stdout, stderr } = await run(process.execPath, [script, scenario, hindcast.dsn, ...tunnel])
  const eventId = /^sent ([0-9a-f]{32})$/m.exec(stdout)?.[1]
  if (eventId === undefined) throw new Error(`the SDK sent nothing:\n${stdout}${stderr}`)
  return hindcast.api.awaitEvent(eventId)
}

const SCENARIOS: Readonly<Record<string, (event: EventView) => void>> = {
  ...EXPECTATIONS,
  breadcrumbs: (event) => {
    expect(event.breadcrumbs.map(({ category, message }) => [category, message])).toEqual([
      ['cart', 'added a lamp'],
      ['console', 'cart is nearly empty'],
    ])
  },
}

describe.each(['dsn', 'tunnel'] as const)('@sentry/node 11.11.0 through the %s', (via) => {
  it.each(Object.entries(SCENARIOS))('[IN50] tells of %s', async (scenario, expectation) => {
    const event = await tell(scenario, via)
    expectation(event)
    expectRelease(event)
    expect(event.platform).toBe('node')
    expect(event.sdk).toEqual({ name: 'sentry.javascript.node', version: '11.11.0' })
    expect(event.contexts['runtime']).toMatchObject({ name: 'node', version: process.version })
    expect(event.serverName).not.toBeNull()
  })

  it('[PL52] keeps the source lines around a frame and marks which frames are the application', async () => {
    const event = await tell('uncaught error', via)
    expect(event.level).toBe('fatal')
    const frames = event.exceptions.at(-1)!.frames
    expect(frames.at(-1)).toMatchObject({
      function: 'priceOf',
      inApp: true,
      contextLine: expect.stringContaining('cart!.items.reduce'),
    })
    expect(frames.some((frame) => !frame.inApp && frame.filename?.startsWith('node:') === true)).toBe(true)
  })
})
