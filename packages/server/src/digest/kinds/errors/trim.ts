import { isObject } from '#domain/json.ts'
import type { Json, JsonObject } from '#domain/json.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Cut } from '#domain/events/stored-event.ts'
import { boundTree, surelyFits } from '#digest/trim/bound-tree.ts'
import { mapItems } from '#digest/scrub/copy-on-write.ts'
import { cutItems, cutText, trimEntries } from '#digest/trim/cut.ts'
import { trimException, trimStack } from './trim-stack.ts'

const { text, tree, beforeScrub } = LIMITS

type Trim = (value: Json, path: string, cuts: Cut[]) => Json

/** What is shortened, field by field; a field that is not here is bounded as a whole. */
const FIELDS: Readonly<Record<string, Trim>> = {
  transaction: (value, path, cuts) => cutText(value, text.transaction, path, cuts),
  culprit: (value, path, cuts) => cutText(value, text.culprit, path, cuts),
  release: (value, path, cuts) => cutText(value, text.release, path, cuts),
  environment: (value, path, cuts) => cutText(value, text.environment, path, cuts),
  dist: (value, path, cuts) => cutText(value, text.dist, path, cuts),
  logger: (value, path, cuts) => cutText(value, text.logger, path, cuts),
  server_name: (value, path, cuts) => cutText(value, text.serverName, path, cuts),
  message: trimMessage,
  logentry: trimMessage,
  tags: trimTags,
  user: trimUser,
  exception: trimExceptions,
  stacktrace: trimStack,
  threads: trimThreads,
  debug_meta: (value, path, cuts) => boundTree(value, DEBUG_META_TREE, path, cuts),
  fingerprint: (value, path, cuts) => boundTree(value, FINGERPRINT_TREE, path, cuts),
  breadcrumbs: trimBreadcrumbs,
  request: trimRequest,
  contexts: trimContexts,
  extra: trimExtra,
  modules: (value, path, cuts) => boundTree(value, { bytes: tree.modulesBytes, depth: 2 }, path, cuts),
  security_report: (value, path, cuts) => boundTree(value, REQUEST_TREE, path, cuts),
}

const REQUEST_TREE = { bytes: tree.requestDataBytes, depth: tree.requestDepth }
const CONTEXT_TREE = { bytes: tree.contextBytes, depth: tree.contextDepth }
const FLAGS_TREE = { bytes: tree.flagsBytes, depth: tree.contextDepth }
const EXTRA_TREE = { bytes: tree.extraEntryBytes, depth: tree.extraDepth }
const SMALL_CRUMB = {
  bytes: Math.min(text.breadcrumbMessage, tree.breadcrumbDataBytes),
  depth: tree.breadcrumbDataDepth + 1,
}
const CRUMB_TREE = { bytes: tree.breadcrumbDataBytes, depth: tree.breadcrumbDataDepth }
const DEBUG_META_TREE = { bytes: beforeScrub.debugMetaBytes, depth: beforeScrub.unknownDepth }
const FINGERPRINT_TREE = { bytes: beforeScrub.fingerprintBytes, depth: 2 }
const THREADS_TREE = { bytes: beforeScrub.threadsBytes, depth: beforeScrub.threadsDepth }
const UNKNOWN_TREE = { bytes: beforeScrub.unknownBytes, depth: beforeScrub.unknownDepth }
const MESSAGE_TREE = { bytes: text.message, depth: tree.extraDepth }

/** Shortens what exceeds a limit and says so; nothing is ever shortened silently (spec PL3). */
export function trim(payload: JsonObject): { readonly payload: JsonObject; readonly cuts: readonly Cut[] } {
  const cuts: Cut[] = []
  let unknown = 0
  const trimmed = trimEntries(payload, 'other', cuts, (key, value) => {
    if (Object.hasOwn(FIELDS, key)) return FIELDS[key]!(value, key, cuts)
    if (++unknown <= beforeScrub.unknownFields) return boundTree(value, UNKNOWN_TREE, key, cuts)
    return undefined
  })
  if (unknown > beforeScrub.unknownFields) {
    cuts.push({ path: 'other', unit: 'items', limit: beforeScrub.unknownFields, original: unknown })
  }
  return { payload: trimmed, cuts: cuts.slice(0, LIMITS.marksPerEvent) }
}

function trimMessage(value: Json, path: string, cuts: Cut[]): Json {
  if (!isObject(value)) return cutText(value, text.message, path, cuts)
  return trimEntries(value, path, cuts, (key, entry) =>
    key === 'params'
      ? boundTree(entry, MESSAGE_TREE, `${path}.params`, cuts)
      : cutText(entry, text.message, `${path}.${key}`, cuts),
  )
}

function trimTags(value: Json, path: string, cuts: Cut[]): Json {
  if (Array.isArray(value)) {
    return mapItems(cutItems(value, LIMITS.tagsPerEvent, 0, path, cuts), (pair, index) =>
      Array.isArray(pair)
        ? trimPair(pair, `${path}.${index}`, cuts)
        : cutText(pair, text.tagValue, `${path}.${index}`, cuts),
    )
  }
  if (!isObject(value)) return cutText(value, text.tagValue, path, cuts)
  const keys = Object.keys(value)
  const kept = keys.length > LIMITS.tagsPerEvent ? new Set(keys.slice(0, LIMITS.tagsPerEvent)) : undefined
  if (kept !== undefined) {
    cuts.push({ path, unit: 'items', limit: LIMITS.tagsPerEvent, original: keys.length })
  }
  return trimEntries(value, path, cuts, (key, entry) => {
    if (kept?.has(key) === false) return undefined
    if (key.length <= text.tagKey) return cutText(entry, text.tagValue, `${path}.${key}`, cuts)
    cuts.push({ path, unit: 'characters', limit: text.tagKey, original: key.length })
    return undefined
  })
}

function trimPair(pair: Json[], path: string, cuts: Cut[]): Json[] {
  return mapItems(pair, (part, index) => cutText(part, index === 0 ? text.tagKey : text.tagValue, path, cuts))
}

const USER_TEXTS: Readonly<Record<string, number>> = {
  id: text.userId,
  username: text.userId,
  name: text.userId,
  ip_address: text.userId,
  email: text.email,
}

function trimUser(value: Json, path: string, cuts: Cut[]): Json {
  if (!isObject(value)) return boundTree(value, CONTEXT_TREE, path, cuts)
  return trimEntries(value, path, cuts, (key, entry) =>
    Object.hasOwn(USER_TEXTS, key)
      ? cutText(entry, USER_TEXTS[key]!, `${path}.${key}`, cuts)
      : boundTree(entry, CONTEXT_TREE, `${path}.${key}`, cuts),
  )
}

function trimExceptions(value: Json, path: string, cuts: Cut[]): Json {
  if (Array.isArray(value)) {
    // The last one was thrown, so the innermost causes go first.
    const kept = cutItems(value, 0, LIMITS.exceptionsPerEvent, path, cuts)
    return mapItems(kept, (entry, index) => trimException(entry, `${path}.${index}`, cuts))
  }
  if (!isObject(value)) return boundTree(value, UNKNOWN_TREE, path, cuts)
  if (value['values'] === undefined) return trimException(value, path, cuts)
  return trimEntries(value, path, cuts, (key, entry) =>
    key === 'values' && Array.isArray(entry)
      ? trimExceptions(entry, `${path}.values`, cuts)
      : boundTree(entry, CONTEXT_TREE, `${path}.${key}`, cuts),
  )
}

/** Stacks are cut as those of exceptions are, and then all of it as one. */
function trimThreads(value: Json, path: string, cuts: Cut[]): Json {
  const within = (list: Json[], at: string) =>
    mapItems(list, (thread, index) => trimException(thread, `${at}.${index}`, cuts))
  if (Array.isArray(value)) return boundTree(within(value, path), THREADS_TREE, path, cuts)
  if (!isObject(value)) return boundTree(value, UNKNOWN_TREE, path, cuts)
  const threads = trimEntries(value, path, cuts, (key, entry) =>
    key === 'values' && Array.isArray(entry) ? within(entry, `${path}.values`) : entry,
  )
  return boundTree(threads, THREADS_TREE, path, cuts)
}

function trimBreadcrumbs(value: Json, path: string, cuts: Cut[]): Json {
  if (isObject(value)) {
    return trimEntries(value, path, cuts, (key, entry) =>
      key === 'values' && Array.isArray(entry)
        ? trimBreadcrumbs(entry, `${path}.values`, cuts)
        : boundTree(entry, CONTEXT_TREE, `${path}.${key}`, cuts),
    )
  }
  if (!Array.isArray(value)) return boundTree(value, CRUMB_TREE, path, cuts)
  // The newest are at the end, and nearest to the error.
  const kept = cutItems(value, 0, LIMITS.breadcrumbsPerEvent, path, cuts)
  return mapItems(kept, (crumb, index) => {
    if (!isObject(crumb)) return boundTree(crumb, CRUMB_TREE, `${path}.${index}`, cuts)
    return isSmall(crumb) ? crumb : trimCrumb(crumb, `${path}.${index}`, cuts)
  })
}

/** Within the limits of each of its fields, as nearly all are: no path is put together for these. */
function isSmall(crumb: JsonObject): boolean {
  return isShort(crumb['category']) && isShort(crumb['type']) && surelyFits(crumb, SMALL_CRUMB)
}

function isShort(value: Json | undefined): boolean {
  return value === undefined || (typeof value === 'string' && value.length <= text.breadcrumbCategory)
}

function trimCrumb(crumb: JsonObject, path: string, cuts: Cut[]): Json {
  return trimEntries(crumb, path, cuts, (key, entry) => trimCrumbField(key, entry, `${path}.${key}`, cuts))
}

function trimCrumbField(key: string, value: Json, path: string, cuts: Cut[]): Json {
  if (key === 'message') return cutText(value, text.breadcrumbMessage, path, cuts)
  if (key === 'category' || key === 'type') return cutText(value, text.breadcrumbCategory, path, cuts)
  return boundTree(value, CRUMB_TREE, path, cuts)
}

function trimRequest(value: Json, path: string, cuts: Cut[]): Json {
  if (!isObject(value)) return boundTree(value, REQUEST_TREE, path, cuts)
  return trimEntries(value, path, cuts, (key, entry) =>
    (key === 'url' || key === 'query_string' || key === 'fragment') && typeof entry === 'string'
      ? cutText(entry, text.url, `${path}.${key}`, cuts)
      : boundTree(entry, REQUEST_TREE, `${path}.${key}`, cuts),
  )
}

function trimContexts(value: Json, path: string, cuts: Cut[]): Json {
  if (!isObject(value)) return boundTree(value, CONTEXT_TREE, path, cuts)
  return trimEntries(value, path, cuts, (key, entry) =>
    boundTree(entry, key === 'flags' ? FLAGS_TREE : CONTEXT_TREE, `${path}.${key}`, cuts),
  )
}

function trimExtra(value: Json, path: string, cuts: Cut[]): Json {
  if (!isObject(value)) return boundTree(value, EXTRA_TREE, path, cuts)
  const bounded = trimEntries(value, path, cuts, (key, entry) =>
    boundTree(entry, EXTRA_TREE, `${path}.${key}`, cuts),
  )
  return boundTree(bounded, { bytes: tree.extraBytes, depth: tree.extraDepth + 1 }, path, cuts)
}
