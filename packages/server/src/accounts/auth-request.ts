import { isIP } from 'node:net'
import type { AccountChange } from './accounts.ts'

/** The only header the account library reads an address from; whatever a client sends under this name is removed. */
export const ADDRESS_HEADER = 'x-hindcast-client-address'

const LONGEST_BODY_BYTES = 16 * 1024

/** Everything else the account library could do over HTTP is not offered. */
const ROUTES = new Set([
  'POST /sign-in/email',
  'POST /sign-out',
  'GET /get-session',
  'POST /change-password',
  'POST /request-password-reset',
  'POST /reset-password/read',
  'POST /reset-password',
  'GET /list-sessions',
  'POST /revoke-session',
  'POST /revoke-other-sessions',
  'POST /two-factor/enable',
  'POST /two-factor/disable',
  'POST /two-factor/verify-totp',
  'POST /two-factor/verify-backup-code',
  'POST /two-factor/generate-backup-codes',
  'GET /passkey/generate-register-options',
  'POST /passkey/verify-registration',
  'GET /passkey/generate-authenticate-options',
  'POST /passkey/verify-authentication',
  'GET /passkey/list-user-passkeys',
  'POST /passkey/update-passkey',
  'POST /passkey/delete-passkey',
])

export const SIGN_IN = 'POST /sign-in/email'
const CHANGE_PASSWORD = 'POST /change-password'

/** Routes where a signed-in user has to enter the password again. */
export const ASKS_PASSWORD: ReadonlySet<string> = new Set([
  CHANGE_PASSWORD,
  'POST /two-factor/enable',
  'POST /two-factor/disable',
  'POST /two-factor/generate-backup-codes',
])

/** After these changes older sessions must end; the library does not end them. */
export const ENDS_OTHER_SESSIONS: ReadonlySet<AccountChange> = new Set(['second_step_on', 'second_step_off'])
/** These two are answered here: the library would say in time what it does not say in words, or put tokens into addresses. */
export const REQUEST_RESET = 'POST /request-password-reset'
export const READ_RESET = 'POST /reset-password/read'
export const GET_SESSION = 'GET /get-session'

/** The same question, to be answered without writing. */
export function withoutRefresh(request: Request): Request {
  const url = new URL(request.url)
  url.searchParams.set('disableRefresh', 'true')
  return new Request(url, { method: request.method, headers: request.headers })
}

/** Audit log entries for changes to the own account, by route. */
export const CHANGES: Readonly<Record<string, AccountChange>> = {
  'POST /change-password': 'password_changed',
  // With a session it is the last step of switching it on; without one it signs in.
  'POST /two-factor/verify-totp': 'second_step_on',
  'POST /two-factor/disable': 'second_step_off',
  'POST /two-factor/generate-backup-codes': 'recovery_codes_made',
  'POST /passkey/verify-registration': 'passkey_added',
  'POST /passkey/update-passkey': 'passkey_renamed',
  'POST /passkey/delete-passkey': 'passkey_removed',
  'POST /revoke-session': 'sessions_ended',
  'POST /revoke-other-sessions': 'sessions_ended',
}

/** The route of a request as listed above, or undefined. Exact: no trailing slash, no encoded letters. */
export function routeOf(request: Request): string | undefined {
  const { pathname } = new URL(request.url)
  const route = `${request.method} ${pathname.replace(/^\/api\/auth(?=\/)/, '')}`
  return pathname.startsWith('/api/auth/') && ROUTES.has(route) ? route : undefined
}

/** The body as text, or undefined when it is longer than any form of ours. */
export async function readBody(request: Request): Promise<string | undefined> {
  if (!request.body) return ''
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of request.body as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength
    if (bytes > LONGEST_BODY_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** The same request with a body that is already read, and an address that is ours to state. */
export function forwarded(request: Request, body: string, clientAddress: string | undefined): Request {
  const headers = new Headers(request.headers)
  for (const name of ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded']) {
    headers.delete(name)
  }
  headers.delete('content-length')
  headers.set(ADDRESS_HEADER, isIP(clientAddress ?? '') === 0 ? '127.0.0.1' : clientAddress!)
  return new Request(request.url, {
    method: request.method,
    headers,
    ...(body !== '' && { body }),
  })
}

/** A new password ends the other sessions unless the body says in so many words that they are kept. */
export function withOtherSessionsEnded(route: string, body: string): string {
  if (route !== CHANGE_PASSWORD) return body
  try {
    const parsed: unknown = JSON.parse(body)
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return body
    const kept = 'revokeOtherSessions' in parsed && parsed.revokeOtherSessions === false
    return JSON.stringify({ ...parsed, revokeOtherSessions: !kept })
  } catch {
    return body
  }
}

/** Only for counting attempts; an invalid body is reported by the next reader. */
export function emailIn(body: string): string {
  return textIn(body, 'email').trim().toLowerCase()
}

/** A text of a body by its name; empty where there is none. */
export function textIn(body: string, name: string): string {
  try {
    const parsed: unknown = JSON.parse(body)
    if (typeof parsed !== 'object' || parsed === null || !Object.hasOwn(parsed, name)) return ''
    const text = (parsed as Readonly<Record<string, unknown>>)[name]
    return typeof text === 'string' ? text : ''
  } catch {
    return ''
  }
}
