import { isUtf8 } from 'node:buffer'
import type { Json } from '#domain/json.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Scrubbed } from '#domain/events/stored-event.ts'
import { exceedsDepth } from '#protocol/json-depth.ts'
import { DEFAULT_PROJECT_SETTINGS } from '#domain/projects/project.ts'
import type { ProjectSettings } from '#domain/projects/project.ts'
import { scrubOtlp } from './scrub-otlp.ts'
import { scrubJson, scrubRulesOf } from './scrub.ts'
import { scrubText } from './scrub-values.ts'
import type { ScrubRules } from './scrub-walk.ts'
import { OTLP_TRACES } from '#digest/otlp-item.ts'
import type { RecordItem } from '#digest/record-items.ts'

export interface ScrubbedItem {
  readonly header: string
  readonly body: Uint8Array
  readonly scrubbed: readonly Scrubbed[]
}

interface ScrubbedBytes {
  readonly bytes: Uint8Array
  readonly scrubbed: readonly Scrubbed[]
}

/** An item that is kept raw, without its secrets: JSON by keys and texts, other text by texts, binary as it is. */
export function scrubItem(item: Omit<RecordItem, 'index'>, rules: ScrubRules): ScrubbedItem {
  const otlp = item.type === OTLP_TRACES ? scrubOtlp(item, rules) : undefined
  if (otlp !== undefined) return otlp
  const header = scrubBytes(item.header, rules)
  const body = scrubBytes(item.payload, rules)
  return {
    header: Buffer.from(header.bytes).toString('utf8'),
    body: body.bytes,
    scrubbed: [...header.scrubbed, ...body.scrubbed],
  }
}

/**
 * As `scrubItem`, for items that a stage failed on too. What this fails on as well is withheld: a record that cannot be
 * finished would be digested over and over.
 */
export function scrubItemSafely(item: RecordItem, settings: ProjectSettings): ScrubbedItem {
  for (const attempt of [settings, DEFAULT_PROJECT_SETTINGS]) {
    try {
      return scrubItem(item, scrubRulesOf(attempt))
    } catch {
      // Settings that cannot be read, or a fault of ours: the default rules are tried next.
    }
  }
  return { header: '{}', body: Buffer.alloc(0), scrubbed: [{ path: 'item', rule: 'withheld' }] }
}

function scrubBytes(bytes: Uint8Array, rules: ScrubRules): ScrubbedBytes {
  if (!isText(bytes)) return { bytes, scrubbed: [] }
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
  const value = parsed(bytes, text)
  if (value === undefined) return scrubPlain(bytes, text, rules)
  const after = scrubJson(value, rules)
  if (after.value === value) return { bytes, scrubbed: [] }
  return { bytes: Buffer.from(JSON.stringify(after.value)), scrubbed: after.scrubbed }
}

function scrubPlain(bytes: Uint8Array, text: string, rules: ScrubRules): ScrubbedBytes {
  const after = rules.clean === undefined ? undefined : scrubText(text, rules.key)
  if (after === undefined) return { bytes, scrubbed: [] }
  return { bytes: Buffer.from(after.text), scrubbed: after.rules.map((rule) => ({ path: 'item', rule })) }
}

/** A picture or a compressed recording has a zero or broken UTF-8 within its first bytes. */
function isText(bytes: Uint8Array): boolean {
  return (
    bytes.length > 0 && bytes.length <= LIMITS.beforeScrub.rawItemBytes && !bytes.includes(0) && isUtf8(bytes)
  )
}

function parsed(bytes: Uint8Array, text: string): Json | undefined {
  if (!/^\s*[[{"]/.test(text) || exceedsDepth(bytes, LIMITS.jsonDepth)) return undefined
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}
