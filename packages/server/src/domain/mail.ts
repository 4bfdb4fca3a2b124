export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string
  /** The same for every attempt, so that a mail server can detect duplicates. */
  readonly messageId?: string
}

/** Sends mail where the operator named a mail server. */
export interface Mailer {
  /** What the mail server answered. Rejects with `MailRefused` where it did not take the mail. */
  send(mail: Mail): Promise<string>
}

/** The message is meant for people: it never holds the password of the mail server. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
  /** False: the same mail will be refused again. */
  readonly isTemporary: boolean
  constructor(message: string, isTemporary: boolean) {
    super(message)
    this.isTemporary = isTemporary
  }
}
