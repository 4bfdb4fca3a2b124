import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { LIMITS } from '#domain/limits.ts'
import { bodyFor } from './problem.ts'

const UPLOADS = /^\/api\/0\/.*\/(?:chunk-upload|files)\/?$/
/** Sent by tools during a build, and as large as the application. */
const TOOLS = /^\/api\/(?:0(?:\/|$)|v1\/projects\/[^/]+\/routes\/manifest$)/

/** Limits the body by type of request. */
export function limitBody(): MiddlewareHandler {
  const upload = atMost(LIMITS.upload.requestBytes)
  const tools = atMost(LIMITS.release.bodyBytes)
  const own = atMost(LIMITS.apiBodyBytes)
  return (c, next) => {
    if (UPLOADS.test(c.req.path)) return upload(c, next)
    return TOOLS.test(c.req.path) ? tools(c, next) : own(c, next)
  }
}

function atMost(maxSize: number): MiddlewareHandler {
  return bodyLimit({
    maxSize,
    onError: (c) => {
      const message = `The body must not be larger than ${maxSize} bytes.`
      return c.json(bodyFor(c.req.path, { code: 'invalid_input', message }), 413)
    },
  })
}
