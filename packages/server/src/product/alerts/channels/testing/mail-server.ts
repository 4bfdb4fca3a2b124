import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  readonly source: string
}

export interface MailServerOptions {
  /** Refuses a recipient with this code. */
  readonly refuse?: (address: string) => number | undefined
  readonly login?: { readonly name: string; readonly password: string }
}

/** Without quoted-printable. */
function readable(source: string): string {
  const bytes = source
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

/** A real mail server on this machine that keeps what it gets. */
export async function startMailServer({ refuse, login }: MailServerOptions = {}) {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    disabledCommands: login === undefined ? ['STARTTLS', 'AUTH'] : ['STARTTLS'],
    authOptional: login === undefined,
    allowInsecureAuth: true,
    onAuth(auth, _session, done) {
      const isRight = auth.username === login?.name && auth.password === login?.password
      done(isRight ? null : new Error('wrong name or password'), { user: auth.username })
    },
    onRcptTo({ address }, _session, done) {
      const code = refuse?.(address)
      done(code === undefined ? null : Object.assign(new Error('no such mailbox'), { responseCode: code }))
    },
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom === false ? '' : mailFrom.address
        const to = rcptTo.map(({ address }) => address)
        received.push({ from, to, source: readable(Buffer.concat(parts).toString('latin1')) })
        done(null, 'taken')
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    received,
    port,
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}
