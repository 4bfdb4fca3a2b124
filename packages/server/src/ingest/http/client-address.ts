import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'

const FORWARDED = [
  'cf-connecting-ip',
  'x-vercel-forwarded-for',
  'x-sentry-forwarded-for',
  'x-forwarded-for',
] as const

/** The address of the person, not of the proxies in between. Not for access decisions: anybody can send these headers. */
export function clientAddressOf(request: {
  readonly headers: IncomingHttpHeaders
  readonly peer: string | undefined
}): string | undefined {
  for (const name of FORWARDED) {
    const value = request.headers[name]
    if (value === undefined) continue
    const address = firstAddress(typeof value === 'string' ? value : (value[0] ?? ''))
    if (address !== undefined) return address
  }
  const { peer } = request
  return peer?.startsWith('::ffff:') === true ? peer.slice(7) : peer
}

function firstAddress(list: string): string | undefined {
  const comma = list.indexOf(',')
  const first = (comma === -1 ? list : list.slice(0, comma)).trim()
  if (isIP(first) !== 0) return first
  const bracket = first.startsWith('[') ? first.slice(1, first.indexOf(']')) : first.split(':', 1)[0]!
  return isIP(bracket) === 0 ? undefined : bracket
}
