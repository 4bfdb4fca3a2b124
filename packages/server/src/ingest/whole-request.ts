import { LIMITS } from '#domain/limits.ts'

/** A POST whose head and body came in one piece. */
export interface WholeRequest {
  readonly target: string
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

const START = 'POST /'
const VERSION = ' HTTP/1.1'
const TARGET = /^[\w\-.~!$&'()*+,;=:@%/?]+$/
const NAME = /^[a-z\d-]+$/
const VALUE = /^[\x20-\x7e]*$/
const LENGTH = /^(?:0|[1-9]\d{0,6})$/

/** They change where a message ends or what the connection is for. */
const OTHER_WAY = ['transfer-encoding', 'expect', 'upgrade', 'trailer', 'te'] as const

/**
 * Reads the plainest form of a request, and nothing else: whatever could be read in two ways, or in a way that
 * `node:http` would not, is undefined here and read by `node:http`. Never an error, so never a disagreement.
 */
export function readWholeRequest(bytes: Buffer): WholeRequest | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd === -1 || headEnd > LIMITS.requestHeaderBytes / 2) return undefined
  const head = bytes.toString('latin1', 0, headEnd + 2)
  const lineEnd = head.indexOf('\r\n')
  const targetEnd = lineEnd - VERSION.length
  if (!head.startsWith(START) || !head.startsWith(VERSION, targetEnd)) return undefined
  const target = head.slice(START.length - 1, targetEnd)
  const headers = TARGET.test(target) ? readHeaders(head, lineEnd + 2) : undefined
  if (headers === undefined || !isPlain(headers)) return undefined
  const body = bytes.subarray(headEnd + 4)
  return body.length === Number(headers['content-length']) ? { target, headers, body } : undefined
}

function readHeaders(head: string, start: number): Record<string, string> | undefined {
  const headers: Record<string, string> = {}
  for (let at = start; at < head.length;) {
    const end = head.indexOf('\r\n', at)
    const colon = head.indexOf(':', at)
    if (colon === -1 || colon > end) return undefined
    const name = head.slice(at, colon).toLowerCase()
    const value = head.slice(colon + 1, end)
    // One name twice is joined by some and overruled by others.
    if (!NAME.test(name) || !VALUE.test(value) || headers[name] !== undefined) return undefined
    headers[name] = value.trim()
    at = end + 2
  }
  return headers
}

function isPlain(headers: Readonly<Record<string, string>>): boolean {
  const { host, connection = 'keep-alive', 'content-length': length = '' } = headers
  if (host === undefined || connection.toLowerCase() !== 'keep-alive' || !LENGTH.test(length)) return false
  return OTHER_WAY.every((name) => headers[name] === undefined)
}
