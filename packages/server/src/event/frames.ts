import type { Frame } from '#domain/events/error-event.ts'
import { isObject } from '#domain/json.ts'
import type { Json, JsonObject } from '#domain/json.ts'
import { hasInAppRule, inAppOf } from './in-app.ts'
import { flag, integer, list, objectOr, text, texts } from './read.ts'

const NONE: readonly string[] = []
const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i
const NOT_IN_APP = /(?:^|[/\\])node_modules[/\\]|^node:/

export function readFrames(stacktrace: Json | undefined, platform = 'other'): readonly Frame[] {
  const frames: Frame[] = []
  const sent: Array<boolean | undefined> = []
  for (const entry of list(objectOr(stacktrace)['frames'])) {
    if (!isObject(entry)) continue
    frames.push(readFrame(entry))
    sent.push(flag(entry['in_app']))
  }
  if (frames.length === 0 || !hasInAppRule(platform)) return frames
  const own = inAppOf(platform, frames, sent)
  return frames.map((frame, index) => withInApp(frame, own[index]!))
}

/** Versions 1 to 3 of the grouping go by what they always saw (spec GR1). */
function withInApp(frame: Frame, inApp: boolean): Frame {
  return inApp === frame.inApp ? frame : { ...frame, inApp, inAppBefore: frame.inApp }
}

function readFrame(frame: JsonObject): Frame {
  const sentFile = text(frame['filename'])
  const absPath = text(frame['abs_path']) ?? sentFile
  const filename = pathOf(sentFile ?? absPath)
  const contextLine = frame['context_line']
  const vars = frame['vars']
  return {
    function: functionName(frame['function']),
    module: text(frame['module']),
    filename,
    absPath,
    line: position(frame['lineno']),
    column: position(frame['colno']),
    inApp: flag(frame['in_app']) ?? !NOT_IN_APP.test(absPath ?? ''),
    preContext: frame['pre_context'] === undefined ? NONE : texts(frame['pre_context']),
    contextLine: typeof contextLine === 'string' ? contextLine : undefined,
    postContext: frame['post_context'] === undefined ? NONE : texts(frame['post_context']),
    vars: isObject(vars) ? vars : undefined,
  }
}

function functionName(value: Json | undefined): string | undefined {
  const name = text(value)
  return name === '?' ? undefined : name
}

/** Line 0 and column 0 are how some engines say "unknown". */
function position(value: Json | undefined): number | undefined {
  const number = integer(value)
  return number !== undefined && number > 0 ? number : undefined
}

/** The path of an address; anything else as it is. */
function pathOf(file: string | undefined): string | undefined {
  if (file === undefined) return undefined
  const address = ADDRESS.exec(file)
  if (address === null) return file
  const path = file.slice(address[0].length)
  const end = path.search(/[?#]/)
  return (end === -1 ? path : path.slice(0, end)) || '/'
}
