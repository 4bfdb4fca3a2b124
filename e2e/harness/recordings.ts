import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { RECORDINGS } from './paths.ts'

export type RecordingKind = 'envelope' | 'store' | 'security' | 'preflight' | 'management' | 'other'

/** A request of a real client, as it was on the wire (fixtures/README.md says what each is). */
export interface Recording {
  /** Folder and file, without the ending. */
  readonly name: string
  readonly kind: RecordingKind
  readonly method: string
  readonly path: string
  readonly query: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

export interface Target {
  readonly dsn: string
  readonly projectId: string
  readonly publicKey: string
}

interface Recorded {
  readonly method?: string
  readonly path: string
  readonly query: string
  readonly headers: Readonly<Record<string, string>>
}

export async function loadRecordings(): Promise<Recording[]> {
  const recordings: Recording[] = []
  const names: string[] = []
  for await (const name of glob('*/*.json', { cwd: RECORDINGS })) names.push(name)
  for (const name of names.toSorted((a, b) => a.localeCompare(b))) {
    const recorded = JSON.parse(await readFile(join(RECORDINGS, name), 'utf8')) as Recorded
    // Beside the requests lie manifests and replay segments taken apart, for people.
    if (recorded.method === undefined) continue
    const body = await readFile(join(RECORDINGS, name.replace(/\.json$/, '.bin'))).catch(() =>
      Buffer.alloc(0),
    )
    recordings.push({
      name: name.replace(/\.json$/, ''),
      kind: kindOf(recorded.method, recorded.path),
      method: recorded.method,
      path: recorded.path,
      query: recorded.query,
      headers: recorded.headers,
      body,
    })
  }
  return recordings
}

function kindOf(method: string, path: string): RecordingKind {
  if (method === 'OPTIONS') return 'preflight'
  if (path.startsWith('/api/0/')) return 'management'
  if (path.endsWith('/envelope/') || path === '/my/tunnel') return 'envelope'
  if (path.endsWith('/store/')) return 'store'
  return path.endsWith('/security/') ? 'security' : 'other'
}

/** The same request, addressed to our project with our key; everything else stays as the client sent it. */
export function addressTo(recording: Recording, target: Target): Recording {
  const { path, query, headers, body } = recording
  const key = (text: string): string => text.replace(/(sentry_key=)[0-9a-f]{32}/, `$1${target.publicKey}`)
  const auth = headers['x-sentry-auth']
  return {
    ...recording,
    path: path === '/my/tunnel' ? '/tunnel' : path.replace(/\/api\/\d{4}\//, `/api/${target.projectId}/`),
    query: key(query),
    headers: auth === undefined ? headers : { ...headers, 'x-sentry-auth': key(auth) },
    body: recording.kind === 'envelope' ? withDsn(body, target.dsn) : body,
  }
}

/** Only the envelope's header line names a DSN, and no item's length depends on that line. */
function withDsn(body: Buffer, dsn: string): Buffer {
  const end = body.indexOf(0x0a)
  const header = body.subarray(0, end).toString('utf8')
  if (!header.includes('"dsn":')) return body
  return Buffer.concat([Buffer.from(header.replace(/"dsn":"[^"]*"/, `"dsn":"${dsn}"`)), body.subarray(end)])
}

export interface Item {
  readonly type: string
  readonly payload: Buffer
}

/** An envelope taken apart as its grammar says, without the server's own parser. */
export function itemsOf(recording: Recording): {
  readonly eventId: string | undefined
  readonly items: Item[]
} {
  const gzipped = recording.headers['content-encoding'] === 'gzip'
  const bytes = gzipped ? gunzipSync(recording.body) : recording.body
  const items: Item[] = []
  let at = 0
  const line = (): Buffer => {
    const end = bytes.indexOf(0x0a, at)
    const found = bytes.subarray(at, end === -1 ? bytes.length : end)
    at = end === -1 ? bytes.length : end + 1
    return found
  }
  const header = JSON.parse(line().toString('utf8')) as { event_id?: string }
  while (at < bytes.length) {
    const itemHeader = JSON.parse(line().toString('utf8')) as { type: string; length?: number }
    const { length } = itemHeader
    const payload = length === undefined ? line() : bytes.subarray(at, at + length)
    if (length !== undefined) at += length + 1
    items.push({ type: itemHeader.type, payload })
  }
  // sentry-cli writes ids as UUIDs; the same id without dashes is what everybody else calls it.
  return { eventId: header.event_id?.replaceAll('-', ''), items }
}
