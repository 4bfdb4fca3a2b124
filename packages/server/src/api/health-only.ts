import { Hono } from 'hono'
import { AppError } from '#domain/app-error.ts'
import type { Log } from '#domain/log.ts'
import { createErrorHandler } from '#api/http/problem.ts'
import { serveHealth, type Health } from './health.ts'

/** Of a process without pages and API. */
export function createHealthOnly(health: Health, sentence: string, log: Log): Hono {
  const app = new Hono({ strict: false })
  app.onError(createErrorHandler(log))
  serveHealth(app, health)
  app.all('*', () => {
    throw new AppError('not_found', sentence)
  })
  return app
}
