import { shorten } from '#event/shorten.ts'
import type { Json, JsonObject } from '#domain/json.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Cut } from '#domain/events/stored-event.ts'

export interface TreeLimit {
  readonly bytes: number
  readonly depth: number
}

/** The tree within its limits, and what was cut off to get it there. */
export function boundTree(value: Json, limit: TreeLimit, path: string, cuts: Cut[]): Json {
  if (surelyFits(value, limit)) return value
  let bounded = value
  const longest = longestKey(value)
  if (longest > KEY_CHARS) {
    bounded = withoutLongKeys(value)
    cuts.push({ path, unit: 'characters', limit: KEY_CHARS, original: longest })
  }
  const levels = depthOf(bounded)
  if (levels > limit.depth) {
    bounded = flatten(bounded, limit.depth)
    cuts.push({ path, unit: 'levels', limit: limit.depth, original: levels })
  }
  const bytes = sizeOf(bounded)
  if (bytes > limit.bytes) {
    bounded = fill(bounded, { left: limit.bytes }) ?? null
    cuts.push({ path, unit: 'bytes', limit: limit.bytes, original: bytes })
  }
  return bounded
}

const KEY_CHARS = LIMITS.beforeScrub.keyChars

function longestKey(value: Json): number {
  if (typeof value !== 'object' || value === null) return 0
  let longest = 0
  for (const [key, entry] of Object.entries(value)) {
    longest = Math.max(longest, Array.isArray(value) ? 0 : key.length, longestKey(entry ?? null))
  }
  return longest
}

function withoutLongKeys(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(withoutLongKeys)
  const kept: JsonObject = {}
  for (const [key, entry] of Object.entries(value)) {
    if (key.length <= KEY_CHARS && entry !== undefined) kept[key] = withoutLongKeys(entry)
  }
  return kept
}

/** Answers without encoding a single text: a UTF-16 unit takes three bytes at most. */
export function surelyFits(value: Json, limit: TreeLimit): boolean {
  return spend(value, limit.bytes, limit.depth) >= 0
}

function spend(value: Json, budget: number, levels: number): number {
  if (typeof value === 'string') return budget - 2 - 3 * value.length
  if (typeof value !== 'object' || value === null) return budget - 24
  if (levels <= 0) return -1
  let left = budget - 2
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && left >= 0; index++) {
      left = spend(value[index]!, left - 1, levels - 1)
    }
    return left
  }
  for (const key in value) {
    if (left < 0) break
    if (key.length > KEY_CHARS) return -1
    left = spend(value[key] ?? null, left - 4 - 3 * key.length, levels - 1)
  }
  return left
}

/** Bytes as JSON, escapes aside. */
export function sizeOf(value: Json): number {
  if (typeof value === 'string') return Buffer.byteLength(value) + 2
  if (typeof value !== 'object' || value === null) return String(value).length
  if (Array.isArray(value)) return value.reduce<number>((sum, entry) => sum + sizeOf(entry) + 1, 2)
  let bytes = 2
  for (const key of Object.keys(value)) bytes += Buffer.byteLength(key) + 4 + sizeOf(value[key] ?? null)
  return bytes
}

function depthOf(value: Json): number {
  if (typeof value !== 'object' || value === null) return 0
  let deepest = 0
  for (const entry of Object.values(value)) deepest = Math.max(deepest, depthOf(entry ?? null))
  return deepest + 1
}

/** Deeper levels become the words that SDKs use for the same purpose. */
function flatten(value: Json, levels: number): Json {
  if (typeof value !== 'object' || value === null) return value
  if (levels === 0) return Array.isArray(value) ? '[Array]' : '[Object]'
  if (Array.isArray(value)) return value.map((entry) => flatten(entry, levels - 1))
  const copy: JsonObject = {}
  for (const [key, entry] of Object.entries(value)) copy[key] = flatten(entry ?? null, levels - 1)
  return copy
}

/** Keeps what comes first; the entry at the border is shortened, the ones behind it are left out. */
function fill(value: Json, budget: { left: number }): Json | undefined {
  if (typeof value === 'string') return fillText(value, budget)
  if (typeof value !== 'object' || value === null) {
    budget.left -= String(value).length
    return budget.left < 0 ? undefined : value
  }
  budget.left -= 2
  if (Array.isArray(value)) {
    const kept: Json[] = []
    for (const entry of value) {
      budget.left -= 1
      const part = budget.left > 0 ? fill(entry, budget) : undefined
      if (part === undefined) break
      kept.push(part)
    }
    return kept
  }
  return fillObject(value, budget)
}

function fillObject(value: JsonObject, budget: { left: number }): JsonObject {
  const kept: JsonObject = {}
  for (const [key, entry] of Object.entries(value)) {
    budget.left -= Buffer.byteLength(key) + 4
    const part = budget.left > 0 && isPresent(entry) ? fill(entry, budget) : undefined
    if (part === undefined) break
    kept[key] = part
  }
  return kept
}

function isPresent(value: Json | undefined): value is Json {
  return value !== undefined
}

function fillText(value: string, budget: { left: number }): string | undefined {
  const bytes = Buffer.byteLength(value) + 2
  const left = budget.left
  budget.left -= bytes
  if (bytes <= left) return value
  const characters = Math.floor(((left - 2) / (bytes - 2)) * value.length)
  return characters > 3 ? shorten(value, characters) : undefined
}
