import type { Message } from '#domain/events/error-event.ts'
import { isObject } from '#domain/json.ts'
import type { Json, JsonObject } from '#domain/json.ts'
import { LIMITS } from '#domain/limits.ts'
import { lenientText, text } from './read.ts'

/** `logentry` when there is one, else `message`; each may be text or `{message, params, formatted}`. */
export function readMessage(payload: JsonObject): Message | undefined {
  return readOne(payload['logentry']) ?? readOne(payload['message'])
}

function readOne(sent: Json | undefined): Message | undefined {
  if (!isObject(sent)) {
    const formatted = lenientText(sent)
    return formatted === undefined ? undefined : { formatted, template: undefined, params: [] }
  }
  const template = text(sent['message'])
  const formatted = text(sent['formatted'])
  const params = sent['params']
  const list = Array.isArray(params) ? params : listOfValues(params)
  if (formatted !== undefined) return { formatted, template, params: list }
  if (template === undefined) return undefined
  const filled = list.length === 0 ? template : fillIn(template, list, isObject(params) ? params : {})
  return { formatted: filled, template, params: list, ...(filled !== template && { isFilledIn: true }) }
}

function listOfValues(params: Json | undefined): readonly Json[] {
  return isObject(params) ? Object.values(params).filter((value) => value !== undefined) : []
}

/** `%s`, `%05.2f`, `%(name)s` of Python and PHP; `{}`, `{0}` and `{name}` of Java, .NET and others. */
const PLACE = /%%|%(?:\((?<key>\w+)\))?[-+#]?\d*(?:\.\d+)?[sdifuxXocreEgGavj]|\{(?<name>\w*)\}/g

/** The template with its parameters, in one pass and no longer than a message may be. What has no parameter stays. */
function fillIn(template: string, list: readonly Json[], named: JsonObject): string {
  let next = 0
  let left = LIMITS.text.message
  return template.replace(PLACE, (place: string, ...match) => {
    const { key, name } = match.at(-1) as { readonly key?: string; readonly name?: string }
    if (place === '%%') return '%'
    const word = key ?? name
    const value = word === undefined || word === '' ? list[next++] : valueOf(word, list, named)
    const shown = value === null ? 'null' : lenientText(value)
    if (shown === undefined || shown.length > left) return place
    left -= shown.length
    return shown
  })
}

function valueOf(word: string, list: readonly Json[], named: JsonObject): Json | undefined {
  if (Object.hasOwn(named, word)) return named[word]
  return /^\d{1,4}$/.test(word) ? list[Number(word)] : undefined
}
