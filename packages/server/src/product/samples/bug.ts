import type { JsonObject } from '#domain/json.ts'
import { framesAt, imagesOf } from './deployed-scripts.ts'
import type { Place } from './places.ts'
import type { Random } from '#domain/seeded-random.ts'
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

export type Text = string | ((occurrence: Occurrence) => string)

export const GLOBAL = 'auto.browser.global_handlers.onerror'
export const REJECTION = 'auto.browser.global_handlers.onunhandledrejection'
export const SERVER = 'auto.function.nextjs.on_request_error'

export function between(random: Random, from: number, to: number): number {
  return from + Math.floor(random() * (to - from))
}

export interface Thrown {
  readonly type: string
  readonly value: Text
  /** Outermost first, as SDKs send them. */
  readonly frames: readonly Place[]
  readonly mechanism?: string
  readonly handled?: boolean
}

/** The errors of a chain, the one that was thrown first; each other one caused the one before it. */
export function exceptionOf(chain: readonly Thrown[], occurrence: Occurrence): JsonObject {
  const values = chain.map(({ type, value, frames, mechanism = GLOBAL, handled = false }, index) => ({
    type,
    value: typeof value === 'string' ? value : value(occurrence),
    stacktrace: { frames: framesAt(frames, occurrence.buildHash) },
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
      exception: exceptionOf(errors, occurrence),
      debug_meta: {
        images: imagesOf(
          errors.flatMap(({ frames }) => frames),
          occurrence.buildHash,
        ),
      },
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
