import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Only tests import this file: requests of real SDKs, recorded under fixtures/sdk. */
export interface Recording {
  /** `browser-11/attachments.02.event` */
  readonly name: string
  readonly method: string
  readonly path: string
  readonly query: string
  readonly headers: Readonly<Record<string, string>>
  readonly response: { readonly status: number; readonly body: string } | undefined
  readonly body: Buffer
}

const FOLDER = fileURLToPath(new URL('../../../../../fixtures/sdk', import.meta.url))
const INGEST_PATH = /\/api\/[1-9]\d*\/(?:envelope|store|security|csp-report)\//

export function readRecordings(): Recording[] {
  return readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => readRecording(file.slice(0, -'.json'.length)))
    .filter((recording) => recording !== undefined)
}

export function readIngestRecordings(): Recording[] {
  return readRecordings().filter(({ method, path }) => method === 'POST' && INGEST_PATH.test(path))
}

function readRecording(name: string): Recording | undefined {
  const described = JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8')) as Partial<{
    method: string
    path: string
    query: string
    headers: Record<string, string>
    response_given: { status: number; body: string }
  }>
  if (described.method === undefined || described.path === undefined) return undefined
  const bodyFile = join(FOLDER, `${name}.bin`)
  return {
    name,
    method: described.method,
    path: described.path,
    query: described.query ?? '',
    headers: described.headers ?? {},
    response: described.response_given,
    body: existsSync(bodyFile) ? readFileSync(bodyFile) : Buffer.alloc(0),
  }
}

const HOP_BY_HOP = new Set(['host', 'connection', 'content-length', 'transfer-encoding'])

/** As the SDK sent them, except for what a connection decides. */
export function replayHeaders(recording: Recording): Record<string, string> {
  return Object.fromEntries(Object.entries(recording.headers).filter(([name]) => !HOP_BY_HOP.has(name)))
}

export function projectOf(recording: Recording): string {
  return /\/api\/(\d+)\//.exec(recording.path)![1]!
}

/** The key it was sent with: in the query, a header or the dsn inside. */
export function keyOf(recording: Recording): string {
  const places = [
    recording.query,
    recording.headers['x-sentry-auth'] ?? '',
    recording.body.toString('latin1'),
  ]
  return /(?:sentry_key=|"dsn":"https?:\/\/)([0-9a-f]{32})/.exec(places.join('\n'))![1]!
}
