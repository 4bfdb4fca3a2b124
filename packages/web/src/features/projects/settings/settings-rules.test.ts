import { describe, expect, it } from 'vitest'
import {
  asDrafts,
  asFilters,
  asOrigin,
  BETWEEN_PATTERNS,
  filled,
  isOrigin,
  readQuotas,
  readWhole,
} from './settings-rules.ts'

describe('project settings', () => {
  it.each([
    '*',
    'https://shop.example',
    'shop.example',
    '*.example.com',
    'http://localhost:3000',
    'http://[::1]:80',
  ])('[UI86] accept an origin: %s', (text) => {
    expect(isOrigin(text)).toBe(true)
  })

  it.each(['', 'https://', 'https://shop.example/path', 'ftp://shop.example', 'two words', 'a*b.example'])(
    '[UI86] refuse what is no origin before it is sent: %s',
    (text) => {
      expect(isOrigin(text)).toBe(false)
    },
  )

  it('[UI86] take an origin out of an address that was copied whole, and skip empty lines', () => {
    expect(asOrigin(' https://shop.example/cart?x=1 ')).toBe('https://shop.example')
    expect(asOrigin('*.shop.example')).toBe('*.shop.example')
    expect(filled([' a ', '', '  '])).toEqual(['a'])
  })

  it('[UI86] take whole numbers within their bounds and nothing else', () => {
    expect(readWhole('90', 1, 3650)).toBe(90)
    for (const text of ['', '0', '3651', '1.5', '-3', '1e3', 'ninety'])
      expect(readWhole(text, 1, 3650)).toBeUndefined()
    const saved = [{ category: 'error', limit: 10, windowSeconds: 60 }] as const
    expect(readQuotas(asDrafts(saved))).toEqual(saved)
    expect(readQuotas([{ category: 'error', limit: '', windowSeconds: 60 }])).toBeUndefined()
  })

  it('[UI128] keep message patterns whole when several are pasted, and send no empty ones', () => {
    const pasted = 'Error: a, b; c*\r\nResizeObserver loop*'.split(BETWEEN_PATTERNS)
    expect(pasted).toEqual(['Error: a, b; c*', 'ResizeObserver loop*'])
    const typed = {
      extensions: true,
      oldBrowsers: false,
      crawlers: false,
      localhost: true,
      healthChecks: false,
      messages: [...pasted, ' '],
      releases: ['', ' shop@1.* '],
    }
    expect(asFilters(typed)).toEqual({ ...typed, messages: pasted, releases: ['shop@1.*'] })
  })
})
