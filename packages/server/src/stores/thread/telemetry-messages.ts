import { AppError } from '#domain/app-error.ts'
import type { AppErrorCode } from '#domain/app-error.ts'

import type { TelemetryStore } from '../telemetry.ts'

export type Method = keyof TelemetryStore

/** The host answers these names and no others, and a new method of the port does not compile without it. */
export const METHODS: Readonly<Record<Method, true>> = {
  append: true,
  watermark: true,
  known: true,
  get: true,
  page: true,
  following: true,
  find: true,
  revise: true,
  move: true,
  rawItems: true,
  timeSeries: true,
  breakdown: true,
  windows: true,
  reached: true,
  searchEvents: true,
  searchIssues: true,
  tagKeys: true,
  sessionCounts: true,
  sessionSeries: true,
  expire: true,
  stats: true,
  close: true,
}

export interface Request {
  readonly id: number
  readonly method: Method
  readonly args: readonly unknown[]
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
