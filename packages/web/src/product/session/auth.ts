import { request } from '#lib/api/client.ts'
import { locale } from '#lib/i18n/i18n.ts'
import { withLocale } from '#lib/i18n/locale.ts'

/** The server rejected the request. The form shows a translated message. */
export class SignInError extends Error {
  override readonly name = 'SignInError'
  readonly status: number
  readonly waitSeconds: number | undefined
  constructor(status: number, waitSeconds: number | undefined) {
    super(`The sign-in was answered with status ${status}.`)
    this.status = status
    this.waitSeconds = waitSeconds
  }
}

/** False: the password was right, and a second step is asked for. */
export async function signIn(email: string, password: string): Promise<boolean> {
  const response = await post('/api/auth/sign-in/email', { email, password })
  if (!response.ok) throw new SignInError(response.status, retryAfter(response.headers))
  return !('twoFactorRedirect' in ((await response.json()) as object))
}

export async function signOut(): Promise<void> {
  await post('/api/auth/sign-out', {})
}

/** A whole load, so that nothing of who was signed in stays; in the language they were reading. */
export function goToSignIn(): void {
  location.assign(withLocale('/sign-in', locale))
}

export function retryAfter(headers: Pick<Headers, 'get'>): number | undefined {
  const seconds = Number(headers.get('Retry-After') ?? headers.get('X-Retry-After') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : undefined
}

function post(address: string, body: object): Promise<Response> {
  return request(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
}
