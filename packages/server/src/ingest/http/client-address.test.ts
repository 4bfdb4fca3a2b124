import { describe, expect, it } from 'vitest'
import { clientAddressOf } from './client-address.ts'

const from = (headers: Record<string, string>, remoteAddress = '::ffff:10.0.0.1') =>
  clientAddressOf({ headers, peer: remoteAddress })

describe('[IN11] the address of a sender', () => {
  it('is the first of the first header that has one', () => {
    const all = {
      'x-forwarded-for': '203.0.113.4, 10.0.0.2',
      'x-sentry-forwarded-for': '203.0.113.3',
      'x-vercel-forwarded-for': '203.0.113.2',
      'cf-connecting-ip': '203.0.113.1',
    }
    const { 'cf-connecting-ip': _, ...behindVercel } = all
    const { 'x-vercel-forwarded-for': __, ...behindTunnel } = behindVercel
    expect(from(all)).toBe('203.0.113.1')
    expect(from(behindVercel)).toBe('203.0.113.2')
    expect(from(behindTunnel)).toBe('203.0.113.3')
    expect(from({ 'x-forwarded-for': '203.0.113.4, 10.0.0.2' })).toBe('203.0.113.4')
  })

  it('loses a port and brackets', () => {
    expect(from({ 'x-forwarded-for': '203.0.113.4:5678' })).toBe('203.0.113.4')
    expect(from({ 'x-forwarded-for': '[2001:db8::1]:5678' })).toBe('2001:db8::1')
    expect(from({ 'x-forwarded-for': '2001:db8::1' })).toBe('2001:db8::1')
  })

  it('is the peer where headers hold nonsense', () => {
    expect(from({ 'x-forwarded-for': 'unknown', 'cf-connecting-ip': '' })).toBe('10.0.0.1')
  })
})
