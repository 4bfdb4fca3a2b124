import type { Json, JsonObject } from '#domain/json.ts'
import type { Random } from './random.ts'
import type { Visitor } from './visitors.ts'

/** What one occurrence is made of, before it becomes a payload. */
export interface Occurrence {
  readonly random: Random
  readonly visitor: Visitor
  readonly release: string
  /** Changes with every deploy, as bundlers do. */
  readonly buildHash: string
}

/** A bug of the imaginary shop: how it looks on the wire whenever it happens. */
export interface Bug {
  readonly name: string
  readonly platform: 'javascript' | 'node'
  readonly route: string
  readonly event: (occurrence: Occurrence) => JsonObject
}

/** Outermost first, as SDKs send them; with lines of code, the middle one is where it happened. */
export type Frame = readonly [file: string, fn: string, line: number, code?: readonly string[]]

export type Text = string | ((occurrence: Occurrence) => string)

export const ORIGIN = 'https://shop.example.com'
export const GLOBAL = 'auto.browser.global_handlers.onerror'
export const REJECTION = 'auto.browser.global_handlers.onunhandledrejection'
export const SERVER = 'auto.function.nextjs.on_request_error'

export function between(random: Random, from: number, to: number): number {
  return from + Math.floor(random() * (to - from))
}

export function browserFrames(hash: string, frames: readonly Frame[]): Json[] {
  return frames.map(([file, fn, line, code]) => ({
    filename: `${ORIGIN}/assets/${file}-${hash}.js`,
    function: fn,
    lineno: line,
    colno: 11 + (line % 40),
    in_app: !['react-dom', 'runtime', 'vendor'].includes(file),
    ...contextOf(code),
  }))
}

export function nodeFrames(frames: readonly Frame[]): Json[] {
  return frames.map(([file, fn, line, code]) => ({
    filename: `/srv/shop/${file}`,
    module: file.replace(/\.\w+$/, '').replaceAll('/', '.'),
    function: fn,
    lineno: line,
    colno: 9,
    in_app: !file.startsWith('node_modules'),
    ...contextOf(code),
  }))
}

function contextOf(code: readonly string[] | undefined): JsonObject {
  if (code === undefined) return {}
  const middle = Math.floor(code.length / 2)
  return {
    pre_context: code.slice(0, middle),
    context_line: code[middle]!,
    post_context: code.slice(middle + 1),
  }
}

export interface Thrown {
  readonly type: string
  readonly value: Text
  readonly frames: readonly Frame[]
  readonly mechanism?: string
  readonly handled?: boolean
}

/** The errors of a chain, the one that was thrown first; each other one caused the one before it. */
export function exceptionOf(
  chain: readonly Thrown[],
  platform: Bug['platform'],
  occurrence: Occurrence,
): JsonObject {
  const values = chain.map(({ type, value, frames, mechanism = GLOBAL, handled = false }, index) => ({
    type,
    value: typeof value === 'string' ? value : value(occurrence),
    stacktrace: {
      frames: platform === 'node' ? nodeFrames(frames) : browserFrames(occurrence.buildHash, frames),
    },
    mechanism:
      index === 0
        ? { type: mechanism, handled, ...(chain.length > 1 && { exception_id: 0 }) }
        : { type: 'chained', handled, source: 'cause', exception_id: index, parent_id: index - 1 },
  }))
  return { values: values.toReversed() }
}

interface Extras {
  readonly level?: string
  readonly tags?: (occurrence: Occurrence) => JsonObject
}

export function throwing(
  name: string,
  platform: Bug['platform'],
  route: string,
  chain: Thrown | readonly Thrown[],
  { level, tags }: Extras = {},
): Bug {
  const errors = Array.isArray(chain) ? (chain as readonly Thrown[]) : [chain as Thrown]
  return {
    name,
    platform,
    route,
    event: (occurrence) => ({
      exception: exceptionOf(errors, platform, occurrence),
      ...(level !== undefined && { level }),
      ...(tags && { tags: tags(occurrence) }),
    }),
  }
}

export function saying(
  name: string,
  platform: Bug['platform'],
  route: string,
  message: Text,
  level: string,
  logger: string,
): Bug {
  return {
    name,
    platform,
    route,
    event: (occurrence) => ({
      level,
      logger,
      message: typeof message === 'string' ? message : message(occurrence),
    }),
  }
}
