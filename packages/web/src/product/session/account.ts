import { request } from '#lib/api/client.ts'

/** The server's error message for a change of a sign-in method. */
export class AccountError extends Error {
  override readonly name = 'AccountError'
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export interface Passkey {
  readonly id: string
  readonly name?: string | null
  readonly createdAt: string
}

export interface OpenSession {
  readonly id: string
  readonly token: string
  readonly createdAt: string
  readonly updatedAt: string
  readonly ipAddress?: string | null
  readonly userAgent?: string | null
}

export interface SecondStep {
  /** What an authenticator app reads. */
  readonly totpURI: string
  readonly backupCodes: readonly string[]
}

/** Calls the sign-in service of the server. */
export async function askAccount<T>(path: string, body?: object): Promise<T> {
  const response = await request(`/api/auth${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { Accept: 'application/json', ...(body && { 'Content-Type': 'application/json' }) },
    body: body === undefined ? null : JSON.stringify(body),
  })
  const answer: unknown = await response.json().catch(() => undefined)
  if (response.ok) return answer as T
  const said = typeof answer === 'object' && answer !== null && 'message' in answer ? answer.message : ''
  throw new AccountError(response.status, typeof said === 'string' ? said : '')
}

export const verifyCode = (code: string) => askAccount('/two-factor/verify-totp', { code })
export const verifyRecoveryCode = (code: string) => askAccount('/two-factor/verify-backup-code', { code })
