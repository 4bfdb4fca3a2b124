import { digestKey } from '#domain/events/digest-key.ts'
import { list, objectOr, pairs, scalarText, text, values } from '#event/read.ts'
import { isObject } from '#domain/json.ts'
import type { Json, JsonObject } from '#domain/json.ts'

const TAG = /(?:^|[._-])digest$/i
/** A report that quotes the screen: `… Digest: 1170966708`. */
const IN_TEXT = /\bdigest["']?\s*[:=]\s*["']?([\w.:@-]{0,60}\d[\w.:@-]{0,60})/gi
const LONGEST_TEXT = 8192
const PER_EVENT = 10
const NONE: readonly string[] = []

type Found = Array<string | undefined>

/**
 * The numbers an error screen shows for this event. No SDK has a field for them, so they are taken from wherever one
 * leaves them. Read before anything is cut: Next.js logs the digest behind the stack, where the cut would be.
 */
export function errorDigestsOf(payload: JsonObject): readonly string[] {
  const found: Found = []
  for (const [key, value] of pairs(payload['tags'])) if (TAG.test(key)) found.push(value)
  addInside(found, payload['contexts'])
  addOf(found, payload['extra'])
  addInside(found, payload['extra'])
  addQuoted(found, payload['message'])
  const entry = objectOr(payload['logentry'])
  addQuoted(found, entry['message'])
  addQuoted(found, entry['formatted'])
  const exceptions = values(payload['exception'])
  for (const exception of exceptions) {
    if (!isObject(exception)) continue
    addOf(found, objectOr(exception['mechanism'])['data'])
    addQuoted(found, exception['value'])
  }
  addLogged(found, exceptions, payload['breadcrumbs'])
  return found.length === 0 ? NONE : keysOf(found)
}

function keysOf(found: Found): readonly string[] {
  const keys = new Set<string>()
  for (const value of found) {
    const key = value === undefined ? undefined : digestKey(value)
    if (key !== undefined && keys.size < PER_EVENT) keys.add(key)
  }
  return [...keys]
}

function addOf(found: Found, value: Json | undefined): void {
  if (isObject(value) && value['digest'] !== undefined) found.push(scalarText(value['digest']))
}

/** One level down: an error that was attached under some name. */
function addInside(found: Found, value: Json | undefined): void {
  if (isObject(value)) for (const key in value) addOf(found, value[key])
}

function addQuoted(found: Found, value: Json | undefined): void {
  if (typeof value !== 'string' || !value.includes('igest')) return
  for (const match of value.slice(0, LONGEST_TEXT).matchAll(IN_TEXT)) found.push(match[1])
}

/**
 * Next.js logs an error right before it is reported, and that crumb alone carries the digest. An older crumb may be
 * about another error, so only the newest one with this error's message counts.
 */
function addLogged(found: Found, exceptions: readonly Json[], breadcrumbs: Json | undefined): void {
  const crumbs = values(breadcrumbs)
  // A set: crumbs times exceptions would be a million comparisons for an event of its own making.
  const said = new Set(exceptions.map((one) => objectOr(one)['value']))
  for (let index = crumbs.length - 1; index >= 0; index -= 1) {
    const crumb = crumbs[index]
    if (!isObject(crumb) || crumb['category'] !== 'console') continue
    for (const argument of list(objectOr(crumb['data'])['arguments'])) {
      if (!isObject(argument) || argument['digest'] === undefined) continue
      const message = text(argument['message'])
      if (message === undefined || !said.has(message)) continue
      found.push(scalarText(argument['digest']))
      return
    }
  }
}
