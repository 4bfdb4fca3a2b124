import { isObject } from '#domain/json.ts'
import type { Json, JsonObject } from '#domain/json.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Scrubbed } from '#domain/events/stored-event.ts'
import { exceedsDepth } from '#protocol/json-depth.ts'
import type { CleanTexts } from './clean-texts.ts'
import { mapEntries, mapItems } from './copy-on-write.ts'
import type { KeyRule } from './scrub-keys.ts'
import { holdsSecret } from './scrub-rule-values.ts'
import { FILTERED, isCard, scrubSource, scrubText } from './scrub-values.ts'
import type { ScrubbedText } from './scrub-values.ts'

/** What a part of the payload is, which decides what may be replaced in it. */
export type Place = 'free' | 'stack' | 'frame' | 'user' | 'source'

export interface ScrubRules {
  readonly key: KeyRule
  /** Texts are searched for secrets too, unless it is undefined; remembers those without one. */
  readonly clean: CleanTexts | undefined
  /** The same for lines of source code, which are searched for less. */
  readonly cleanLines: CleanTexts | undefined
}

/** The way from the root, so that a path is only put together for what was found. */
export interface Walk {
  readonly rules: ScrubRules
  readonly trail: Array<string | number>
  readonly found: Scrubbed[]
}

const IDS = words('trace_id span_id parent_span_id event_id replay_id profile_id profiler_id debug_id')
const USER_IDENTITY = words('id email username name ip_address')
const SOURCE_LINES = words('context_line pre_context post_context')
/** The working directory in an environment; elsewhere `pwd` is short for password. */
const WORKING_DIRECTORY = words('PWD OLDPWD')

export function visit(walk: Walk, key: string | number, value: Json, place: Place): Json {
  if (isSurelyClean(walk.rules, value)) return value
  walk.trail.push(key)
  const after = visitValue(walk, value, place)
  walk.trail.pop()
  return after
}

function isSurelyClean({ clean }: ScrubRules, value: Json): boolean {
  if (typeof value === 'object') return value === null
  if (clean === undefined) return true
  return typeof value === 'string' ? clean.has(value) : typeof value !== 'number' || !isCardNumber(value)
}

function visitValue(walk: Walk, value: Json, place: Place): Json {
  if (Array.isArray(value)) return visitList(walk, value, place)
  if (isObject(value)) return visitObject(walk, value, place)
  if (walk.rules.clean === undefined) return value
  if (typeof value === 'string') return visitText(walk, value, place, walk.rules.clean)
  if (typeof value !== 'number' || !isCardNumber(value)) return value
  note(walk, 'card number')
  return FILTERED
}

function note({ found, trail }: Walk, rule: string): void {
  if (found.length < LIMITS.marksPerEvent) found.push({ path: trail.join('.'), rule })
}

function visitText(walk: Walk, value: string, place: Place, clean: CleanTexts): string {
  if (place === 'source') return visitLine(walk, value)
  const inner = jsonIn(value)
  if (inner !== undefined) {
    const after = visitValue(walk, inner, 'free')
    return after === inner ? value : JSON.stringify(after)
  }
  return replaced(walk, value, scrubText(value, walk.rules.key), clean)
}

function visitLine(walk: Walk, line: string): string {
  const { cleanLines, key } = walk.rules
  return cleanLines?.has(line) === true ? line : replaced(walk, line, scrubSource(line, key), cleanLines)
}

function replaced(
  walk: Walk,
  before: string,
  after: ScrubbedText | undefined,
  clean: CleanTexts | undefined,
): string {
  if (after === undefined) {
    clean?.add(before)
    return before
  }
  for (const rule of after.rules) note(walk, rule)
  return after.text
}

function visitList(walk: Walk, list: Json[], place: Place): Json[] {
  const [name, value] = list
  if (place === 'free' && list.length === 2 && typeof name === 'string' && value !== undefined) {
    const rule = walk.rules.key(name)
    if (rule !== undefined && holdsSecret(rule, value))
      return mapItems(list, (entry, at) => (at === 0 ? entry : blanked(walk, at, entry, rule)))
  }
  return mapItems(list, (entry, index) => visit(walk, index, entry, place))
}

function visitObject(walk: Walk, object: JsonObject, place: Place): JsonObject {
  const named = place === 'free' ? ruleOfNamedValue(object, walk.rules.key) : undefined
  return mapEntries(object, (key, value) => {
    const inside = placeBelow(place, key)
    if (inside === undefined) return value
    if (place === 'stack' || place === 'frame') return visit(walk, key, value, inside)
    const rule = named !== undefined && key === 'value' ? named : walk.rules.key(key)
    return rule === undefined || isWorkingDirectory(key, value) || !holdsSecret(rule, value)
      ? visit(walk, key, value, inside)
      : blanked(walk, key, value, rule)
  })
}

function blanked(walk: Walk, key: string | number, value: Json, rule: string): Json {
  const after = blank(value, rule)
  if (after === value) return value
  walk.trail.push(key)
  note(walk, rule)
  walk.trail.pop()
  return after
}

/** Undefined: leave it alone. */
function placeBelow(place: Place, key: string): Place | undefined {
  if (place === 'stack') {
    if (key === 'type' || key === 'module') return undefined
    return key === 'frames' ? 'frame' : key === 'mechanism' ? 'free' : 'stack'
  }
  if (place === 'frame') {
    if (key === 'vars') return 'free'
    if (SOURCE_LINES.has(key)) return 'source'
    return key === 'filename' || key === 'abs_path' ? 'stack' : undefined
  }
  if (place === 'user') return USER_IDENTITY.has(key) ? undefined : 'free'
  return IDS.has(key) ? undefined : place
}

/** Every text below a secret key is replaced; the structure, booleans and nulls stay. */
function blank(value: Json, rule: string): Json {
  if (typeof value === 'string') return value === '' ? value : FILTERED
  // A number under `token` is a count of them.
  if (typeof value === 'number') return rule === 'token' ? value : FILTERED
  if (Array.isArray(value)) return mapItems(value, (entry) => blank(entry, rule))
  return isObject(value) ? mapEntries(value, (_, entry) => blank(entry, rule)) : value
}

/** `{name: 'Authorization', value: '…'}`, as some frameworks list headers. */
function ruleOfNamedValue(object: JsonObject, keyRule: KeyRule): string | undefined {
  if (object['value'] === undefined) return undefined
  const name = object['name'] ?? object['key']
  return typeof name === 'string' ? keyRule(name) : undefined
}

/** JSON travels as text in request bodies and in breadcrumbs. */
function jsonIn(text: string): Json | undefined {
  const first = text.charCodeAt(0)
  if ((first !== 0x7b && first !== 0x5b) || !text.includes('":')) return undefined
  if (exceedsDepth(Buffer.from(text), LIMITS.jsonDepth)) return undefined
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

function isCardNumber(value: number): boolean {
  return value >= 1e12 && Number.isSafeInteger(value) && isCard(String(value))
}

function isWorkingDirectory(key: string, value: Json): boolean {
  return WORKING_DIRECTORY.has(key) && typeof value === 'string' && /^(?:\/|[A-Z]:\\)/.test(value)
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}
