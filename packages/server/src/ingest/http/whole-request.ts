import { LIMITS } from '#domain/limits.ts'
import { remember } from '#domain/memoize.ts'

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
const OTHER_WAY: ReadonlySet<string> = new Set(['transfer-encoding', 'expect', 'upgrade', 'trailer', 'te'])

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
  if (headers?.['host'] === undefined) return undefined
  const body = bytes.subarray(headEnd + 4)
  return body.length === Number(headers['content-length']) ? { target, headers, body } : undefined
}

function readHeaders(head: string, start: number): Record<string, string> | undefined {
  const headers: Record<string, string> = {}
  let before = FIRST
  for (let at = start; at < head.length; at += before.text.length) {
    const line = nextLine(before, head, at)
    // One name twice is joined by some and overruled by others.
    if (line === undefined || headers[line.name] !== undefined) return undefined
    headers[line.name] = line.value
    before.next = line
    before = line
  }
  return headers
}

interface Line {
  /** With its end. */
  readonly text: string
  readonly name: string
  readonly value: string
  /** What came behind it the last time, and mostly will again. */
  next: Line | undefined
}

const FIRST: Line = { text: '', name: '', value: '', next: undefined }

function nextLine({ next }: Line, head: string, at: number): Line | undefined {
  if (next !== undefined && head.startsWith(next.text, at)) return next
  return lineOf(head.slice(at, head.indexOf('\r\n', at) + 2))
}

/** Senders say the same of themselves again and again: most lines were read before. */
const lineOf = remember(readLine, { entries: 500, longest: 512 })

function readLine(text: string): Line | undefined {
  const colon = text.indexOf(':')
  const name = text.slice(0, Math.max(0, colon)).toLowerCase()
  const value = text.slice(colon + 1, -2)
  if (!NAME.test(name) || !VALUE.test(value)) return undefined
  const line: Line = { text, name, value: value.trim(), next: undefined }
  return isPlain(line) ? line : undefined
}

function isPlain({ name, value }: Line): boolean {
  if (name === 'connection') return value.toLowerCase() === 'keep-alive'
  if (name === 'content-length') return LENGTH.test(value)
  return !OTHER_WAY.has(name)
}
