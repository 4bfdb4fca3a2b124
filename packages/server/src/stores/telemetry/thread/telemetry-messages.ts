import { AppError } from '#domain/app-error.ts'
import type { AppErrorCode } from '#domain/app-error.ts'

import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'

export type Method = keyof TelemetryStore

/**
 * The host answers these names and no others, and a new method of the port does not compile without it. Only a read may
 * be broken off: half of a write is nobody's wish.
 */
export const METHODS: Readonly<Record<Method, 'read' | 'write'>> = {
  append: 'write',
  watermark: 'read',
  known: 'read',
  get: 'read',
  page: 'read',
  following: 'read',
  find: 'read',
  revise: 'write',
  move: 'write',
  rawItems: 'read',
  timeSeries: 'read',
  breakdown: 'read',
  windows: 'read',
  reached: 'read',
  searchEvents: 'read',
  searchIssues: 'read',
  tagKeys: 'read',
  sessionCounts: 'read',
  sessionSeries: 'read',
  expire: 'write',
  stats: 'read',
  close: 'write',
}

export type ToHost = Request | Cancel

export interface Request {
  readonly id: number
  readonly method: Method
  readonly args: readonly unknown[]
  /** Whose share of the readers it takes; undefined: the server's own. */
  readonly requester?: string | undefined
}

/** Nobody waits for the answer to this call any more. */
export interface Cancel {
  readonly cancel: number
}

export type Response =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly failure: Failure }

/** Structured clone keeps neither the class nor the code of an error. */
export interface Failure {
  readonly code: AppErrorCode | undefined
  readonly name: string
  readonly message: string
  readonly stack: string | undefined
}

export function toFailure(error: unknown): Failure {
  const code = error instanceof AppError ? error.code : undefined
  if (!(error instanceof Error)) return { code, name: 'Error', message: String(error), stack: undefined }
  return { code, name: error.name, message: error.message, stack: error.stack }
}

export function toError({ code, name, message, stack }: Failure): Error {
  const cause = new Error(message)
  cause.name = name
  if (stack !== undefined) cause.stack = stack
  return code === undefined ? cause : new AppError(code, message, { cause })
}
