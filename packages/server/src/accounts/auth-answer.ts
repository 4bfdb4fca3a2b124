import type { AppErrorCode } from '#domain/app-error.ts'

const CODES: Readonly<Record<number, AppErrorCode>> = {
  400: 'invalid_input',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  413: 'invalid_input',
  415: 'invalid_input',
  422: 'invalid_input',
  429: 'rate_limited',
}

const MESSAGES: Readonly<Record<string, string>> = {
  unauthenticated: 'Incorrect email or password.',
  forbidden: 'This request didn’t come from this installation’s pages.',
  not_found: 'Not found.',
  rate_limited: 'Too many attempts. Wait a moment and try again.',
}

/** Messages by the library's error code, where the status alone would give the wrong message. */
const WORDS: Readonly<Record<string, string>> = {
  INVALID_CODE: 'This code is wrong, expired or already used.',
  INVALID_BACKUP_CODE: 'This recovery code is wrong or already used.',
  INVALID_TWO_FACTOR_COOKIE: 'Signing in took too long. Start again with your password.',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'Too many wrong codes. Start again with your password.',
  ACCOUNT_TEMPORARILY_LOCKED: 'Too many wrong codes. Wait a quarter of an hour and try again.',
  TOTP_ALREADY_ENABLED: 'Two-factor authentication is already on.',
  TOTP_NOT_ENABLED: 'Two-factor authentication is off.',
  TWO_FACTOR_NOT_ENABLED: 'Two-factor authentication is off.',
  INVALID_PASSWORD: 'The password is wrong.',
  INVALID_TOKEN: 'This link was already used or is older than an hour. Request a new one.',
  SESSION_NOT_FRESH: 'You signed in more than a day ago. Sign in again to change this.',
  PASSKEY_NOT_FOUND: 'Unknown passkey.',
  CHALLENGE_NOT_FOUND: 'This took too long. Try again.',
  AUTHENTICATION_FAILED: 'Couldn’t verify this passkey.',
  FAILED_TO_VERIFY_REGISTRATION: 'Couldn’t add this passkey.',
}

/** An answer in the shape every other error of the product has. */
export function refusal(status: number, message?: string, headers: Record<string, string> = {}): Response {
  const code = CODES[status] ?? 'internal'
  return Response.json(
    { code, message: message ?? MESSAGES[code] ?? 'Hindcast failed to answer this request.' },
    { status, headers: { 'Cache-Control': 'no-store', ...headers } },
  )
}

/**
 * Passes success on. A failure keeps its status and gets our error format, so that clients do not depend on the
 * library's codes.
 */
export async function toApiAnswer(response: Response): Promise<Response> {
  if (response.status < 400) {
    response.headers.set('Cache-Control', 'no-store')
    return response
  }
  const retryAfter = response.headers.get('X-Retry-After')
  const headers = retryAfter === null ? {} : { 'Retry-After': retryAfter }
  const { code, message } = await saidIn(response)
  const isOurFault = response.status === 400 || response.status === 422
  return refusal(response.status, WORDS[code ?? ''] ?? (isOurFault ? message : undefined), headers)
}

async function saidIn(response: Response): Promise<{ readonly code?: string; readonly message?: string }> {
  const body: unknown = await response.json().catch(() => undefined)
  if (typeof body !== 'object' || body === null) return {}
  const text = (name: string) => {
    const value: unknown = Object.entries(body).find(([key]) => key === name)?.[1]
    return typeof value === 'string' ? value : undefined
  }
  const [code, message] = [text('code'), text('message')]
  return { ...(code !== undefined && { code }), ...(message !== undefined && { message }) }
}
