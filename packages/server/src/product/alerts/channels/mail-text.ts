import type { Notification, NotifiedSubject } from '#domain/alerts/notification.ts'
import { headline, moreText, nameOf, oneLine } from './headline.ts'

/** A notification as a mail. */
export function mailOf(notification: Notification) {
  return { subject: headline(notification), text: textOf(notification), html: htmlOf(notification) }
}

function textOf(notification: Notification): string {
  const { sentence, subjects, more, links } = notification
  return [
    sentence,
    '',
    ...subjects.flatMap((subject) => [
      oneLine(nameOf(subject)),
      `  ${subject.reason}`,
      `  ${subject.url}`,
      '',
    ]),
    ...(more > 0 ? [moreText(notification), ''] : []),
    `Mute this alert: ${links.mute}`,
    `Change it: ${links.tune}`,
  ].join('\n')
}

/** Nothing is loaded from anywhere: a mail is read without telling anybody. */
function htmlOf(notification: Notification): string {
  const { sentence, subjects, more, links } = notification
  return [
    '<!doctype html><html><body style="font:14px/1.5 system-ui,sans-serif;color:#1c2024">',
    `<p style="color:#60646c">${escaped(sentence)}</p>`,
    ...subjects.map(subjectHtml),
    more > 0 ? `<p>${escaped(moreText(notification))}</p>` : '',
    `<p style="color:#60646c"><a href="${escaped(links.mute)}">Mute this alert</a> · <a href="${escaped(links.tune)}">Change it</a></p>`,
    '</body></html>',
  ].join('\n')
}

function subjectHtml(subject: NotifiedSubject): string {
  const culprit = subject.issue?.culprit ?? ''
  return [
    `<p><a href="${escaped(subject.url)}"><strong>${escaped(oneLine(nameOf(subject)))}</strong></a><br>`,
    culprit === '' ? '' : `<code>${escaped(oneLine(culprit))}</code><br>`,
    `${escaped(subject.reason)}</p>`,
  ].join('')
}

export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
