import type { LIMITS } from '#domain/limits.ts'
import { createAttemptLimit } from './attempt-limit.ts'

export type SignInNumbers = { readonly [Name in keyof typeof LIMITS.signIn]: number }

export interface SignInAttempt {
  readonly address: string
  readonly email: string
  /** A browser that has signed in to this account before. */
  readonly knownBrowser: string | undefined
}

export interface SignInLimits {
  /** Counts a try to sign in; when there were too many, answers the seconds to wait. */
  take(attempt: SignInAttempt, now: number): number | undefined
  succeeded(attempt: SignInAttempt): void
  /** Counts a password check of a signed-in user. */
  takePassword(userId: string, now: number): number | undefined
}

/**
 * Counted by account and address, so that an office behind one address is not locked out, and by address alone,
 * against guessing over many accounts. Behind an untrusted proxy all share one address, so a known browser has its
 * own count and is rejected by neither.
 */
export function createSignInLimits(limits: SignInNumbers): SignInLimits {
  const { windowMs, remembered: capacity } = limits
  const limit = (attempts: number) => createAttemptLimit({ attempts, windowMs, capacity })
  const ofAccounts = limit(limits.triesPerAccount)
  const ofAddresses = limit(limits.triesPerAddress)
  const ofBrowsers = limit(limits.triesPerKnownBrowser)
  const ofUsers = limit(limits.passwordsPerUser)
  const account = ({ address, email }: SignInAttempt) => `${address} ${email}`
  return {
    take(attempt, now) {
      if (attempt.knownBrowser !== undefined) return ofBrowsers.take(attempt.knownBrowser, now)
      // First: made-up accounts must not push out what is remembered of real ones.
      return ofAddresses.take(attempt.address, now) ?? ofAccounts.take(account(attempt), now)
    },
    succeeded(attempt) {
      if (attempt.knownBrowser === undefined) ofAccounts.forget(account(attempt))
      else ofBrowsers.forget(attempt.knownBrowser)
    },
    takePassword: (userId, now) => ofUsers.take(userId, now),
  }
}
