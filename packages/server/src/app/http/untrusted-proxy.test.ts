import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Log } from '#domain/log.ts'
import { doctorChecks } from '#app/admin/checks.ts'
import { openTestRecords } from '#stores/records/testing/open-records.ts'
import type { RecordStore } from '#stores/records/records.ts'
import { createClientAddress } from './client-address.ts'
import { untrustedProxy, watchForUntrustedProxy } from './untrusted-proxy.ts'

let folder: string
let records: RecordStore
let logged: Array<readonly [string, unknown]>
const log: Log = {
  debug() {},
  info() {},
  warn: (message, fields) => void logged.push([message, fields]),
  error() {},
}

beforeEach(async () => {
  logged = []
  folder = await mkdtemp(join(tmpdir(), 'hindcast-proxy-'))
  records = await openTestRecords({ file: join(folder, 'records.sqlite'), log })
})
afterEach(async () => {
  await records.close()
  await rm(folder, { recursive: true })
})

const env = { incoming: { socket: { remoteAddress: '10.0.0.9' } } }
const from = (forwarded?: string) =>
  new Request('http://127.0.0.1/', {
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  })

/** A started server, as far as it looks at addresses. */
async function started(trustProxy: boolean) {
  const proxy = await watchForUntrustedProxy(records, trustProxy, log)
  return createClientAddress(trustProxy, (peer) => proxy.seen(peer))
}

const finding = async (trustProxy: boolean) => {
  const peer = async () => (trustProxy ? undefined : untrustedProxy(records))
  return doctorChecks({ untrustedProxy: peer } as Parameters<typeof doctorChecks>[0])['proxy']!()
}

describe('a proxy that is not trusted', () => {
  it('[AC113] is logged once when first seen, and again at the next start', async () => {
    const address = await started(false)
    expect(address(from(), env)).toBe('10.0.0.9')
    expect(logged).toEqual([])
    expect([address(from('203.0.113.7'), env), address(from('203.0.113.8'), env)]).toEqual([
      '10.0.0.9',
      '10.0.0.9',
    ])
    expect(logged).toEqual([[expect.stringContaining('HINDCAST_TRUST_PROXY=1'), { peer: '10.0.0.9' }]])
    await expect.poll(() => untrustedProxy(records)).toBe('10.0.0.9')
    await started(false)
    expect(logged).toHaveLength(2)
  })

  it('[AC113] is a warning of the doctor, with what to do', async () => {
    expect(await finding(false)).toMatchObject({ verdict: 'ok' })
    ;(await started(false))(from('203.0.113.7'), env)
    await expect.poll(() => untrustedProxy(records)).toBe('10.0.0.9')
    expect(await finding(false)).toMatchObject({
      verdict: 'warning',
      seen: expect.stringContaining('10.0.0.9'),
      fix: expect.stringContaining('HINDCAST_TRUST_PROXY=1'),
    })
  })

  it('[AC113] is forgotten once it is trusted, and then its last address is used', async () => {
    ;(await started(false))(from('203.0.113.7'), env)
    await expect.poll(() => untrustedProxy(records)).toBe('10.0.0.9')
    const address = await started(true)
    expect(address(from('198.51.100.1, 203.0.113.7'), env)).toBe('203.0.113.7')
    expect(await untrustedProxy(records)).toBeUndefined()
    expect(logged).toHaveLength(1)
    expect(await finding(true)).toMatchObject({ verdict: 'ok' })
  })
})
