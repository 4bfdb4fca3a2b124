import { request } from '../../lib/call.ts'
import { readDsn } from '../../lib/dsn.ts'

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
    sdk: { name: 'hindcast.start-page', version: '0.1.0' },
    tags: { source: 'start page' },
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

/** Posts to the DSN's endpoint on this page's own origin: no CORS, no ad blocker, only the server's own way. */
export async function sendTestError(dsnText: string): Promise<string> {
  const dsn = readDsn(dsnText)
  if (dsn === undefined) throw new Error('This project has no usable DSN.')
  const eventId = randomEventId()
  const body = testEnvelope(throwAndCatch(), eventId, dsnText, new Date())
  const response = await request(`${dsn.envelopePath}?sentry_key=${dsn.publicKey}&sentry_version=7`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-sentry-envelope' },
    body,
  })
  if (!response.ok) throw new Error(await refusal(response))
  return eventId
}

function throwAndCatch(): Error {
  try {
    throw new TestError('This is a test error, sent from the start page')
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

async function refusal(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => undefined)
  const detail = typeof body === 'object' && body !== null && 'detail' in body ? String(body.detail) : ''
  return `The server refused it with status ${response.status}${detail === '' ? '.' : `: ${detail}`}`
}
