import type { Message } from '#domain/events/error-event.ts'
import { isObject } from '#domain/json.ts'
import type { Json, JsonObject } from '#domain/json.ts'
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
  const formatted = text(sent['formatted']) ?? template
  if (formatted === undefined) return undefined
  const params = sent['params']
  return { formatted, template, params: Array.isArray(params) ? params : listOfValues(params) }
}

function listOfValues(params: Json | undefined): readonly Json[] {
  return isObject(params) ? Object.values(params).filter((value) => value !== undefined) : []
}
