import type { MiddlewareHandler } from 'hono'
import { DATA_POLICY } from './content-security-policy.ts'

const HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), ' +
    'microphone=(), midi=(), payment=(), usb=(), interest-cohort=()',
}

/** Headers of public pages and their data: not indexed by search engines, and no referrer. */
const SHARED = /^\/(?:[a-z]{2}\/|api\/v1\/)?share\//

/** On every answer, errors included. A page brings its own policy; everything else gets the one for data. */
export function securityHeaders(publicUrl: () => string): MiddlewareHandler {
  return async (c, next) => {
    await next()
    for (const [name, value] of Object.entries(HEADERS)) c.header(name, value)
    if (SHARED.test(c.req.path)) {
      c.header('X-Robots-Tag', 'noindex, nofollow')
      c.header('Referrer-Policy', 'no-referrer')
    }
    if (!c.res.headers.has('Content-Security-Policy')) c.header('Content-Security-Policy', DATA_POLICY)
    // Over plain HTTP browsers ignore it, and a machine without a certificate must not lock itself out.
    if (publicUrl().startsWith('https:')) {
      c.header('Strict-Transport-Security', 'max-age=31536000; includeSubDomains')
    }
    if (c.req.path.startsWith('/api/') && !c.res.headers.has('Cache-Control')) {
      c.header('Cache-Control', 'no-store')
    }
  }
}
