import { randomInt } from 'node:crypto'
import type { ErrorHandler } from 'hono'
import { routePath } from 'hono/route'
import type { Problem } from '@hindcast/contract/problem.ts'
import { AppError, type AppErrorCode } from '#domain/app-error.ts'
import type { Log } from '#domain/log.ts'
import { SearchFault } from '#product/search/query/search-fault.ts'
import { InvalidRequest } from './invalid-request.ts'

export const PROBLEM_STATUS = {
  not_found: 404,
  unauthenticated: 401,
  forbidden: 403,
  invalid_input: 400,
  conflict: 409,
  rate_limited: 429,
  store_unavailable: 503,
  too_slow: 504,
  busy: 503,
  cancelled: 408,
} as const satisfies Record<AppErrorCode, number>

const RETRY_AFTER_SECONDS = '5'
/** Would work a moment later as it is; what was too slow would be so again. */
const RETRIED: ReadonlySet<AppErrorCode> = new Set(['store_unavailable', 'rate_limited', 'busy'])

/** Sentry's tools print `detail`; everything else gets our own shape. */
export function bodyFor(path: string, problem: Problem): object {
  if (!/^\/api\/0(?:\/|$)/.test(path)) return problem
  return {
    detail: problem.message,
    ...(problem.digest === undefined ? {} : { digest: problem.digest }),
  }
}

/** The end of a share link is a secret. */
function withoutToken(path: string): string {
  return path.replace(/\/share\/.*/s, '/share/…')
}

export function createErrorHandler(log: Log): ErrorHandler {
  return (error, c) => {
    if (error instanceof AppError) {
      const problem: Problem = {
        code: error.code,
        message: error.message,
        ...(error instanceof InvalidRequest ? { fields: { ...error.fields } } : {}),
        ...(error instanceof SearchFault ? { search: error.errors.map((one) => ({ ...one })) } : {}),
      }
      if (error.code === 'unauthenticated') c.header('WWW-Authenticate', 'Bearer')
      if (RETRIED.has(error.code)) {
        c.header('Retry-After', RETRY_AFTER_SECONDS)
      }
      return c.json(bodyFor(c.req.path, problem), PROBLEM_STATUS[error.code])
    }
    // The message of an unexpected error can hold SQL or a file path; the log gets it, the client gets the digest.
    const digest = String(randomInt(1_000_000_000, 9_999_999_999))
    const route = `${c.req.method} ${routePath(c)}`
    log.error('request failed', { digest, route, path: withoutToken(c.req.path), error })
    const problem: Problem = { code: 'internal', message: 'Hindcast failed to answer this request.', digest }
    return c.json(bodyFor(c.req.path, problem), 500)
  }
}
