import type { ChannelTarget } from '#domain/alerts/channel.ts'
import type { Delivery, DeliveryOutcome } from '#domain/alerts/notification.ts'
import { isTemporary } from '#domain/alerts/retry.ts'
import type { ChannelSender } from '#domain/alerts/sender.ts'
import { LIMITS } from '#domain/limits.ts'
import { MailRefused, type Mailer } from '#domain/mail.ts'
import type { Outbound, OutboundFailure, OutboundSuccess } from '#outbound/request-and-answer.ts'
import { mailOf } from './mail-text.ts'
import { discordBody, signature, slackBody, webhookBody } from './webhook-bodies.ts'

type Sendable = Pick<Delivery, 'id' | 'notification'>

export interface SenderDeps {
  readonly outbound: Outbound
  /** Undefined: the operator named no mail server. */
  readonly mailer: Mailer | undefined
  /** Host part of the ids of mails. */
  readonly mailHost: () => string
  readonly now: () => number
}

const { answerBytes, answerChars, timeoutMs, redirects } = LIMITS.alerts.deliveries

const REFUSED: Readonly<Record<OutboundFailure['reason'], string>> = {
  address_refused:
    'The address is not on the public internet. The operator can allow its host with HINDCAST_OUTBOUND_ALLOW.',
  unresolved: 'The name of the host leads nowhere.',
  unreachable: 'No connection, or it broke off.',
  timed_out: `No whole answer within ${timeoutMs / 1000} seconds.`,
  too_large: `The answer is larger than ${answerBytes / 1024} KiB.`,
  too_many_redirects: 'Too many redirects.',
  bad_url: 'The address, or one it redirects to, cannot be asked.',
}
const FINAL: ReadonlySet<OutboundFailure['reason']> = new Set(['address_refused', 'bad_url'])

export function createChannelSender(deps: SenderDeps): ChannelSender {
  return {
    async send(target, delivery, signal) {
      if (target.kind === 'email') return sendMails(deps, target.to, delivery)
      const body = bodyFor(target, delivery)
      const answer = await deps.outbound.send(
        {
          url: target.url,
          method: 'POST',
          headers: {
            'Content-Type': 'application/json',
            'User-Agent': 'Hindcast',
            'X-Hindcast-Delivery': delivery.id,
            ...(target.kind === 'webhook' && {
              'X-Hindcast-Signature': signature(target.secret, body, deps.now()),
            }),
          },
          body,
          maxBytes: answerBytes,
          timeoutMs,
          redirects,
        },
        signal,
      )
      return answer.ok ? answered(answer, target, deps.now()) : refused(answer)
    },
  }
}

function bodyFor(target: Exclude<ChannelTarget, { readonly kind: 'email' }>, delivery: Sendable): string {
  if (target.kind === 'slack') return slackBody(delivery.notification)
  if (target.kind === 'discord') return discordBody(delivery.notification)
  return webhookBody(delivery)
}

function answered(
  { status, headers, body }: OutboundSuccess,
  target: ChannelTarget,
  now: number,
): DeliveryOutcome {
  const ok = status >= 200 && status < 300
  const retryAfterMs = waitAsked(headers.get('retry-after'), now)
  return {
    ok,
    status,
    answer: excerpt(new TextDecoder().decode(body), target),
    mayRetry: isTemporary(status),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  }
}

/** Seconds, or a date (RFC 9110, 10.2.3). */
function waitAsked(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined
  const waitMs = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now
  return Number.isFinite(waitMs) && waitMs >= 0 ? waitMs : undefined
}

/** The other side may repeat the address it was called by, which is a secret. */
function excerpt(text: string, target: ChannelTarget): string {
  let shown = text
  if (target.kind !== 'email') {
    const { pathname, search } = new URL(target.url)
    const secrets = [target.url, pathname + search, pathname, 'secret' in target ? target.secret : '']
    for (const secret of secrets) if (secret.length > 3) shown = shown.replaceAll(secret, '…')
  }
  return shown.slice(0, answerChars).toWellFormed()
}

function refused({ reason }: OutboundFailure): DeliveryOutcome {
  return { ok: false, status: undefined, answer: REFUSED[reason], mayRetry: !FINAL.has(reason) }
}

/** One mail per recipient, so that recipients are not disclosed and one wrong address does not affect the others. */
async function sendMails(
  { mailer, mailHost }: SenderDeps,
  to: readonly string[],
  { id, notification }: Sendable,
): Promise<DeliveryOutcome> {
  if (mailer === undefined) {
    const answer = 'No mail server is set. The operator sets HINDCAST_SMTP_URL and HINDCAST_MAIL_FROM.'
    return { ok: false, status: undefined, answer, mayRetry: false }
  }
  const answers: string[] = []
  const failed: MailRefused[] = []
  for (const [index, address] of to.entries()) {
    try {
      const messageId = `<${id}.${index}@${mailHost()}>`
      answers.push(await mailer.send({ to: address, ...mailOf(notification), messageId }))
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error
      failed.push(error)
      answers.push(`${address}: ${error.message}`)
    }
  }
  const answer = answers.join('\n').slice(0, answerChars)
  // Some recipients have it already; sending again would duplicate it.
  const mayRetry = failed.length === to.length && failed.some(({ isTemporary: isPassing }) => isPassing)
  return { ok: failed.length === 0, status: undefined, answer, mayRetry }
}
