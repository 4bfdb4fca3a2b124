import { describe, expect, it } from 'vitest'
import { aReceipt, anEvent } from '#domain/testing.ts'
import { completeContexts, summariseClient } from './client-contexts.ts'
import { deriveContexts } from './user-agent.ts'

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.1 Mobile/15E148 Safari/604.1'

const withAgent = (agent: string) =>
  anEvent({
    request: {
      url: undefined,
      method: undefined,
      headers: [['User-Agent', agent]],
      query: undefined,
      data: undefined,
      cookies: [],
    },
  })

describe('summariseClient', () => {
  it('[PL12] names browser, system and device of the user agent', () => {
    expect(summariseClient(withAgent(IPHONE), aReceipt())).toEqual({
      browser: 'Safari 17',
      os: 'iOS 17',
      device: 'iPhone',
    })
    expect(summariseClient(withAgent(CHROME), aReceipt())).toEqual({
      browser: 'Chrome 156',
      os: 'Windows 10',
      device: 'desktop',
    })
  })

  it('[PL12] uses client hints for what the user agent no longer contains', () => {
    const clientHints = {
      'sec-ch-ua': '"Brave";v="156", "Chromium";v="156"',
      'sec-ch-ua-platform-version': '"15.0.0"',
    }
    expect(summariseClient(withAgent(CHROME), aReceipt({ userAgent: CHROME, clientHints }))).toMatchObject({
      browser: 'Brave 156',
      os: 'Windows 11',
    })
  })

  it('[PL12] does not apply the hints of a tunnel or server to the browser behind it', () => {
    const received = aReceipt({
      userAgent: 'node',
      clientHints: { 'sec-ch-ua-platform-version': '"15.0.0"' },
    })
    expect(summariseClient(withAgent(CHROME), received).os).toBe('Windows 10')
  })

  it('[PL12] prefers what the SDK sent', () => {
    const event = anEvent({
      contexts: { os: { name: 'Debian', version: '12.15\n' }, browser: { name: 'Own' } },
    })
    expect(summariseClient(event, aReceipt({ userAgent: CHROME }))).toMatchObject({
      os: 'Debian 12',
      browser: 'Own',
    })
  })

  it('[PL12] takes the sender for the browser only if it is one', () => {
    expect(summariseClient(anEvent(), aReceipt({ userAgent: CHROME })).browser).toBe('Chrome 156')
    expect(summariseClient(anEvent(), aReceipt({ userAgent: 'sentry.javascript.node/11.11.0' }))).toEqual({
      browser: undefined,
      os: undefined,
      device: undefined,
    })
  })
})

describe('completeContexts', () => {
  it('[PL12] adds to the contexts of the event and replaces none', () => {
    const event = anEvent({ contexts: { os: { name: 'Debian' } } })
    expect(completeContexts(event, aReceipt({ userAgent: IPHONE }))).toEqual({
      os: { name: 'Debian' },
      browser: { name: 'Safari', version: '17.1' },
      device: { type: 'mobile', model: 'iPhone' },
    })
  })
})

describe('deriveContexts', () => {
  it('[PL12] knows nothing about nonsense, and survives any number of agents', () => {
    for (let index = 0; index < 2500; index++) {
      expect(deriveContexts(`nonsense ${index}`).browser).toBeUndefined()
    }
    expect(deriveContexts('x'.repeat(100_000)).browser).toBeUndefined()
    expect(deriveContexts(IPHONE).browser?.name).toBe('Safari')
  })
})
