import type { Json, JsonObject } from '#domain/json.ts'
import { pairs, text } from './read.ts'

export interface Tags {
  readonly tags: ReadonlyArray<readonly [string, string]>
  /** Named as a tag by old SDKs; the field wins. */
  readonly environment: string | undefined
}

/** Fields of their own. As tags they would contradict them. */
const RESERVED = new Set(['release', 'dist', 'user', 'filename', 'function', 'environment'])

/** First of two tags with one key wins. */
export function readTags(payload: JsonObject): Tags {
  const tags = new Map<string, string>()
  let environment: string | undefined
  const add = (key: string, sent: string) => {
    const value = sent.replace(/\s+/g, ' ').trim()
    if (key === 'environment') environment ??= value
    if (value !== '' && !RESERVED.has(key) && !tags.has(key)) tags.set(key, value)
  }
  for (const [key, value] of pairs(payload['tags'])) add(key.replace(/[^\w.:-]+/g, '-'), value)
  for (const key of ['server_name', 'site']) addField(payload[key], (value) => add(key, value))
  return { tags: [...tags], environment }
}

function addField(sent: Json | undefined, add: (value: string) => void): void {
  const value = text(sent)
  if (value !== undefined) add(value)
}
