import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { DEFAULT_PROJECT_SETTINGS } from '#domain/projects/project.ts'
import { Drop } from '#domain/intake/outcome.ts'
import { parseEnvelope } from '#protocol/envelope.ts'
import { normaliseEventId } from '#protocol/event-id.ts'
import type { Receipt, SpoolRecord } from '#spool/spool.ts'
import { digestInParts } from './digest.ts'
import type { DigestedParts } from './digest.ts'

const SDK = new URL('../../../../../fixtures/sdk/', import.meta.url)

interface Recorded {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly headers: Readonly<Record<string, string>>
  readonly received_at: string
}

export interface Recording {
  /** `browser-11/uncaught-error.02.event` */
  readonly name: string
  readonly record: SpoolRecord
}

/** Every recorded request that carries telemetry, as the spool would hand it out. */
export function recordings(): readonly Recording[] {
  const found: Recording[] = []
  for (const folder of readdirSync(SDK).toSorted()) {
    for (const file of readdirSync(new URL(`${folder}/`, SDK)).toSorted()) {
      const recording = file.endsWith('.bin') ? read(`${folder}/${file.slice(0, -4)}`) : undefined
      if (recording !== undefined) found.push(recording)
    }
  }
  return found
}

export function digestRecording({ record }: Recording): DigestedParts {
  return digestInParts(record, { spoolId: 'recordings', settings: DEFAULT_PROJECT_SETTINGS, filters: [] })
}

function read(name: string): Recording | undefined {
  const recorded = JSON.parse(readFileSync(fileOf(`${name}.json`), 'utf8')) as Recorded
  const form = formOf(recorded)
  if (form === undefined) return undefined
  const sent = readFileSync(fileOf(`${name}.bin`))
  const body = recorded.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent
  const receipt = receiptOf(recorded, form, body)
  return { name, record: { position: 0, next: body.length, receipt, body } }
}

function fileOf(name: string): string {
  return fileURLToPath(new URL(encodeURIComponent(name).replaceAll('%2F', '/'), SDK))
}

function formOf({ method, path }: Recorded): Receipt['form'] | undefined {
  if (method !== 'POST' || path.includes('/api/0/')) return undefined
  if (path.endsWith('/store/')) return 'store'
  return path.endsWith('/security/') ? 'security' : 'envelope'
}

function receiptOf(recorded: Recorded, form: Receipt['form'], body: Uint8Array): Receipt {
  const query = new URLSearchParams(recorded.query)
  const named = (key: string) => query.get(key) ?? undefined
  const envelope = form === 'envelope' ? parseEnvelope(body) : undefined
  const eventId = envelope instanceof Drop ? undefined : normaliseEventId(envelope?.header['event_id'])
  const sdk = named('sentry_client')
  const environment = named('sentry_environment')
  const release = named('sentry_release')
  const userAgent = recorded.headers['user-agent']
  const hints = Object.entries(recorded.headers).filter(([name]) => name.startsWith('sec-ch-ua'))
  return {
    receivedAt: Date.parse(recorded.received_at),
    projectId: '1',
    keyId: 'k',
    form,
    clientAddress: '203.0.113.9',
    clientHints: Object.fromEntries(hints),
    ...(eventId !== undefined && { eventId }),
    ...(userAgent !== undefined && { userAgent }),
    ...(sdk !== undefined && { sdk }),
    ...(environment !== undefined && { environment }),
    ...(release !== undefined && { release }),
  }
}
