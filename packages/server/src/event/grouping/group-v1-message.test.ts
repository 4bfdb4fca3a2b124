import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parameterise } from './group-v1-message.ts'

describe('parameterise', () => {
  it.each([
    ['order 1234 failed after 3.5s', 'order <num> failed after <num>'],
    ['GET https://api.shop.example/v1/orders/7?x=1 failed', 'GET <url> failed'],
    ['user ada@example.com not found', 'user <email> not found'],
    ['no row 7f0c1f5e-3f6b-4a57-9d3b-0e6a1b2c3d4e', 'no row <uuid>'],
    ['connect ECONNREFUSED 10.0.0.7:5432', 'connect ECONNREFUSED <ip>'],
    ['expired on 2026-11-15T01:25:30.000Z', 'expired on <date>'],
    ['commit deadbeef01 at 0x7fff', 'commit <hex> at <hex>'],
    ['customer cus_9s6XKzkNRiz8i3 is gone', 'customer <id> is gone'],
    ['unknown key \'user_42\' in "cart-7"', 'unknown key \'user_<num>\' in "cart-<num>"'],
    [
      "Cannot read properties of undefined (reading 'price')",
      "Cannot read properties of undefined (reading 'price')",
    ],
    [
      'Minified React error #418; visit https://react.dev/errors/418',
      'Minified React error #418; visit <url>',
    ],
    ['Request failed with status code 404', 'Request failed with status code 404'],
    ['ORA-00942: table missing', 'ORA-00942: table missing'],
    ['use sha256 and utf8 or base64url', 'use sha256 and utf8 or base64url'],
    ['\n  first line\nsecond 5', 'first line'],
    ['', ''],
  ])('[GR6] reads %j as %j', (message, expected) => {
    expect(parameterise(message)).toBe(expected)
  })

  it('[GR6] gives the same answer whatever number, id or address stands in a message', () => {
    const variable = fc.oneof(
      fc.nat().map(String),
      fc.uuid(),
      fc.ipV4(),
      fc.webUrl({ withQueryParameters: true }).map((url) => url.replace(/["'()<>[\]{}]/g, '')),
      fc
        .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
        .map((date) => date.toISOString()),
    )
    fc.assert(
      fc.property(variable, (value) => {
        expect(parameterise(`saving ${value} failed`)).toMatch(/^saving <\w+> failed$/)
      }),
    )
  })
})
