import { digestKey } from '#domain/digest-key.ts'
import { list, objectOr, pairs, scalarText, text, values } from '#domain/event/read.ts'
import { isObject } from '#domain/json.ts'
import type { Json, JsonObject } from '#domain/json.ts'

const TAG = /(?:^|[._-])digest$/i
/** A report that quotes the screen: `… Digest: 1170966708`. */
const IN_TEXT = /\bdigest["']?\s*[:=]\s*["']?([\w.:@-]{0,60}\d[\w.:@-]{0,60})/gi
const LONGEST_TEXT = 8192
const PER_EVENT = 10

/**
 * The numbers an error screen shows for this event. No SDK has a field for them, so they are taken from wherever one
 * leaves them. Read before anything is cut: Next.js logs the digest behind the stack, where the cut would be.
 */
export function errorDigestsOf(payload: JsonObject): readonly string[] {
  const exceptions = values(payload['exception']).filter(isObject)
  const found = [
    ...tagged(payload['tags']),
    ...Object.values(objectOr(payload['contexts'])).map(digestIn),
    ...carried(payload['extra']),
    ...exceptions.map(({ mechanism }) => digestIn(objectOr(mechanism)['data'])),
    ...quoted([...exceptions.map(({ value }) => value), payload['message'], ...logEntry(payload)]),
    loggedWith(exceptions, payload['breadcrumbs']),
  ]
  const keys = found.map((value) => (value === undefined ? undefined : digestKey(value)))
  return [...new Set(keys.filter((key) => key !== undefined))].slice(0, PER_EVENT)
}

function digestIn(value: Json | undefined): string | undefined {
  return isObject(value) ? scalarText(value['digest']) : undefined
}

function tagged(tags: Json | undefined): readonly string[] {
  return pairs(tags).flatMap(([key, value]) => (TAG.test(key) ? [value] : []))
}

/** The error itself, as extra data or one level inside it. */
function carried(extra: Json | undefined): ReadonlyArray<string | undefined> {
  return [digestIn(extra), ...Object.values(objectOr(extra)).map(digestIn)]
}

function logEntry(payload: JsonObject): ReadonlyArray<Json | undefined> {
  const { message, formatted } = objectOr(payload['logentry'] ?? payload['sentry.interfaces.Message'])
  return [message, formatted]
}

function quoted(texts: ReadonlyArray<Json | undefined>): readonly string[] {
  return texts.flatMap((value) => {
    if (typeof value !== 'string' || !/digest/i.test(value)) return []
    return Array.from(value.slice(0, LONGEST_TEXT).matchAll(IN_TEXT), (match) => match[1]!)
  })
}

/**
 * Next.js logs an error right before it is reported, and that crumb alone carries the digest. An older crumb may be
 * about another error, so only the newest one with this error's message counts.
 */
function loggedWith(exceptions: readonly JsonObject[], breadcrumbs: Json | undefined): string | undefined {
  const messages = new Set(exceptions.map(({ value }) => text(value)))
  const crumbs = values(breadcrumbs)
  for (let index = crumbs.length - 1; index >= 0; index -= 1) {
    const crumb = objectOr(crumbs[index])
    if (crumb['category'] !== 'console') continue
    for (const argument of list(objectOr(crumb['data'])['arguments'])) {
      const digest = digestIn(argument)
      const message = text(objectOr(argument)['message'])
      if (digest !== undefined && message !== undefined && messages.has(message)) return digest
    }
  }
  return undefined
}
