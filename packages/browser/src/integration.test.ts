import { type BrowserOptions, getClient, spanToJSON, startInactiveSpan } from '@sentry/browser'
import { expect, it } from 'vitest'
import { guard } from './hooks/guard.ts'
import { navigationsIntegration } from './integration.ts'

it('[NV16] is an integration by the types of the SDK, made of functions of the SDK', () => {
  const integration = navigationsIntegration({ startInactiveSpan, spanToJSON })
  const options: BrowserOptions = { integrations: [integration] }
  expect(options.integrations).toEqual([integration])
})

it('[NV16] does nothing where there is no page', () => {
  const before = globalThis.fetch
  navigationsIntegration({ startInactiveSpan, spanToJSON }).setup({
    on: () => undefined,
    getOptions: () => ({}),
    flush: () => undefined,
  })
  expect(globalThis.fetch).toBe(before)
  expect(getClient()).toBeUndefined()
})

it('[NV22] a fault in an observation stays in it', () => {
  const seen: number[] = []
  const observe = guard((value: number) => {
    if (value === 2) throw new Error('broken')
    seen.push(value)
  })
  for (const value of [1, 2, 3]) observe(value)
  expect(seen).toEqual([1, 3])
})
