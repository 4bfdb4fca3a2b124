import type { MiddlewareHandler } from 'hono'
import { AppError } from '#domain/app-error.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * A request that changes something and comes from a browser must come from our own pages. Without a cookie
 * and without an `Origin` it is not a browser's, and then the token speaks for itself.
 */
export function refuseForgery(publicUrl: () => string): MiddlewareHandler {
  return async (c, next) => {
    if (!SAFE_METHODS.has(c.req.method)) {
      const site = c.req.header('Sec-Fetch-Site')
      const origin = c.req.header('Origin')
      const fromBrowser = c.req.header('Cookie') !== undefined || site !== undefined || origin !== undefined
      if (fromBrowser && !isOwn(site, origin, c.req.url, publicUrl())) {
        throw new AppError('forbidden', 'This request didn’t come from this installation’s pages.')
      }
      // A form of another site can send every content type but this one without asking first; none can send
      // a token, or DELETE.
      const isUpload = c.req.header('Authorization') !== undefined && isForm(c.req.header('Content-Type'))
      const isFormed = c.req.method !== 'DELETE' && hasBody(c.req.raw)
      if (isFormed && !isUpload && !isJson(c.req.header('Content-Type'))) {
        throw new AppError('invalid_input', 'The body must be sent as application/json.')
      }
    }
    await next()
  }
}

function isOwn(
  site: string | undefined,
  origin: string | undefined,
  url: string,
  publicUrl: string,
): boolean {
  if (site !== undefined) return site === 'same-origin'
  return origin !== undefined && (origin === new URL(url).origin || origin === new URL(publicUrl).origin)
}

function hasBody(request: Request): boolean {
  return request.body !== null && request.headers.get('Content-Length') !== '0'
}

function isJson(contentType: string | undefined): boolean {
  return /^application\/json\s*(?:;|$)/i.test(contentType ?? '')
}

function isForm(contentType: string | undefined): boolean {
  return /^multipart\/form-data\s*;/i.test(contentType ?? '')
}
