import { isObject } from '#domain/json.ts'
import type { Json } from '#domain/json.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Cut } from '#domain/events/stored-event.ts'
import { boundTree } from '#digest/trim/bound-tree.ts'
import { mapItems } from '#digest/scrub/copy-on-write.ts'
import { cutItems, cutText, trimEntries } from '#digest/trim/cut.ts'

const { text, tree, beforeScrub } = LIMITS
const VALUE_TREE = { bytes: text.exceptionValue, depth: tree.extraDepth }
const MECHANISM_TREE = { bytes: tree.contextBytes, depth: tree.contextDepth }
const VARS_TREE = { bytes: tree.frameVarsBytes, depth: tree.frameVarsDepth }

export function trimException(value: Json, path: string, cuts: Cut[]): Json {
  if (!isObject(value)) return boundTree(value, VALUE_TREE, path, cuts)
  return trimEntries(value, path, cuts, (key, entry) => {
    const at = `${path}.${key}`
    switch (key) {
      case 'type':
      case 'module':
        return cutText(entry, text.exceptionType, at, cuts)
      case 'value':
        return typeof entry === 'string'
          ? cutText(entry, text.exceptionValue, at, cuts)
          : boundTree(entry, VALUE_TREE, at, cuts)
      case 'mechanism':
        return trimMechanism(entry, at, cuts)
      case 'stacktrace':
      case 'raw_stacktrace':
        return trimStack(entry, at, cuts)
      default:
        return boundTree(entry, MECHANISM_TREE, at, cuts)
    }
  })
}

function trimMechanism(value: Json, path: string, cuts: Cut[]): Json {
  if (!isObject(value)) return boundTree(value, MECHANISM_TREE, path, cuts)
  return trimEntries(value, path, cuts, (key, entry) =>
    key === 'type'
      ? cutText(entry, text.mechanismType, `${path}.type`, cuts)
      : boundTree(entry, MECHANISM_TREE, `${path}.${key}`, cuts),
  )
}

export function trimStack(value: Json, path: string, cuts: Cut[]): Json {
  if (!isObject(value)) return boundTree(value, VARS_TREE, path, cuts)
  return trimEntries(value, path, cuts, (key, entry) => {
    if (key !== 'frames' || !Array.isArray(entry)) return boundTree(entry, VARS_TREE, `${path}.${key}`, cuts)
    const newest = LIMITS.framesPerStack - LIMITS.oldestFramesKept
    const kept = cutItems(entry, LIMITS.oldestFramesKept, newest, `${path}.frames`, cuts)
    return mapItems(kept, (frame, index) => trimFrame(frame, `${path}.frames.${index}`, cuts))
  })
}

function trimFrame(value: Json, path: string, cuts: Cut[]): Json {
  if (!isObject(value)) return boundTree(value, VARS_TREE, path, cuts)
  return trimEntries(value, path, cuts, (key, entry) => {
    if (typeof entry === 'string') {
      const limit = key === 'context_line' ? text.contextLine : text.frameName
      return entry.length <= limit ? entry : cutText(entry, limit, `${path}.${key}`, cuts)
    }
    if (typeof entry !== 'object') return entry
    if (key === 'vars') return boundTree(entry, VARS_TREE, `${path}.vars`, cuts)
    if (!Array.isArray(entry)) return boundTree(entry, VARS_TREE, `${path}.${key}`, cuts)
    return trimLines(entry, key, `${path}.${key}`, cuts)
  })
}

/** The lines nearest to the one of the frame. */
function trimLines(lines: Json[], key: string, path: string, cuts: Cut[]): Json[] {
  const most = beforeScrub.contextLines
  const [first, last] = key === 'pre_context' ? [0, most] : [most, 0]
  return mapItems(cutItems(lines, first, last, path, cuts), (line) =>
    typeof line === 'string' && line.length <= text.contextLine
      ? line
      : cutText(line, text.contextLine, path, cuts),
  )
}
