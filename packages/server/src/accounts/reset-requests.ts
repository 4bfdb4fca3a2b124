import * as v from 'valibot'
import { LIMITS } from '#domain/limits.ts'
import type { Log } from '#domain/log.ts'
import type { OpenAttemptLimit } from './attempt-limit.ts'
import { refusal } from './auth-answer.ts'

const NO_MAIL =
  'This installation sends no mail. Whoever runs it can make a link for you: hindcast account reset-password --email E'

const Body = v.object({
  email: v.pipe(v.string(), v.trim(), v.toLowerCase(), v.maxLength(LIMITS.text.email), v.email()),
})

export interface ResetRequestOptions {
  /** Sends a link to this address if it has an account. Undefined: no mail is sent. */
  readonly send: ((email: string) => Promise<void>) | undefined
  readonly openLimit: OpenAttemptLimit
  readonly log: Log
}

/**
 * Answers before the account is looked up, always with the same message, so that neither the answer nor its timing
 * reveals whether the account exists.
 */
export function createResetRequests({ send, openLimit, log }: ResetRequestOptions) {
  const { perAddress, perAccount, remembered: capacity } = LIMITS.passwordReset
  const byAddress = openLimit({ name: 'reset_address', ...perAddress, capacity })
  const byAccount = openLimit({ name: 'reset_account', ...perAccount, capacity })
  return async (body: string, clientAddress: string | undefined): Promise<Response> => {
    if (send === undefined) return refusal(400, NO_MAIL)
    const waitSeconds = await byAddress.take(clientAddress ?? '')
    if (waitSeconds !== undefined) return refusal(429, undefined, { 'Retry-After': String(waitSeconds) })
    const email = emailOf(body)
    if (email === undefined) return refusal(400, 'This is not an e-mail address.')
    // Who has been sent enough mails is sent no other, in silence: a refusal would keep the owner of the address from
    // using the page, and the links they got still work.
    if ((await byAccount.take(email)) === undefined) {
      setImmediate(() => {
        send(email).catch((error: unknown) => {
          log.warn('a mail with a link to a new password was not sent', { error })
        })
      })
    }
    return Response.json({ status: true }, { headers: { 'Cache-Control': 'no-store' } })
  }
}

function emailOf(body: string): string | undefined {
  try {
    const parsed = v.safeParse(Body, JSON.parse(body))
    return parsed.success ? parsed.output.email : undefined
  } catch {
    return undefined
  }
}
