import type { LIMITS } from '#domain/limits.ts'
import type { OpenAttemptLimit } from './attempt-limit.ts'

export type SignInNumbers = { readonly [Name in keyof typeof LIMITS.signIn]: number }

export interface SignInAttempt {
  readonly address: string
  readonly email: string
  /** A browser that has signed in to this account before. */
  readonly knownBrowser: string | undefined
}

export interface SignInLimits {
  /** Counts a try to sign in; when there were too many, answers the seconds to wait. */
  take(attempt: SignInAttempt): Promise<number | undefined>
  succeeded(attempt: SignInAttempt): Promise<void>
  /** Counts a password check of a signed-in user. */
  takePassword(userId: string): Promise<number | undefined>
}

/**
 * Counted by account and address, so that an office behind one address is not locked out, and by address alone,
 * against guessing over many accounts. Behind an untrusted proxy all share one address, so a known browser has its
 * own count and is rejected by neither.
 */
export function createSignInLimits(limits: SignInNumbers, open: OpenAttemptLimit): SignInLimits {
  const { windowMs, remembered: capacity } = limits
  const limit = (name: string, attempts: number) => open({ name, attempts, windowMs, capacity })
  const ofAccounts = limit('sign_in_account', limits.triesPerAccount)
  const ofAddresses = limit('sign_in_address', limits.triesPerAddress)
  const ofBrowsers = limit('sign_in_browser', limits.triesPerKnownBrowser)
  const ofUsers = limit('password', limits.passwordsPerUser)
  const account = ({ address, email }: SignInAttempt) => `${address} ${email}`
  return {
    async take(attempt) {
      if (attempt.knownBrowser !== undefined) return ofBrowsers.take(attempt.knownBrowser)
      // First: made-up accounts must not push out what is remembered of real ones.
      return (await ofAddresses.take(attempt.address)) ?? (await ofAccounts.take(account(attempt)))
    },
    succeeded: (attempt) =>
      attempt.knownBrowser === undefined
        ? ofAccounts.forget(account(attempt))
        : ofBrowsers.forget(attempt.knownBrowser),
    takePassword: (userId) => ofUsers.take(userId),
  }
}
