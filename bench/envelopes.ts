import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'

const TARGET_BYTES = 4096

/** An error envelope of about 4 KB as @sentry/browser sends it, with a fresh id; one of `bugs` different bugs. */
export function errorEnvelope(options: {
  readonly bug: number
  readonly marker?: string
  readonly tags?: Readonly<Record<string, string>>
}): {
  id: string
  body: Buffer
} {
  const id = randomBytes(16).toString('hex')
  const at = Date.now() / 1000
  const frames = Array.from({ length: 12 }, (_, depth) => ({
    filename: `https://shop.example.com/assets/module${depth}-a1b2c3d4.js`,
    function: depth === 11 ? `handler${options.bug}` : `step${depth}`,
    in_app: true,
    lineno: 1,
    colno: 1000 + depth,
  }))
  const event = {
    event_id: id,
    exception: {
      values: [
        {
          type: options.marker ?? 'TypeError',
          value: `Cannot read properties of undefined (reading 'field${options.bug}')`,
          stacktrace: { frames },
          mechanism: { type: 'auto.browser.global_handlers.onerror', handled: false },
        },
      ],
    },
    level: 'error',
    platform: 'javascript',
    timestamp: at,
    environment: 'production',
    release: 'shop@4.2.1',
    user: { id: String(Math.floor(Math.random() * 5000)) },
    tags: { route: '/[locale]/cart', build: 'a1b2c3d4', ...options.tags },
    request: {
      url: 'https://shop.example.com/de/cart',
      headers: {
        'User-Agent':
          'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
      },
    },
    contexts: {
      trace: { trace_id: randomBytes(16).toString('hex'), span_id: randomBytes(8).toString('hex') },
    },
    breadcrumbs: Array.from({ length: 10 }, (_, index) => ({
      timestamp: at - index,
      category: 'fetch',
      type: 'http',
      data: { method: 'GET', url: `/api/products/${Math.floor(Math.random() * 1000)}`, status_code: 200 },
    })),
    extra: { note: '' },
  }
  const bare = envelopeText(id, event)
  event.extra.note = 'x'.repeat(Math.max(0, TARGET_BYTES - bare.length))
  return { id, body: Buffer.from(envelopeText(id, event)) }
}

function envelopeText(id: string, event: object): string {
  const header = {
    event_id: id,
    sent_at: new Date().toISOString(),
    sdk: { name: 'sentry.javascript.browser', version: '11.11.0' },
  }
  return `${JSON.stringify(header)}\n{"type":"event"}\n${JSON.stringify(event)}`
}

/** Ready-made HTTP/1.1 request bytes, so that the generator costs as little as possible. */
export function requestBytes(options: {
  readonly path: string
  readonly host: string
  readonly body: Buffer
  readonly gzip: boolean
}): Buffer {
  const body = options.gzip ? gzipSync(options.body) : options.body
  const head =
    `POST ${options.path} HTTP/1.1\r\nHost: ${options.host}\r\nContent-Type: text/plain;charset=UTF-8\r\n` +
    `Origin: https://shop.example.com\r\n${options.gzip ? 'Content-Encoding: gzip\r\n' : ''}Content-Length: ${body.length}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), body])
}

/** Requests with a fresh id each, made from templates: the generator must not take the core it measures. */
export function freshRequests(options: {
  readonly path: string
  readonly host: string
  readonly bugs: number
}): () => Buffer {
  const templates = Array.from({ length: options.bugs }, (_, bug) => {
    const { id, body } = errorEnvelope({ bug })
    const bytes = requestBytes({ path: options.path, host: options.host, body, gzip: false })
    return { bytes, offsets: offsetsOf(bytes, id) }
  })
  return () => {
    const { bytes, offsets } = templates[Math.floor(Math.random() * templates.length)]!
    const copy = Buffer.from(bytes)
    const id = randomBytes(16).toString('hex')
    for (const offset of offsets) copy.write(id, offset, 'latin1')
    return copy
  }
}

function offsetsOf(bytes: Buffer, id: string): readonly number[] {
  const offsets: number[] = []
  for (let at = bytes.indexOf(id); at >= 0; at = bytes.indexOf(id, at + 1)) offsets.push(at)
  return offsets
}
