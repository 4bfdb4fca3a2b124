import { isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'
import type { OutboundFailure } from './request-and-answer.ts'

export interface ResolvedAddress {
  readonly address: string
  readonly family: number
}

export type Resolve = (host: string) => Promise<readonly ResolvedAddress[]>

/** A place that may be asked, with the addresses that were checked: only these are connected to. */
export interface Target {
  readonly ok: true
  readonly url: URL
  readonly addresses: readonly ResolvedAddress[]
}

export async function checkTarget(
  address: string,
  allowed: ReadonlySet<string>,
  resolve: Resolve,
  signal: AbortSignal,
): Promise<Target | OutboundFailure> {
  if (!URL.canParse(address)) return refused('bad_url', 'not an absolute address')
  const url = new URL(address)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return refused('bad_url', `${url.protocol} is not asked`)
  }
  if (url.username !== '' || url.password !== '') {
    return refused('bad_url', 'an address with a name or a password in it')
  }
  const addresses = await addressesOf(url.hostname, resolve)
  signal.throwIfAborted()
  if (addresses.length === 0) return refused('unresolved', `no address for ${url.hostname}`)
  const wrong = addresses.find((each) => !isPublicAddress(each.address))
  // One inner address among others is enough: which one a socket takes is not decided here.
  if (wrong !== undefined && !isAllowed(url, allowed)) {
    return refused('address_refused', `${url.hostname} is at ${wrong.address}`)
  }
  return { ok: true, url, addresses }
}

/** The parser of addresses has turned `0x7f.1` and `2130706433` into 127.0.0.1 by now. */
async function addressesOf(hostname: string, resolve: Resolve): Promise<readonly ResolvedAddress[]> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  if (family !== 0) return [{ address: host, family }]
  try {
    return await resolve(host)
  } catch {
    return []
  }
}

function isAllowed(url: URL, allowed: ReadonlySet<string>): boolean {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  return allowed.has(url.hostname) || allowed.has(`${url.hostname}:${port}`)
}

function refused(reason: OutboundFailure['reason'], detail: string): OutboundFailure {
  return { ok: false, reason, detail }
}
