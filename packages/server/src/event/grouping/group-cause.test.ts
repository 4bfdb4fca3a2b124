import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { ErrorEvent } from '#domain/events/error-event.ts'
import { aFrame, anEvent, anException } from '#domain/testing.ts'
import { nextRecordings } from '#event/known-errors/testing/next-recordings.ts'
import { causeOf } from './group-cause.ts'
import { group } from './group.ts'
import { groupV1 } from './group-v1.ts'

const golden = JSON.parse(
  readFileSync(new URL('group-cause.golden.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, { readonly fingerprint: string; readonly parts: readonly string[] }>>

const thrown = (type: string, value: string, over: Partial<ErrorEvent> = {}) =>
  anEvent({ exceptions: [anException({ type, value })], ...over })
const fingerprint = (event: ErrorEvent) => group(event, undefined, undefined).fingerprint
const groups = (events: readonly ErrorEvent[]) => new Set(events.map(fingerprint)).size
const react = (code: number, query = '') =>
  thrown(
    'Error',
    `Minified React error #${code}; visit https://react.dev/errors/${code}${query} for the full message`,
  )

const CHUNKS = [
  thrown(
    'ChunkLoadError',
    'Loading chunk 8066 failed.\n(error: https://shop.example/static/js/8066.1f2e3d4c.js)',
  ),
  thrown('ChunkLoadError', 'Loading chunk cart failed.\n(missing: https://shop.example/cart.9a8b7c6d.js)'),
  thrown('ChunkLoadError', 'Failed to load chunk /_next/static/chunks/0wuthen3tr0s2.js from module 42002'),
  thrown(
    'TypeError',
    'Failed to fetch dynamically imported module: https://shop.example/assets/cart-BX3kD9aZ.js',
  ),
  thrown(
    'TypeError',
    'error loading dynamically imported module: https://shop.example/assets/cart-CCCCCCCC.js',
  ),
  thrown('TypeError', 'Importing a module script failed.'),
]

const UNREACHABLE = [
  thrown('TypeError', 'Failed to fetch'),
  thrown('TypeError', 'NetworkError when attempting to fetch resource.'),
  thrown('TypeError', 'Load failed'),
  thrown('AxiosError', 'Network Error'),
]

const CASES: Readonly<Record<string, ErrorEvent>> = {
  'code that did not load': CHUNKS[0]!,
  'code that took too long': thrown(
    'ChunkLoadError',
    'Loading chunk 3 failed.\n(timeout: https://shop.example/3.js)',
  ),
  'a page instead of code': thrown('SyntaxError', "Unexpected token '<'"),
  'other text after hydration': react(418, '?args[]=text&args[]='),
  'other HTML after hydration': react(418, '?args[]=HTML&args[]='),
  'an update before hydration': react(421),
  'an error while hydrating': anEvent({
    exceptions: [anException({ type: 'RangeError', value: 'Invalid time value' }), ...react(423).exceptions],
  }),
  'an unreachable server': UNREACHABLE[0]!,
  'an unreachable server with a name': thrown('TypeError', 'Failed to fetch (eu.api.shop.example)'),
  'an unreachable service': thrown('Error', 'connect ECONNREFUSED 10.2.0.7:5432'),
  'a request that took too long': thrown('TimeoutError', 'signal timed out'),
  'a request that was given up': thrown('AbortError', 'signal is aborted without reason'),
  'an action of another build': thrown(
    'UnrecognizedActionError',
    'Server Action "4036" was not found on the server.',
  ),
  'a failure of the server': react(441),
  'a ResizeObserver loop': thrown('Error', 'ResizeObserver loop limit exceeded'),
  'a script of another origin': thrown('Error', 'Script error.'),
  'an extended fingerprint': { ...CHUNKS[0]!, fingerprint: ['{{ default }}', 'eu'] },
}

describe('grouping by cause', () => {
  it.each(Object.entries(CASES))('[GR65] gives %s the fingerprint it always had', (name, event) => {
    const grouping = group(event, undefined, undefined)
    expect(grouping.version).toBe(2)
    expect({ fingerprint: grouping.fingerprint, parts: grouping.evidence.parts }).toEqual(golden[name])
  })

  it('[GR65] distinguishes the causes', () => {
    expect(groups(Object.values(CASES))).toBe(Object.keys(CASES).length)
    expect(Object.keys(golden).toSorted()).toEqual(Object.keys(CASES).toSorted())
  })

  it('[GR65] is one group for code that did not load, whatever bundler, browser, file and hash', () => {
    expect(groups(CHUNKS)).toBe(1)
  })

  it('[GR65] is one group for a request without an answer, in all browsers, from every place and page', () => {
    const elsewhere = UNREACHABLE.map((event) => ({
      ...event,
      exceptions: event.exceptions.map((one) => ({ ...one, frames: [aFrame({ function: 'loadCart' })] })),
      transaction: '/cart/7',
    }))
    expect(groups([...UNREACHABLE, ...elsewhere])).toBe(1)
  })

  it('[GR65] goes by whose server it was, not by tenant, machine or address', () => {
    const of = (host: string) => thrown('TypeError', `Failed to fetch (${host})`)
    expect(groups([of('a.shop.example'), of('b.shop.example'), of('shop.example:443')])).toBe(1)
    expect(groups([of('shop.co.uk'), of('bank.co.uk'), of('shop.example'), of('localhost:3000')])).toBe(4)
    const refused = (at: string) => thrown('Error', `connect ECONNREFUSED ${at}`)
    expect(groups([refused('10.0.0.1:5432'), refused('10.0.9.9:5432'), refused('::1:5432')])).toBe(1)
    expect(groups([refused('10.0.0.1:5432'), refused('10.0.0.1:6379')])).toBe(2)
  })

  it('[GR65] finds the reason of a failed request of Node in its cause', () => {
    const why = (value: string) =>
      anEvent({
        exceptions: [anException({ value }), anException({ type: 'TypeError', value: 'fetch failed' })],
      })
    expect(
      groups([why('connect ECONNREFUSED 10.0.0.1:5432'), why('connect ECONNREFUSED 10.0.0.2:5432')]),
    ).toBe(1)
    expect(
      groups([why('connect ECONNREFUSED 10.0.0.1:5432'), why('getaddrinfo ENOTFOUND api.shop.example')]),
    ).toBe(2)
  })

  it('[GR65] goes by the component that differs, where its name is known', () => {
    const differing = (componentStack: string) => ({
      ...react(418, '?args[]=text&args[]='),
      contexts: { react: { componentStack } },
    })
    const price = differing('\n    at span\n    at Price (https://shop.example/a.js:1:2)\n    at Cart')
    const same = differing('span\nPrice@https://shop.example/b-1234.js:9:9\nLayout@https://shop.example/b.js')
    const other = differing('\n    at Clock (https://shop.example/a.js:1:2)')
    const minified = differing('\n    at e (https://shop.example/a.js:1:2)\n    at Layout')
    expect(groups([price, same])).toBe(1)
    expect(groups([price, other, minified])).toBe(3)
    expect(groups([minified, react(418, '?args[]=text&args[]=')])).toBe(1)
  })

  it('[GR65] leaves a fingerprint of the SDK, and what is no known problem, to version 1', () => {
    for (const event of [{ ...CHUNKS[0]!, fingerprint: ['mine'] }, anEvent(), react(185)]) {
      expect(group(event, undefined, undefined)).toEqual(groupV1(event, undefined))
    }
  })

  it('[GR65] leaves a moved node to the stack where functions have names', () => {
    const value =
      "Failed to execute 'removeChild' on 'Node': The node to be removed is not a child of this node."
    const minified = [aFrame({ function: 'ld', absPath: 'https://shop.example/chunks/2qptg4a0-1234abcd.js' })]
    expect(causeOf(thrown('NotFoundError', value))).toBeUndefined()
    const under = (type: string, text: string) =>
      causeOf(anEvent({ exceptions: [anException({ type, value: text, frames: minified })] }))?.key
    expect(under('NotFoundError', value)).toBe('moved node')
    expect(under('NotFoundError', 'The object can not be found here.')).toBe('moved node')
  })

  it('[GR65] makes one group of the recorded chunks that were gone', () => {
    const recorded = nextRecordings()
    const chunks = [...recorded].filter(([name]) => /chunk/.test(name)).map(([, event]) => event)
    expect(chunks.length).toBeGreaterThan(4)
    expect(groups(chunks)).toBe(1)
  })
})
