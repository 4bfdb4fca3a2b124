import { readFileSync } from 'node:fs'
import type { JsonObject } from '#domain/json.ts'

/** Texts that look a little like secrets or talk about them, and must stay as they are. */
const FILE = new URL('../../../../../fixtures/secrets/innocents.json', import.meta.url)
const TEXTS = JSON.parse(readFileSync(FILE, 'utf8')) as readonly string[]

const PLACES: ReadonlyArray<readonly [name: string, place: (text: string) => JsonObject]> = [
  ['message', (text) => ({ exception: { values: [{ type: 'Error', value: text }] } })],
  ['source line', (text) => ({ stacktrace: { frames: [{ filename: 'a.ts', context_line: text }] } })],
]

/** Members whose names or values only sound like it. */
const MEMBERS: readonly JsonObject[] = [
  { code: 404 },
  { code: 'ERR_NETWORK' },
  { code: 'auth/invalid-email' },
  { code: 'P2002' },
  { pin: 'map-marker' },
  { pinned: true },
  { hasToken: true },
  { token: null },
  { tokens: 512 },
  { token_count: 5 },
  { max_tokens: 4096 },
  { password: '' },
  { passwordRequired: true },
  { password_length: 12 },
  { session_count: 3 },
  { author: 'Ada' },
  { authMethod: 'oauth' },
  { publicKey: 'pk' },
  { primary_key: 'id' },
  { keyboard: 'qwertz' },
  { cardinality: 12 },
  { cookiesEnabled: true },
  { zipCode: '10115' },
  { countryCode: 'DE' },
  { tokenizer: 'o200k_base' },
  { passenger: 'Ada' },
]

export interface InnocentCase {
  readonly name: string
  readonly payload: JsonObject
}

export function innocentCases(): readonly InnocentCase[] {
  const texts = TEXTS.flatMap((text) =>
    PLACES.map(([place, put]) => ({ name: `${text} in ${place}`, payload: put(text) })),
  )
  const members = MEMBERS.map((member) => ({
    name: JSON.stringify(member),
    payload: { extra: { a: member } },
  }))
  return [...texts, ...members]
}
