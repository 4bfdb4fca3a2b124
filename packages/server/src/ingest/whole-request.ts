import { LIMITS } from '#domain/limits.ts'
import { remember } from '#domain/remember.ts'

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
    const line = lineOf(head.slice(at, end))
    // One name twice is joined by some and overruled by others.
    if (line === undefined || headers[line.name] !== undefined) return undefined
    headers[line.name] = line.value
    at = end + 2
  }
  return headers
}

interface Line {
  readonly name: string
  readonly value: string
}

/** Senders say the same of themselves again and again: most lines were read before. */
const lineOf = remember(readLine, { entries: 500, longest: 512 })

function readLine(text: string): Line | undefined {
  const colon = text.indexOf(':')
  const name = text.slice(0, Math.max(0, colon)).toLowerCase()
  const value = text.slice(colon + 1)
  return NAME.test(name) && VALUE.test(value) ? { name, value: value.trim() } : undefined
}

function isPlain(headers: Readonly<Record<string, string>>): boolean {
  const { host, connection = 'keep-alive', 'content-length': length = '' } = headers
  if (host === undefined || connection.toLowerCase() !== 'keep-alive' || !LENGTH.test(length)) return false
  return OTHER_WAY.every((name) => headers[name] === undefined)
}
