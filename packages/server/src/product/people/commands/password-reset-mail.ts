import { escaped } from './html-text.ts'

export function passwordResetMail(about: { readonly email: string; readonly link: string }): {
  readonly subject: string
  readonly text: string
  readonly html: string
} {
  const sentence = `Somebody asked for a new Hindcast password for ${about.email}.`
  const end =
    'The link works once and for one hour. If it was not you, ignore this mail: your password stays as it is.'
  return {
    subject: 'Set a new password for Hindcast',
    text: `${sentence}\n\n${about.link}\n\n${end}\n`,
    html: `<p>${escaped(sentence)}</p><p><a href="${escaped(about.link)}">Set a new password</a></p><p>${escaped(end)}</p>`,
  }
}
