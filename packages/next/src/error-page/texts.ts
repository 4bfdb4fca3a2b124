/** Everything that an error page says. */
export interface ErrorPageTexts {
  readonly title: string
  readonly sentence: string
  /** Before the number that leads to the error. */
  readonly number: string
  readonly retry: string
  readonly copy: string
  readonly copied: string
  readonly tell: string
  readonly message: string
  readonly name: string
  readonly email: string
  readonly optional: string
  readonly send: string
  readonly thanks: string
}

export const DEFAULT_TEXTS: ErrorPageTexts = {
  title: 'Something went wrong',
  sentence: 'This is our fault, and we have been told about it. Trying again often helps.',
  number: 'Error',
  retry: 'Try again',
  copy: 'Copy details',
  copied: 'Copied',
  tell: 'Tell us what happened',
  message: 'What did you do before this happened?',
  name: 'Name',
  email: 'Email, if we may write to you',
  optional: 'optional',
  send: 'Send',
  thanks: 'Thank you. Your message has been sent.',
}
