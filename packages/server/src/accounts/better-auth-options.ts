import { passkey } from '@better-auth/passkey'
import type { BetterAuthOptions } from 'better-auth'
import { APIError, isAPIError } from 'better-auth/api'
import { twoFactor } from 'better-auth/plugins/two-factor'
import type { Log } from '#domain/log.ts'
import { ADDRESS_HEADER } from './auth-request.ts'
import { PASSWORD_LENGTH } from './new-user.ts'
import { onceOnlyCodes, type ClaimCode } from './once-only-codes.ts'

export interface AccountAddresses {
  /** As configured; what people type where a proxy is in front. */
  readonly publicUrl: string | undefined
  /** What the server printed once it could accept; undefined before that and in commands. */
  readonly listeningUrl: string | undefined
}

const DAY_SECONDS = 86_400

const PASSWORDS = {
  enabled: true,
  disableSignUp: true,
  minPasswordLength: PASSWORD_LENGTH.min,
  maxPasswordLength: PASSWORD_LENGTH.max,
  revokeSessionsOnPasswordReset: true,
} as const

/** A backup must not contain anything that can set passwords. */
const VERIFICATION = {
  modelName: 'auth_verification',
  storeIdentifier: { default: 'plain', overrides: { 'reset-password:': 'hashed' } },
} as const

export interface AuthSetup extends AccountAddresses {
  readonly secret: string
  readonly log: Log
  readonly claimCode: ClaimCode
  readonly onPasswordReset?: (userId: string) => Promise<void>
  /** Default: the library's own, which is slow on purpose. */
  readonly passwordHash?: PasswordHash | undefined
}

export interface PasswordHash {
  hash(password: string): Promise<string>
  verify(given: { readonly hash: string; readonly password: string }): Promise<boolean>
}

/** Explicit about everything that the library decides differently in tests, in development or by environment. */
export function authOptions({ publicUrl, listeningUrl, secret, log, claimCode, ...passwords }: AuthSetup) {
  const { onPasswordReset, passwordHash } = passwords
  const base = new URL(publicUrl ?? listeningUrl ?? 'http://127.0.0.1')
  return {
    appName: 'Hindcast',
    baseURL: base.origin,
    basePath: '/api/auth',
    secret,
    trustedOrigins: (request?: Request) => trustedOrigins(publicUrl, listeningUrl, request),
    emailAndPassword: {
      ...PASSWORDS,
      ...(passwordHash && { password: passwordHash }),
      onPasswordReset: async ({ user }) => onPasswordReset?.(user.id),
    },
    session: { modelName: 'auth_session', expiresIn: 30 * DAY_SECONDS, updateAge: DAY_SECONDS },
    rateLimit: {
      enabled: true,
      storage: 'database',
      modelName: 'auth_rate_limit',
      window: 60,
      max: 600,
      customRules: {
        // Counted by account and browser before they come here (sign-in-limits.ts).
        '/sign-in/email': false,
        // By address only, and behind an untrusted proxy all have the same: no more than a brake on floods.
        '/change-password': { window: 60, max: 300 },
        '/two-factor/*': { window: 60, max: 300 },
        '/passkey/*': { window: 60, max: 300 },
        '/reset-password': { window: 60, max: 300 },
        // Asked at every start of the application; a write to disk for each would be the larger cost.
        '/get-session': false,
      },
    },
    user: { modelName: 'auth_user' },
    account: { modelName: 'auth_account' },
    verification: VERIFICATION,
    plugins: [...secondFactors(publicUrl), onceOnlyCodes(claimCode)],
    advanced: {
      cookiePrefix: 'hindcast',
      useSecureCookies: base.protocol === 'https:',
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' },
      disableCSRFCheck: false,
      disableOriginCheck: false,
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
    },
    telemetry: { enabled: false },
    onAPIError: {
      // API errors are answers; anything else is thrown, so that the caller logs and answers it.
      onError: (error: unknown) => {
        if (!isAPIError(error) || error.status === 'INTERNAL_SERVER_ERROR') throw error
      },
    },
    logger: { level: 'warn', log: (level, message) => log[level](`accounts: ${message}`) },
  } satisfies BetterAuthOptions
}

function secondFactors(publicUrl: string | undefined) {
  return [
    twoFactor({ issuer: 'Hindcast', twoFactorTable: 'auth_two_factor' }),
    passkey({
      // Passkeys belong to a name. Without a configured one only this machine's own is known; an address is none.
      rpID: publicUrl === undefined ? 'localhost' : new URL(publicUrl).hostname,
      rpName: 'Hindcast',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      // A passkey stands for both factors, so it must have asked for a finger, a face or a PIN.
      authentication: {
        afterVerification: async ({ verification }) => {
          if (verification.authenticationInfo.userVerified) return
          throw new APIError('UNAUTHORIZED', { message: 'This passkey did not ask who you are.' })
        },
      },
      schema: { passkey: { modelName: 'auth_passkey' } },
    }),
  ]
}

/**
 * Origins that may sign in. Without a configured address the public name is unknown, so the page's origin must be the
 * one the request was sent to.
 */
function trustedOrigins(
  publicUrl: string | undefined,
  listeningUrl: string | undefined,
  request: Request | undefined,
): string[] {
  const own = publicUrl === undefined ? request?.url : undefined
  return [publicUrl, listeningUrl, own].flatMap((url) => (url === undefined ? [] : [new URL(url).origin]))
}
