import type { Breadcrumb, ErrorEvent, Frame } from '../error-event.ts'
import type { Json, JsonObject } from '../json.ts'

/** Characters: more is looked through with every search, for every event. */
const LONGEST = 1500
const LONGEST_LINE = 200
const FRAMES = 20
const CRUMBS = 20
/** What no two events share, and what nobody types. */
const PASSED_OVER = new Set(['trace', 'trace_id', 'span_id', 'parent_span_id', 'app_start_time', 'event_id'])

/** What the user agent tells, which not every SDK sends. */
type Client = {
  readonly [Part in 'browser' | 'os' | 'device']?: string | undefined
}

/**
 * What an event says beside title, message and tags, in lower case, each thing once and on a line of its own, so that a
 * phrase is found within one of them. What happened last comes first: the end is cut.
 */
export function searchTextOf(event: ErrorEvent, client: Client = {}): string | undefined {
  const lines = new Set<string>()
  let left = LONGEST
  for (const said of allOf(event, client)) {
    const line = said?.trim().toLowerCase().replaceAll(/\s+/g, ' ').slice(0, LONGEST_LINE)
    if (!line || lines.has(line)) continue
    if (line.length >= left) break
    lines.add(line)
    left -= line.length + 1
  }
  return lines.size === 0 ? undefined : [...lines].join('\n')
}

function* allOf(event: ErrorEvent, client: Client): Generator<string | undefined> {
  const { user, request, exceptions } = event
  yield event.message?.formatted
  for (const { type, value } of exceptions) yield [type, value].filter(Boolean).join(': ')
  yield event.transaction
  yield request?.url
  yield* [user?.id, user?.email, user?.username, user?.name]
  yield* [client.browser, client.os, client.device]
  yield event.logger
  yield event.serverName
  for (const { frames } of exceptions.toReversed()) yield* frames.slice(-FRAMES).toReversed().map(frameLine)
  for (const context of Object.keys(event.contexts)) yield* leavesOf(event.contexts[context]!, 1)
  yield* event.breadcrumbs.slice(-CRUMBS).toReversed().map(crumbLine)
}

/** Without line and column: those are looked at, not looked for, and change with every build. */
function frameLine({ function: name, module, filename }: Frame): string {
  return [name, module ?? filename?.replace(/[?#].*$/, '')].filter(Boolean).join(' ')
}

function crumbLine({ category, message, data }: Breadcrumb): string {
  return [category, message, ...leavesOf(data, 0)].filter(Boolean).join(' ')
}

function* leavesOf(value: JsonObject, depth: number): Generator<string> {
  for (const key in value) {
    if (PASSED_OVER.has(key)) continue
    const leaf: Json | undefined = value[key]
    if (typeof leaf === 'string') yield leaf
    else if (typeof leaf === 'number' && Number.isSafeInteger(leaf)) yield String(leaf)
    else if (depth > 0 && leaf !== null && typeof leaf === 'object' && !Array.isArray(leaf))
      yield* leavesOf(leaf, depth - 1)
  }
}
