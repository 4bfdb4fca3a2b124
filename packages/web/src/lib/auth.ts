import { request } from './call.ts'

/** Why a sign-in failed, in words for the person who tried. */
export class SignInError extends Error {
  override readonly name = 'SignInError'
}

export async function signIn(email: string, password: string): Promise<void> {
  const response = await post('/api/auth/sign-in/email', { email, password })
  if (!response.ok) throw new SignInError(signInFailure(response.status, retryAfter(response)))
}

export async function signOut(): Promise<void> {
  await post('/api/auth/sign-out', {})
}

export function signInFailure(status: number, waitSeconds: number | undefined): string {
  if (status === 429) {
    const wait = waitSeconds === undefined ? 'Wait a minute' : `Wait ${waitSeconds} seconds`
    return `Too many attempts. ${wait} and try again.`
  }
  if (status === 400 || status === 401 || status === 422)
    return 'E-mail and password do not match an account.'
  if (status === 403)
    return 'This address is not allowed to sign in. Open Hindcast at the address it was set up with.'
  return `The server could not sign you in (status ${status}). Its log says why.`
}

function retryAfter(response: Response): number | undefined {
  const seconds = Number(
    response.headers.get('Retry-After') ?? response.headers.get('X-Retry-After') ?? Number.NaN,
  )
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : undefined
}

function post(address: string, body: object): Promise<Response> {
  return request(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
}
