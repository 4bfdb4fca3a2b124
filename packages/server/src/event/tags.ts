import type { Json, JsonObject } from '#domain/json.ts'
import { objectOr, pairs, scalarText, text, values } from './read.ts'

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
  for (const key of ['server_name', 'site', 'logger']) addField(payload[key], (value) => add(key, value))
  addField(runtimeOf(payload['contexts']), (value) => add('runtime', value))
  addField(mechanismOf(payload['exception']), (value) => add('mechanism', value))
  return { tags: [...tags], environment }
}

/** `CPython 3.13.2` */
function runtimeOf(contexts: Json | undefined): string | undefined {
  const runtime = objectOr(objectOr(contexts)['runtime'])
  const name = text(runtime['name'])
  const version = scalarText(runtime['version'])
  return name === undefined || version === undefined ? name : `${name} ${version}`
}

/** How what was thrown came to the SDK. `generic` is what SDKs write where they have nothing to say. */
function mechanismOf(exception: Json | undefined): string | undefined {
  const thrown = objectOr(values(exception).at(-1) ?? exception)
  const type = text(objectOr(thrown['mechanism'])['type'])
  return type === 'generic' ? undefined : type
}

function addField(sent: Json | undefined, add: (value: string) => void): void {
  const value = text(sent)
  if (value !== undefined) add(value)
}
