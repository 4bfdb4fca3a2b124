/**
 * Whether asking the server what a text stands for can have an answer: ids, digests, short ids, keys and addresses all
 * hold a digit, an address or a hyphenated name. Words that search for a command are not sent anywhere.
 */
export function mayStandForSomething(text: string): boolean {
  const trimmed = text.trim()
  return trimmed.length <= MOST && (/\d/.test(trimmed) || /:\/\//.test(trimmed) || SHORT_ID.test(trimmed))
}

/** As much as the server reads. */
const MOST = 2000
const SHORT_ID = /^[a-z][a-z0-9-]*-[a-z]{1,8}$/i

/** A pasted text on one line, as a one-line field would take it. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, MOST)
}
