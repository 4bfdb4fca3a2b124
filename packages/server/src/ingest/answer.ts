import type { IncomingMessage, ServerResponse } from 'node:http'
import { DROP_REASONS } from '#domain/outcome.ts'
import type { Refusal } from './refusal.ts'

/** On every answer: without them a browser SDK sees a network error and never learns about limits. */
export const CORS_HEADERS: readonly string[] = [
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  'x-sentry-error, x-sentry-rate-limits, retry-after',
  'Cross-Origin-Resource-Policy',
  'cross-origin',
]

const JSON_HEADERS: readonly string[] = [...CORS_HEADERS, 'Content-Type', 'application/json']
const WITH_ID: string[] = [...JSON_HEADERS, 'Content-Length', String('{"id":""}'.length + 32)]
const WITHOUT_ID: string[] = [...JSON_HEADERS, 'Content-Length', '2']

/** 1×1, transparent. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

export function answerAccepted(
  res: ServerResponse,
  eventId: string | undefined,
  rateLimits: string | undefined,
): void {
  const headers = eventId === undefined ? WITHOUT_ID : WITH_ID
  res.writeHead(200, rateLimits === undefined ? headers : [...headers, 'X-Sentry-Rate-Limits', rateLimits])
  res.end(eventId === undefined ? '{}' : `{"id":"${eventId}"}`, 'latin1')
}

export function answerPixel(res: ServerResponse): void {
  res.writeHead(200, [
    ...CORS_HEADERS,
    'Content-Type',
    'image/gif',
    'Cache-Control',
    'no-store',
    'Content-Length',
    String(PIXEL.length),
  ])
  res.end(PIXEL)
}

export function answerRefused(res: ServerResponse, refusal: Refusal): void {
  const body = Buffer.from(errorBody(refusal))
  const headers = [...JSON_HEADERS, 'X-Sentry-Error', headerText(`${refusal.reason}: ${refusal.detail}`)]
  if (refusal.retryAfter !== undefined) headers.push('Retry-After', String(refusal.retryAfter))
  if (refusal.rateLimits !== undefined) headers.push('X-Sentry-Rate-Limits', refusal.rateLimits)
  if (refusal.allow !== undefined) headers.push('Allow', refusal.allow)
  headers.push('Content-Length', String(body.length))
  res.writeHead(refusal.status, headers)
  res.end(body)
}

export function errorBody(refusal: Pick<Refusal, 'reason' | 'detail'>): string {
  return JSON.stringify({
    detail: DROP_REASONS[refusal.reason],
    causes: [refusal.detail],
    reason: refusal.reason,
  })
}

/** Echoes the requested headers: a page may have added its own through `transportOptions.headers`. */
export function answerPreflight(req: IncomingMessage, res: ServerResponse, methods: string): void {
  const requested = req.headers['access-control-request-headers']
  res.writeHead(204, [
    ...CORS_HEADERS,
    'Access-Control-Allow-Methods',
    methods,
    'Access-Control-Allow-Headers',
    requested === undefined ? DEFAULT_ALLOWED_HEADERS : headerText(requested),
    'Access-Control-Max-Age',
    '3600',
    'Allow',
    methods,
    'Content-Length',
    '0',
  ])
  res.end()
}

const DEFAULT_ALLOWED_HEADERS =
  'content-type, content-encoding, x-sentry-auth, authorization, x-requested-with'

/** Node refuses to send a header with other characters, and details quote what strangers sent. */
export function headerText(text: string): string {
  return text.slice(0, 300).replaceAll(/[^\x20-\x7e]/g, '?')
}
