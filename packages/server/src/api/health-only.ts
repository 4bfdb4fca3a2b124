import { Hono } from 'hono'
import { AppError } from '#domain/app-error.ts'
import type { Log } from '#domain/log.ts'
import { createErrorHandler } from '#api/http/problem.ts'
import { serveHealth, type Health } from './health.ts'

/** Of a process without pages and API. */
export function createHealthOnly(health: Health, sentence: string, log: Log): Hono {
  return refusing(health, () => new AppError('not_found', sentence), log)
}

/** Of a process that waits for one of its parts: alive, not ready, and everything else is refused for now. */
export function createNotYet(part: string, why: () => string, log: Log): Hono {
  const health: Health = {
    ready: async () => ({ ok: false, checks: [{ name: part, ok: false, detail: why() }] }),
    metrics: () => [],
  }
  return refusing(health, () => new AppError('store_unavailable', why()), log)
}

function refusing(health: Health, refusal: () => AppError, log: Log): Hono {
  const app = new Hono({ strict: false })
  app.onError(createErrorHandler(log))
  serveHealth(app, health)
  app.all('*', () => {
    throw refusal()
  })
  return app
}
