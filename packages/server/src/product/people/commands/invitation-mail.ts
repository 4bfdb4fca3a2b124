import { escaped } from './html-text.ts'

export function invitationMail(about: {
  readonly organization: string
  readonly inviter: string | undefined
  readonly link: string
}): { readonly subject: string; readonly text: string; readonly html: string } {
  const who = about.inviter === undefined || about.inviter === '' ? 'You are' : `${about.inviter} has`
  const sentence = `${who} invited${who === 'You are' ? '' : ' you'} to ${about.organization} on Hindcast.`
  const end = 'The link works once and for seven days. Whoever has it can use it, so do not pass it on.'
  return {
    subject: oneLine(`Join ${about.organization} on Hindcast`),
    text: `${sentence}\n\n${about.link}\n\n${end}\n`,
    html: `<p>${escaped(sentence)}</p><p><a href="${escaped(about.link)}">Join ${escaped(about.organization)}</a></p><p>${escaped(end)}</p>`,
  }
}

/** A line break in a name must not become a header of the mail. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}
