import { Drop, type Outcome } from '#domain/intake/outcome.ts'
import { parseDsn, type Dsn } from './dsn.ts'
import type { SentryQuery } from './sentry-query.ts'

/** What a request says about who sends it, before anybody looked the key up. */
export interface Credentials {
  readonly publicKey: string
  readonly version: string | undefined
  /** `sentry_client`: name and version of the SDK. */
  readonly client: string | undefined
}

/**
 * The key at the level of HTTP, or undefined where there is none (the envelope may name it then). A key in the
 * query wins over headers: pages that set `transportOptions.headers` send both and mean the query.
 */
export function readCredentials(
  query: Readonly<SentryQuery>,
  xSentryAuth: string | undefined,
  authorization: string | undefined,
): Outcome<Credentials> | undefined {
  if (query.key !== undefined) {
    return { publicKey: query.key, version: query.version, client: query.client }
  }
  if (xSentryAuth !== undefined) return parseSentryAuth(xSentryAuth, 'X-Sentry-Auth')
  if (authorization === undefined) return undefined
  const scheme = authorization.slice(0, 7).toLowerCase()
  if (scheme === 'sentry ') return parseSentryAuth(authorization, 'Authorization')
  if (scheme.startsWith('basic ')) return parseBasic(authorization.slice(6))
  return undefined
}

/** The `dsn` of an envelope header. `trace.public_key` names another project and never authenticates. */
export function readEnvelopeDsn(dsn: unknown): Outcome<Dsn> | undefined {
  if (dsn === undefined || dsn === null) return undefined
  if (typeof dsn !== 'string') return new Drop('malformed', 'dsn in the envelope header is not a string')
  return parseDsn(dsn)
}

/** 32 hex digits in lower case, or undefined: every key ever issued looks like this. */
export function normalisePublicKey(key: string): string | undefined {
  if (key.length !== 32) return undefined
  for (let at = 0; at < 32; at++) {
    const code = key.charCodeAt(at)
    const isHex = (code >= 48 && code <= 57) || (code >= 97 && code <= 102) || (code >= 65 && code <= 70)
    if (!isHex) return undefined
  }
  return key.toLowerCase()
}

/** SDKs speak 2 to 7; a later version may mean something else by the same words. */
export function isKnownVersion(version: string | undefined): boolean {
  if (version === undefined) return true
  const number = Number.parseFloat(version)
  return Number.isNaN(number) || number <= 7
}

function parseSentryAuth(header: string, name: string): Outcome<Credentials> {
  // In a list of headers, as exporters are configured by one, the key alone is what survives every way of quoting.
  const bare = normalisePublicKey(header.trim())
  if (bare !== undefined) return { publicKey: bare, version: undefined, client: undefined }
  if (header.slice(0, 7).toLowerCase() !== 'sentry ') {
    return new Drop('unauthenticated', `${name} does not start with the word Sentry`)
  }
  let publicKey: string | undefined
  let version: string | undefined
  let client: string | undefined
  for (const pair of header.slice(7).split(',')) {
    const equals = pair.indexOf('=')
    if (equals === -1) continue
    const value = pair.slice(equals + 1).trim()
    const field = pair.slice(0, equals).trim().toLowerCase()
    if (field === 'sentry_key') publicKey = value
    else if (field === 'sentry_version') version = value
    else if (field === 'sentry_client') client = value
  }
  if (publicKey === undefined || publicKey === '') {
    return new Drop('unauthenticated', `${name} has no sentry_key`)
  }
  return { publicKey, version, client }
}

function parseBasic(encoded: string): Outcome<Credentials> {
  const user = Buffer.from(encoded, 'base64').toString('latin1').split(':', 1)[0] ?? ''
  if (user === '') return new Drop('unauthenticated', 'Authorization has no user name')
  return { publicKey: user, version: undefined, client: undefined }
}
