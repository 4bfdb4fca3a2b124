import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'

/** Whether this is the first time the code is shown for this account. */
export type ClaimCode = (userId: string, code: string) => Promise<boolean>

type AuthContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

/**
 * The library accepts a code repeatedly while it is valid, so a code seen over a shoulder could be reused. Codes are
 * claimed before they are checked, so that of two concurrent uses one is rejected.
 */
export function onceOnlyCodes(claim: ClaimCode) {
  return {
    id: 'once-only-codes',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === '/two-factor/verify-totp',
          handler: createAuthMiddleware(async (ctx) => {
            const body = ctx.body as { readonly code?: unknown } | undefined
            const userId = await userOf(ctx)
            // The library answers what is wrong with either.
            if (userId === undefined || typeof body?.code !== 'string') return
            if (await claim(userId, body.code)) return
            throw new APIError('UNAUTHORIZED', { code: 'INVALID_CODE', message: 'Invalid code' })
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin
}

/** The signed-in user, or the user who entered a password and now has to enter a code. */
async function userOf(ctx: AuthContext): Promise<string | undefined> {
  const session = await getSessionFromCtx(ctx)
  if (session) return session.user.id
  const { name } = ctx.context.createAuthCookie('two_factor')
  const pending = await ctx.getSignedCookie(name, ctx.context.secret)
  if (typeof pending !== 'string') return undefined
  return (await ctx.context.internalAdapter.findVerificationValue(pending))?.value
}
