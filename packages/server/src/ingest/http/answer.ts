import { STATUS_CODES, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { DROP_REASONS } from '#domain/intake/outcome.ts'
import type { Refusal } from './refusal.ts'

/** Responses to senders, for both request paths. */
export interface Answer {
  readonly status: number
  /** Names and values by turns. */
  readonly headers: readonly string[]
  readonly body: string | Buffer
}

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
const WITH_ID: readonly string[] = [...JSON_HEADERS, 'Content-Length', String('{"id":""}'.length + 32)]
const WITHOUT_ID: readonly string[] = [...JSON_HEADERS, 'Content-Length', '2']

export function acceptedAnswer(eventId: string | undefined, rateLimits: string | undefined): Answer {
  const headers = eventId === undefined ? WITHOUT_ID : WITH_ID
  return {
    status: 200,
    headers: rateLimits === undefined ? headers : [...headers, 'X-Sentry-Rate-Limits', rateLimits],
    body: eventId === undefined ? '{}' : `{"id":"${eventId}"}`,
  }
}

/** 1×1, transparent. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

export const PIXEL_ANSWER: Answer = {
  status: 200,
  headers: [
    ...CORS_HEADERS,
    'Content-Type',
    'image/gif',
    'Cache-Control',
    'no-store',
    'Content-Length',
    String(PIXEL.length),
  ],
  body: PIXEL,
}

type Refused = Pick<Refusal, 'reason' | 'detail' | 'status'> &
  Partial<Pick<Refusal, 'retryAfter' | 'rateLimits' | 'allow'>>

export function refusedAnswer(refusal: Refused): Answer {
  const { reason, detail, status } = refusal
  const body = JSON.stringify({ detail: DROP_REASONS[reason], causes: [detail], reason })
  const length = String(Buffer.byteLength(body))
  const headers = [...JSON_HEADERS, ...refusalHeaders(refusal), 'Content-Length', length]
  return { status, headers, body }
}

/** By a server that cannot take anything yet: no reason is counted. */
export function comeBackAnswer(sentence: string, retryAfterSeconds: number): Answer {
  const body = JSON.stringify({ detail: sentence })
  const error = ['X-Sentry-Error', headerText(sentence), 'Retry-After', String(retryAfterSeconds)]
  const headers = [...JSON_HEADERS, ...error, 'Content-Length', String(Buffer.byteLength(body))]
  return { status: 503, headers, body }
}

/** Whatever the body says in whichever format, the headers say it too. */
export function refusalHeaders(refusal: Refused): readonly string[] {
  const headers = ['X-Sentry-Error', headerText(`${refusal.reason}: ${refusal.detail}`)]
  if (refusal.retryAfter !== undefined) headers.push('Retry-After', String(refusal.retryAfter))
  if (refusal.rateLimits !== undefined) headers.push('X-Sentry-Rate-Limits', refusal.rateLimits)
  if (refusal.allow !== undefined) headers.push('Allow', refusal.allow)
  return headers
}

/** Echoes the requested headers: a page may have added its own through `transportOptions.headers`. */
export function preflightAnswer(asked: IncomingHttpHeaders, methods: string): Answer {
  const requested = asked['access-control-request-headers']
  const headers = [
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
  ]
  return { status: 204, headers, body: '' }
}

const DEFAULT_ALLOWED_HEADERS =
  'content-type, content-encoding, x-sentry-auth, authorization, x-requested-with'

/** Node rejects headers with other characters, and details can quote the request. */
function headerText(text: string): string {
  return text.slice(0, 300).replaceAll(/[^\x20-\x7e]/g, '?')
}

/** `isLast`: the connection is closed behind it, read or not. */
export function sendAnswer(res: ServerResponse, { status, headers, body }: Answer, isLast = false): void {
  res.writeHead(status, (isLast ? [...headers, 'Connection', 'close'] : headers) as string[])
  res.end(body)
}

/** The same for a socket that no `ServerResponse` stands before. */
export function rawAnswer({ status, headers, body }: Answer, more: string): string | Buffer {
  const head = `${headers === WITH_ID ? ACCEPTED_HEAD : rawHead(status, headers)}${more}\r\n`
  return typeof body === 'string' ? `${head}${body}` : Buffer.concat([Buffer.from(head), body])
}

function rawHead(status: number, headers: readonly string[]): string {
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`
  for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`
  return head
}

/** Of nearly every answer. */
const ACCEPTED_HEAD = rawHead(200, WITH_ID)
