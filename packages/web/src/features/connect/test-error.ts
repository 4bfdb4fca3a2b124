import { request } from '#lib/api/client.ts'
import { readDsn } from './dsn.ts'
import { TEST_SDK } from './proofs.ts'

interface Frame {
  readonly function: string
  readonly filename: string
  readonly lineno: number
  readonly colno: number
  readonly in_app: true
}

const CHROME = /^\s*at (?:(?:async )?(.+?) \()?([^()\s]+):(\d+):(\d+)\)?$/
const FIREFOX = /^(.*?)@(\S+?):(\d+):(\d+)$/

/** The stack as SDKs send it: oldest call first. */
export function framesOf(stack: string): readonly Frame[] {
  const frames: Frame[] = []
  for (const line of stack.split('\n')) {
    const found = CHROME.exec(line) ?? FIREFOX.exec(line)
    if (found === null) continue
    const [, name, filename, lineno, colno] = found
    frames.push({
      function: name || '?',
      filename: filename!,
      lineno: Number(lineno),
      colno: Number(colno),
      in_app: true,
    })
  }
  return frames.toReversed()
}

/** A real error in a real envelope, so that what it proves is the way every other event takes. */
export function testEnvelope(error: Error, eventId: string, dsn: string, sentAt: Date): string {
  const event = {
    event_id: eventId,
    timestamp: sentAt.getTime() / 1000,
    platform: 'javascript',
    level: 'error',
    environment: 'test',
    sdk: { name: TEST_SDK, version: '1.0.0' },
    tags: { source: 'connect page' },
    request: { url: location.origin + location.pathname, headers: { 'User-Agent': navigator.userAgent } },
    exception: {
      values: [
        {
          type: error.name,
          value: error.message,
          mechanism: { type: 'generic', handled: true },
          stacktrace: { frames: framesOf(error.stack ?? '') },
        },
      ],
    },
  }
  const header = { event_id: eventId, sent_at: sentAt.toISOString(), dsn }
  return [header, { type: 'event', content_type: 'application/json' }, event]
    .map((part) => JSON.stringify(part))
    .join('\n')
}

/** The intake rejected the request; status 0: invalid DSN. */
export class Refused extends Error {
  override readonly name = 'Rejected'
  readonly status: number
  readonly detail: string
  constructor(status: number, detail: string) {
    super(detail)
    this.status = status
    this.detail = detail
  }
}

/** Posts to the DSN's endpoint on this page's own origin: no CORS, no ad blocker, only the server's own way. */
export async function sendTestError(dsnText: string): Promise<string> {
  const dsn = readDsn(dsnText)
  if (dsn === undefined) throw new Refused(0, dsnText)
  const eventId = randomEventId()
  const body = testEnvelope(throwAndCatch(), eventId, dsnText, new Date())
  const response = await request(`${dsn.envelopePath}?sentry_key=${dsn.publicKey}&sentry_version=7`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-sentry-envelope' },
    body,
  })
  if (!response.ok) throw new Refused(response.status, await detailOf(response))
  return eventId
}

function throwAndCatch(): Error {
  try {
    throw new TestError('This is a test error, sent from the connect page')
  } catch (error) {
    return error as Error
  }
}

class TestError extends Error {
  override readonly name = 'TestError'
}

/** Not `crypto.randomUUID`: that exists only on https and localhost. */
function randomEventId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

async function detailOf(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => undefined)
  return typeof body === 'object' && body !== null && 'detail' in body ? String(body.detail) : ''
}
