import { createHash } from 'node:crypto'
import type { PasswordHash } from '#accounts/better-auth-options.ts'

const digest = (password: string) => createHash('sha256').update(password).digest('hex')

/** Costs nothing, so a test may sign in as often as it likes. */
export const QUICK_HASH: PasswordHash = {
  hash: async (password) => digest(password),
  verify: async ({ hash, password }) => hash === digest(password),
}
