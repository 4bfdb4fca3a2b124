import type { Transporter } from 'nodemailer'
import { MailRefused, type Mailer } from '#domain/mail.ts'

export interface SmtpOptions {
  /** `smtp://name:password@host:587` or `smtps://…`. */
  readonly url: string
  readonly from: string
  readonly timeoutMs: number
}

/** One connection per mail: mails are rare, and a connection that is kept open is closed by the other side. */
export function createSmtpMailer({ url, from, timeoutMs }: SmtpOptions): Mailer {
  const settings = {
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    // Texts contain untrusted event data: paths and URLs in them must not be read.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  let opening: Promise<Transporter> | undefined
  const open = async () => {
    // Not before there is mail: the library takes 15 MB, and most installations send none.
    const { createTransport } = await import('nodemailer')
    return createTransport(settings)
  }
  return {
    async send({ to, subject, text, html, messageId }) {
      try {
        opening ??= open()
        const transport = await opening
        const { response } = (await transport.sendMail({
          from,
          to,
          subject,
          text,
          ...(html !== undefined && { html }),
          ...(messageId !== undefined && { messageId }),
          // Answers of absent people, and loops of machines that write to each other.
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        })) as { readonly response: string }
        return response
      } catch (error) {
        throw refusal(error)
      }
    },
  }
}

/** Only the response and the type of failure: a message of the library could contain credentials. */
function refusal(error: unknown): MailRefused {
  const { code, response, responseCode } = error as {
    readonly code?: string
    readonly response?: string
    readonly responseCode?: number
  }
  if (code === 'EAUTH') return new MailRefused('The mail server did not accept the name and password.', true)
  if (response !== undefined)
    return new MailRefused(response, responseCode === undefined || responseCode < 500)
  return new MailRefused(`The mail server could not be reached (${code ?? 'unknown reason'}).`, true)
}
