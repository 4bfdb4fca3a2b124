import { isObject } from '#domain/json.ts'
import type { Json, JsonObject } from '#domain/json.ts'

/*
 * Readers of untrusted JSON. A value of the wrong type is treated as if it had not been sent: a client's
 * mistake in one field must not cost the event.
 */

export function text(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** As `text`, without white space around it. */
export function trimmed(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? text(value.trim()) : undefined
}

/** Numbers and booleans count as text too, where SDKs send either. */
export function scalarText(value: Json | undefined): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return text(value)
}

/** Anything as text: what was meant as a message is shown, even if it was sent as a structure. */
export function lenientText(value: Json | undefined): string | undefined {
  if (value === undefined || value === null) return undefined
  return typeof value === 'object' ? JSON.stringify(value) : scalarText(value)
}

export function integer(value: Json | undefined): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined
  if (typeof value === 'string' && /^-?\d{1,15}$/.test(value)) return Number(value)
  return undefined
}

export function flag(value: Json | undefined): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined
}

export function objectOr(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {}
}

export function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : []
}

/** A bare list, or the list inside `{values: […]}`: both are on the wire. */
export function values(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : list(objectOr(value)['values'])
}

export function texts(value: Json | undefined): readonly string[] {
  return list(value).map((entry) => (typeof entry === 'string' ? entry : ''))
}

/** An object, or a list of pairs, as pairs of texts; entries without a key or a readable value are left out. */
export function pairs(value: Json | undefined): ReadonlyArray<readonly [string, string]> {
  const found: Array<readonly [string, string]> = []
  const add = (key: Json | undefined, entry: Json | undefined) => {
    const name = trimmed(key)
    const content = Array.isArray(entry) ? entry.filter((one) => typeof one === 'string').join(', ') : entry
    const shown = scalarText(content)
    if (name !== undefined && shown !== undefined) found.push([name, shown])
  }
  if (Array.isArray(value)) {
    for (const entry of value) if (Array.isArray(entry)) add(entry[0], entry[1])
  } else if (isObject(value)) {
    for (const key of Object.keys(value)) add(key, value[key])
  }
  return found
}
