import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { readHealth, type HealthCheck } from '#product/intake/query/health.ts'
import { serveHealth } from './health.ts'

function serverWith(...checks: readonly HealthCheck[]): Hono {
  const app = new Hono()
  serveHealth(app, { ready: () => readHealth(checks), metrics: () => [] })
  return app
}

const sound: HealthCheck = { name: 'records', run: () => Promise.resolve() }
const full: HealthCheck = {
  name: 'spool',
  run() {
    throw new Error('disk_full')
  },
}

describe('health', () => {
  it('[OP157] names the part that cannot do its work, and is alive all the same', async () => {
    const app = serverWith(sound, full)
    const ready = await app.request('/readyz')
    expect([ready.status, await ready.json()]).toEqual([
      503,
      {
        ok: false,
        checks: [
          { name: 'records', ok: true, detail: '' },
          { name: 'spool', ok: false, detail: 'disk_full' },
        ],
      },
    ])
    expect((await app.request('/healthz')).status).toBe(200)
  })

  it('[OP157] is ready when every part is', async () => {
    expect((await serverWith(sound).request('/readyz')).status).toBe(200)
  })
})
