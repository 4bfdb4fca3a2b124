import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { Installation } from './installation.ts'
import { send, type Answer } from './send.ts'

/** What an event item may weigh. */
export const ITEM_BYTES = 1024 * 1024

/** As many times as fit. */
export const repeated = (pattern: string, chars: number): string =>
  pattern.repeat(Math.ceil(chars / pattern.length)).slice(0, chars)

/** Keys of objects as long as an item may be: whatever looks at keys has to look at these. */
export const LONG_KEYS: ReadonlyArray<readonly [name: string, event: object]> = [
  ['a key of 200,000 in user', { user: { [repeated('A', 200_000)]: 1 } }],
  ['a key of a megabyte in user', { user: { [repeated('A', 1_000_000)]: 1 } }],
  ['a key of a megabyte in extra', { extra: { [repeated('A', 1_000_000)]: 'x' } }],
  ['a key of a megabyte in tags', { tags: { [repeated('Aa', 1_000_000)]: 'x' } }],
  ['a key of a megabyte in a context', { contexts: { app: { [repeated('A', 1_000_000)]: 'x' } } }],
  ['a key of a megabyte among headers', { request: { headers: { [repeated('aB', 1_000_000)]: 'x' } } }],
  ['a key of a megabyte at the top', { [repeated('A', 1_000_000)]: { a: 1 } }],
]

/** Texts that look like the beginning of a secret again and again, each within its limit. */
export const ALMOST_SECRETS: ReadonlyArray<readonly [name: string, event: object]> = [
  ['breadcrumbs of eyJ-', { breadcrumbs: crumbs('eyJ-') }],
  ['breadcrumbs of addresses', { breadcrumbs: crumbs('a://b:') }],
  ['breadcrumbs of open quotations', { breadcrumbs: crumbs('"a":"\\') }],
  ['breadcrumbs of assignments', { breadcrumbs: crumbs('a[b]%=') }],
  ['breadcrumbs of key headers', { breadcrumbs: crumbs('-----BEGIN PRIVATE KEY-----') }],
]

function crumbs(pattern: string): object[] {
  // Quotation marks and backslashes take two bytes in JSON; the item has to stay within its limit.
  const length = Math.floor((8_000 * pattern.length) / (JSON.stringify(pattern).length - 2))
  return Array.from({ length: 100 }, () => ({ category: 'console', message: repeated(pattern, length) }))
}

/** Sends with the public key of the attacked project. */
export function plant(
  hindcast: Pick<Installation, 'origin' | 'projectId' | 'publicKey'>,
  event: object,
  eventId = randomBytes(16).toString('hex'),
): Promise<Answer> {
  const item = JSON.stringify({ event_id: eventId, platform: 'javascript', level: 'error', ...event })
  const body = Buffer.from(`${JSON.stringify({ event_id: eventId })}\n{"type":"event"}\n${item}\n`)
  return send(hindcast.origin, {
    method: 'POST',
    path: `/api/${hindcast.projectId}/envelope/`,
    query: `?sentry_version=7&sentry_key=${hindcast.publicKey}`,
    headers: { 'content-encoding': 'gzip' },
    body: gzipSync(body, { level: 1 }),
  })
}
