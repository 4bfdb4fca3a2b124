import { shorten } from '#domain/event/shorten.ts'
import type { Json } from '#domain/json.ts'
import type { Cut } from '#domain/stored-event.ts'

export function cutText(value: Json, limit: number, path: string, cuts: Cut[]): Json {
  if (typeof value !== 'string' || value.length <= limit) return value
  cuts.push({ path, unit: 'characters', limit, original: value.length })
  return shorten(value, limit)
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

/**
 * Names the kind of field that was cut, for the intake counts. Keys that senders invent are left out: each would
 * become a row of its own.
 */
export function cutReason(path: string): string {
  const kept: string[] = []
  for (const part of path.split('.')) {
    if (part === 'values' || /^\d+$/.test(part)) continue
    kept.push(part)
    if (FREE_FORM.has(part)) break
  }
  return kept.join('.')
}
