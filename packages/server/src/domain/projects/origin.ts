/**
 * Whether the page that sent this may. Servers send neither Origin nor Referer and are always allowed: the list
 * keeps foreign pages from using a public key, it does not authenticate anybody.
 */
export function isOriginAllowed(
  allowed: readonly string[],
  origin: string | undefined,
  referer: string | undefined,
): boolean {
  if (allowed.length === 0) return true
  const sender = origin ?? originOf(referer)
  if (sender === undefined) return true
  const lower = sender.toLowerCase()
  return allowed.some((entry) => matches(entry.toLowerCase(), lower))
}

function matches(entry: string, origin: string): boolean {
  if (entry === '*' || entry === origin) return true
  const scheme = origin.indexOf('://')
  if (scheme === -1 || entry.includes('://')) return false
  const host = origin.slice(scheme + 3)
  if (!entry.startsWith('*.')) return host === entry
  const domain = entry.slice(2)
  const name = domain.includes(':') ? host : withoutPort(host)
  return name === domain || name.endsWith(`.${domain}`)
}

function withoutPort(host: string): string {
  const colon = host.lastIndexOf(':')
  return colon === -1 ? host : host.slice(0, colon)
}

function originOf(referer: string | undefined): string | undefined {
  if (referer === undefined) return undefined
  const scheme = referer.indexOf('://')
  if (scheme === -1) return undefined
  const end = referer.indexOf('/', scheme + 3)
  return end === -1 ? referer : referer.slice(0, end)
}
