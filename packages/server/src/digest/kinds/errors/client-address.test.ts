import { describe, expect, it } from 'vitest'
import { applyAddressPolicy } from './client-address.ts'

const CLIENT = '203.0.113.9'
const kept = (payload: object) => applyAddressPolicy(payload as never, CLIENT, true).address

describe('applyAddressPolicy', () => {
  it('[PL5] keeps the address where the SDK says so, unless the user has one already', () => {
    const sdk = { settings: { infer_ip: 'auto' } }
    expect(kept({ platform: 'node', sdk })).toBe(CLIENT)
    expect(kept({ platform: 'node', sdk, user: { ip_address: '{{auto}}' } })).toBe(CLIENT)
    expect(kept({ platform: 'node', sdk, user: { ip_address: '192.0.2.1' } })).toBeUndefined()
  })

  it('[PL5] keeps no address where the SDK says never, not even where an old setting asks for it', () => {
    const sdk = { settings: { infer_ip: 'never' } }
    expect(kept({ platform: 'javascript', sdk })).toBeUndefined()
    expect(kept({ platform: 'javascript', sdk, user: { ip_address: '{{auto}}' } })).toBeUndefined()
  })

  it('[PL5] does for SDKs that do not say what they were built to expect', () => {
    expect(kept({ platform: 'javascript' })).toBe(CLIENT)
    expect(kept({ platform: 'python' })).toBeUndefined()
    expect(kept({ platform: 'python', user: { ip_address: '{{auto}}' } })).toBe(CLIENT)
  })

  it('[PL5] removes every address where the project stores none', () => {
    const { payload, address, scrubbed } = applyAddressPolicy(
      {
        platform: 'javascript',
        user: { id: 'u', ip_address: '192.0.2.1', geo: { city: 'Ulm' } },
        request: {
          headers: { 'X-Forwarded-For': '192.0.2.1', Accept: '*/*' },
          env: { REMOTE_ADDR: '192.0.2.1' },
        },
      },
      CLIENT,
      false,
    )
    expect(address).toBeUndefined()
    expect(payload).toEqual({
      platform: 'javascript',
      user: { id: 'u' },
      request: { headers: { Accept: '*/*' }, env: {} },
    })
    expect(scrubbed.map((mark) => mark.path)).toEqual([
      'user.ip_address',
      'user.geo',
      'request.headers.X-Forwarded-For',
      'request.env.REMOTE_ADDR',
    ])
  })

  it('[PL5] finds addresses in headers that are sent as pairs', () => {
    const headers = [
      ['x-real-ip', '192.0.2.1'],
      ['accept', '*/*'],
    ]
    expect(applyAddressPolicy({ request: { headers } }, CLIENT, false).payload).toEqual({
      request: { headers: [['accept', '*/*']] },
    })
  })
})
