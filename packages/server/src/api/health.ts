import type { Hono } from 'hono'
import type { HealthReport } from '#product/intake/query/health.ts'
import { metricsText, type Metric } from './metrics-text.ts'

export interface Health {
  /** Whether envelopes can be accepted now, and if not, why. */
  ready(): Promise<HealthReport>
  metrics(): Promise<readonly Metric[]> | readonly Metric[]
}

export function serveHealth(app: Hono, health: Health): void {
  app.get('/healthz', (c) => {
    c.header('Cache-Control', 'no-store')
    return c.json({ ok: true })
  })
  app.get('/readyz', async (c) => {
    c.header('Cache-Control', 'no-store')
    const report = await health.ready()
    return c.json(report, report.ok ? 200 : 503)
  })
  app.get('/metrics', async (c) => {
    c.header('Cache-Control', 'no-store')
    c.header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
    return c.body(metricsText(await health.metrics()))
  })
}
