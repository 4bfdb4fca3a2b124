import { Drop, type Outcome } from '#domain/intake/outcome.ts'

export interface Dsn {
  readonly scheme: 'http' | 'https'
  readonly publicKey: string
  /** With the port, where one is given. */
  readonly host: string
  /** Path before the project, without a slash at its end: '' or '/some/prefix'. */
  readonly prefix: string
  readonly projectId: string
}

/** `{scheme}://{public_key}[:{secret}]@{host}[:port]{/prefix}/{project}`. The secret is obsolete and ignored. */
export function parseDsn(text: string): Outcome<Dsn> {
  const schemeEnd = text.indexOf('://')
  const scheme = text.slice(0, Math.max(schemeEnd, 0)).toLowerCase()
  if (scheme !== 'http' && scheme !== 'https') return bad('does not start with http:// or https://')
  const at = text.indexOf('@', schemeEnd + 3)
  if (at === -1) return bad('has no public key before an @')
  const userInfo = text.slice(schemeEnd + 3, at)
  const colon = userInfo.indexOf(':')
  const publicKey = (colon === -1 ? userInfo : userInfo.slice(0, colon)).toLowerCase()
  if (publicKey === '') return bad('has an empty public key')
  const hostEnd = text.indexOf('/', at)
  if (hostEnd === -1) return bad('has no project')
  const host = text.slice(at + 1, hostEnd)
  if (host === '') return bad('has no host')
  const path = trimSlashes(cutQuery(text.slice(hostEnd)))
  const lastSlash = path.lastIndexOf('/')
  const projectId = path.slice(lastSlash + 1)
  if (projectId === '') return bad('has no project')
  return { scheme, publicKey, host, prefix: path.slice(0, Math.max(lastSlash, 0)), projectId }
}

/** `baseUrl` is where people reach Hindcast, with the path prefix where there is one. */
export function formatDsn(baseUrl: string, publicKey: string, projectId: string): string {
  const [scheme, rest] = baseUrl.split('://', 2)
  return `${scheme}://${publicKey}@${trimSlashes(rest ?? '')}/${projectId}`
}

function trimSlashes(path: string): string {
  let end = path.length
  while (end > 0 && path[end - 1] === '/') end--
  return path.slice(0, end)
}

function cutQuery(path: string): string {
  const end = path.search(/[?#]/)
  return end === -1 ? path : path.slice(0, end)
}

function bad(problem: string): Drop {
  return new Drop('malformed', `the DSN ${problem}`)
}
