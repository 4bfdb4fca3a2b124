import { AppError } from '#domain/app-error.ts'
import type { AppErrorCode } from '#domain/app-error.ts'

import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'

export type Method = keyof TelemetryStore

export type ToHost = Request | Cancel

export interface Request {
  readonly id: number
  readonly method: Method
  readonly args: readonly unknown[]
  /** Whose share of the readers it takes; undefined: the server's own. */
  readonly requester?: string | undefined
}

/** This call was cancelled. */
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
