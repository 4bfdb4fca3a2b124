import type { Breadcrumb, ErrorEvent, Frame } from '#domain/events/error-event.ts'
import type { Json, JsonObject } from '#domain/json.ts'
import { createDistinctLines, type DistinctLines } from './distinct-lines.ts'
import { decidingThread } from './threads.ts'

/** Characters: more is looked through with every search, for every event. */
const LONGEST = 1500
const LONGEST_LINE = 200
const FRAMES = 20
const CRUMBS = 20
/** Unique per event and never searched for by hand, so not part of the search text. */
const PASSED_OVER = new Set(['trace', 'trace_id', 'span_id', 'parent_span_id', 'app_start_time', 'event_id'])

/** Derived from the user agent, because not every SDK sends it. */
type Client = {
  readonly [Part in 'browser' | 'os' | 'device']?: string | undefined
}

/**
 * What an event says beside title, message and tags, in lower case, each thing once and on a line of its own, so that a
 * phrase is found within one of them. What happened last comes first: the end is cut. Written for every event: it looks
 * at nothing that does not fit any more.
 */
export function searchTextOf(event: ErrorEvent, client: Client = {}): string | undefined {
  const lines = createDistinctLines(LONGEST, LONGEST_LINE)
  const { user, request, exceptions, contexts, breadcrumbs } = event
  lines.add(event.message?.formatted)
  for (const { type, value } of exceptions) lines.add(joined(type, ': ', value))
  lines.add(event.transaction)
  lines.add(request?.url)
  lines.add(user?.id)
  lines.add(user?.email)
  lines.add(user?.username)
  lines.add(user?.name)
  lines.add(client.browser)
  lines.add(client.os)
  lines.add(client.device)
  lines.add(event.logger)
  lines.add(event.serverName)
  for (let at = exceptions.length - 1; at >= 0; at--) addFrames(lines, exceptions[at]!.frames)
  const thread = decidingThread(event)
  if (thread !== undefined) addFrames(lines, thread.frames)
  for (const name in contexts) addLeaves(lines, contexts[name]!, 1)
  const firstCrumb = Math.max(0, breadcrumbs.length - CRUMBS)
  for (let at = breadcrumbs.length - 1; at >= firstCrumb && !lines.isFull(); at--)
    lines.add(crumbLine(breadcrumbs[at]!))
  return lines.text()
}

function addFrames(lines: DistinctLines, frames: readonly Frame[]): void {
  const first = Math.max(0, frames.length - FRAMES)
  for (let at = frames.length - 1; at >= first && !lines.isFull(); at--) lines.add(frameLine(frames[at]!))
}

/** Without line and column: those are looked at, not looked for, and change with every build. */
function frameLine({ function: name, module, filename }: Frame): string | undefined {
  return joined(name, ' ', module ?? (filename && withoutQuery(filename)))
}

function withoutQuery(filename: string): string {
  return before(before(filename, '?'), '#')
}

function before(text: string, mark: string): string {
  const at = text.indexOf(mark)
  return at < 0 ? text : text.slice(0, at)
}

function crumbLine({ category, message, data }: Breadcrumb): string | undefined {
  let line = joined(category, ' ', message)
  for (const key in data) line = joined(line, ' ', leafOf(key, data[key]))
  return line
}

function addLeaves(lines: DistinctLines, value: JsonObject, depth: number): void {
  for (const key in value) {
    if (lines.isFull()) return
    const leaf = value[key]
    if (depth > 0 && leaf !== null && typeof leaf === 'object' && !Array.isArray(leaf)) {
      if (!PASSED_OVER.has(key)) addLeaves(lines, leaf, depth - 1)
    } else lines.add(leafOf(key, leaf))
  }
}

function leafOf(key: string, leaf: Json | undefined): string | undefined {
  if (PASSED_OVER.has(key)) return undefined
  if (typeof leaf === 'string') return leaf
  return typeof leaf === 'number' && Number.isSafeInteger(leaf) ? String(leaf) : undefined
}

function joined(one: string | undefined, between: string, other: string | undefined): string | undefined {
  if (!one) return other
  return other ? one + between + other : one
}
