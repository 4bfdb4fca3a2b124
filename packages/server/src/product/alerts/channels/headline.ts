import type { Notification, NotifiedSubject } from '#domain/alerts/notification.ts'

/** Everything in one line, for a subject and for a preview. */
export function headline({ kind, subjects, more }: Notification): string {
  if (kind === 'test') return 'Hindcast can write here'
  const [first] = subjects
  if (first === undefined) return 'Hindcast alert'
  const count = subjects.length + more
  if (count === 1) return oneLine(`[${first.project}] ${nameOf(first)}: ${first.reason}`)
  return oneLine(`[${first.project}] ${nameOf(first)} and ${count - 1} more`)
}

export function nameOf({ issue, project }: NotifiedSubject): string {
  return issue === undefined ? project : `${issue.shortId} ${issue.title}`
}

export function moreText({ more }: Pick<Notification, 'more'>): string {
  return `… and ${more} more.`
}

/** A line break in a subject would be a header of its own; text from errors has whatever it has. */
export function oneLine(text: string): string {
  const flat = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  return flat.length > 200 ? `${flat.slice(0, 199)}…` : flat
}
