import { isObject } from '#domain/json.ts'
import type { Json, JsonObject } from '#domain/json.ts'
import type { ProjectSettings } from '#domain/projects/project.ts'
import type { Scrubbed } from '#domain/events/stored-event.ts'
import { createCleanTexts } from './clean-texts.ts'
import { mapEntries } from './copy-on-write.ts'
import { defaultKeyRule, projectKeyRule } from './scrub-keys.ts'
import { visit } from './scrub-walk.ts'
import type { Place, ScrubRules, Walk } from './scrub-walk.ts'

/** IDs, versions and enumerations: needed unchanged, and never secret. */
const UNTOUCHED = new Set(
  'event_id type timestamp start_timestamp received platform level modules project'.split(' '),
)

const PLACES: Readonly<Record<string, Place>> = {
  exception: 'stack',
  stacktrace: 'stack',
  threads: 'stack',
  user: 'user',
}

const DEFAULT_RULES: ScrubRules = {
  key: defaultKeyRule,
  clean: createCleanTexts(),
  cleanLines: createCleanTexts(),
}
const NO_RULES: ScrubRules = { key: () => undefined, clean: undefined, cleanLines: undefined }

type ScrubSettings = Pick<ProjectSettings, 'scrubDefaults' | 'scrubKeys'>

/** Settings stay the same object until someone changes them, and so do the rules with what they remember. */
const compiled = new WeakMap<ScrubSettings, ScrubRules>()

export function scrubRulesOf(settings: ScrubSettings): ScrubRules {
  const known = compiled.get(settings)
  if (known !== undefined) return known
  const rules = compile(settings)
  compiled.set(settings, rules)
  return rules
}

function compile(settings: ScrubSettings): ScrubRules {
  if (settings.scrubKeys.length === 0) return settings.scrubDefaults ? DEFAULT_RULES : NO_RULES
  const own = projectKeyRule(settings.scrubKeys)
  if (!settings.scrubDefaults) return { key: own, clean: undefined, cleanLines: undefined }
  return {
    key: (key) => defaultKeyRule(key) ?? own(key),
    clean: createCleanTexts(),
    cleanLines: createCleanTexts(),
  }
}

/** Replaces secrets by `[Filtered]` and says where and why (spec PL4). One walk over the payload. */
export function scrub(
  payload: JsonObject,
  rules: ScrubRules,
): { readonly payload: JsonObject; readonly scrubbed: readonly Scrubbed[] } {
  if (rules === NO_RULES) return { payload, scrubbed: [] }
  const walk: Walk = { rules, trail: [], found: [] }
  const scrubbed = mapEntries(payload, (key, value) =>
    UNTOUCHED.has(key) ? value : visit(walk, key, value, Object.hasOwn(PLACES, key) ? PLACES[key]! : 'free'),
  )
  return { payload: scrubbed, scrubbed: walk.found }
}

/** The same for what is no event: a list, or a text. */
export function scrubJson(
  value: Json,
  rules: ScrubRules,
): { readonly value: Json; readonly scrubbed: readonly Scrubbed[] } {
  if (rules === NO_RULES) return { value, scrubbed: [] }
  if (isObject(value)) {
    const { payload, scrubbed } = scrub(value, rules)
    return { value: payload, scrubbed }
  }
  const walk: Walk = { rules, trail: [], found: [] }
  return { value: visit(walk, 'item', value, 'free'), scrubbed: walk.found }
}
