import { shorten } from '#event/shorten.ts'
import type { Json, JsonObject } from '#domain/json.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Cut } from '#domain/events/stored-event.ts'
import { boundTree } from './bound-tree.ts'
import { mapEntries } from '#digest/scrub/copy-on-write.ts'

/** Sent in the place of a text, as deep and as large as a sender likes. */
const INSTEAD_OF_TEXT_DEPTH = 3

export function cutText(value: Json, limit: number, path: string, cuts: Cut[]): Json {
  if (typeof value === 'object')
    return boundTree(value, { bytes: limit * 3, depth: INSTEAD_OF_TEXT_DEPTH }, path, cuts)
  if (typeof value !== 'string' || value.length <= limit) return value
  cuts.push({ path, unit: 'characters', limit, original: value.length })
  return shorten(value, limit)
}

/** As `mapEntries`, without members whose key is too long for a name. */
export function trimEntries(
  object: JsonObject,
  path: string,
  cuts: Cut[],
  change: (key: string, value: Json) => Json | undefined,
): JsonObject {
  const limit = LIMITS.beforeScrub.keyChars
  return mapEntries(object, (key, value) => {
    if (key.length <= limit) return change(key, value)
    cuts.push({ path, unit: 'characters', limit, original: key.length })
    return undefined
  })
}

/** Keeps the first and the last of a list that is too long. */
export function cutItems(items: Json[], first: number, last: number, path: string, cuts: Cut[]): Json[] {
  const limit = first + last
  if (items.length <= limit) return items
  cuts.push({ path, unit: 'items', limit, original: items.length })
  return last === 0 ? items.slice(0, first) : [...items.slice(0, first), ...items.slice(-last)]
}

const FREE_FORM = new Set([
  'extra',
  'contexts',
  'tags',
  'data',
  'modules',
  'user',
  'vars',
  'params',
  'request',
])

/** The fields that are cut by name; what else a sender makes up is counted together. */
const KNOWN = new Set(
  `transaction culprit release environment dist logger server_name message logentry tags user exception stacktrace
   threads breadcrumbs request contexts extra modules security_report debug_meta sdk fingerprint`.split(
    /\s+/,
  ),
)

/**
 * Names the kind of field that was cut, for the intake counts. Keys that senders invent are left out: each would
 * become a row of its own.
 */
export function cutReason(path: string): string {
  const kept: string[] = []
  const parts = path.split('.')
  if (!KNOWN.has(parts[0]!)) return 'other'
  for (const part of parts) {
    if (part === 'values' || /^\d+$/.test(part)) continue
    kept.push(part)
    if (FREE_FORM.has(part)) break
  }
  return kept.join('.')
}
