import type { EventSummary } from '#stores/telemetry/telemetry.ts'

/**
 * Tags of an event as one text: `<US>key<RS>value<US>key<RS>value<US>`, with the separators escaped in keys and values.
 * A filter is then a search for a substring. Lists would do, but DuckDB logs the lists of up to 2048 earlier rows
 * again with every append, which makes small batches write fifty times their size (measured).
 */
export const PAIR_END = '\u001f'
export const KEY_END = '\u001e'
const ESCAPE = '\u0010'

const ESCAPED = [ESCAPE, KEY_END, PAIR_END]
// oxlint-disable-next-line no-control-regex -- the separators are control characters so that hardly any tag holds one
const SPECIAL = /[\u0010\u001e\u001f]/g
// oxlint-disable-next-line no-control-regex -- as above
const SEQUENCE = /\u0010([012])/g

export function tagsToText(tags: EventSummary['tags']): string {
  return tags.length === 0 ? '' : PAIR_END + tags.map(([key, value]) => pairText(key, value)).join('')
}

export function textToTags(text: string): EventSummary['tags'] {
  return text
    .split(PAIR_END)
    .slice(1, -1)
    .map((pair) => {
      const end = pair.indexOf(KEY_END)
      return [unescapeTag(pair.slice(0, end)), unescapeTag(pair.slice(end + 1))] as const
    })
}

/** Occurs in the text of exactly the events that have the key; the value follows up to PAIR_END. */
export function keyNeedle(key: string): string {
  return `${PAIR_END}${escapeTag(key)}${KEY_END}`
}

/** Occurs in the text of exactly the events that have this value under the key. */
export function pairNeedle(key: string, value: string): string {
  return `${PAIR_END}${pairText(key, value)}`
}

export function unescapeTag(text: string): string {
  return text.replace(SEQUENCE, (_, index: string) => ESCAPED[Number(index)] ?? '')
}

function pairText(key: string, value: string): string {
  return `${escapeTag(key)}${KEY_END}${escapeTag(value)}${PAIR_END}`
}

function escapeTag(text: string): string {
  return text.replace(SPECIAL, (character) => `${ESCAPE}${ESCAPED.indexOf(character)}`)
}
