import { readFile } from 'node:fs/promises'
import { request, type IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendEvent } from './harness/app.ts'
import { buildPages } from './harness/build-pages.ts'
import { install, type Installation } from './harness/installation.ts'

interface Raw {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
}

const COPIES = { br: '.br', gzip: '.gz' } as const
const DECODERS = { br: brotliDecompressSync, gzip: gunzipSync } as const

/** What browsers get over the network, compressed or not. */
describe('compressed answers of a running server', () => {
  let hindcast: Installation
  beforeAll(async () => {
    hindcast = await install()
    for (let index = 0; index < 30; index++) {
      const value = `Cannot read item ${index}`
      const frames = [{ filename: `src/item-${index}.ts`, function: `item${index}`, lineno: 1, in_app: true }]
      await sendEvent(hindcast.dsn, {
        exception: { values: [{ type: `Error${index}`, value, stacktrace: { frames } }] },
      })
    }
    await hindcast.api.awaitIssues(30)
  })
  afterAll(async () => {
    expect(await hindcast?.close()).toBe(0)
  })

  /** As it was sent; `fetch` would decode it. `until`: ends a body that does not end. */
  function ask(path: string, headers: Record<string, string>, until?: string): Promise<Raw> {
    const authorization = `Bearer ${hindcast.init.token}`
    return new Promise((resolve, reject) => {
      const outgoing = request(`${hindcast.origin}${path}`, { headers: { authorization, ...headers } })
      outgoing.on('error', reject).on('response', (incoming) => {
        const chunks: Buffer[] = []
        const done = () =>
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            bytes: Buffer.concat(chunks),
          })
        incoming.on('data', (chunk: Buffer) => {
          chunks.push(chunk)
          if (until === undefined || !Buffer.concat(chunks).includes(until)) return
          done()
          outgoing.destroy()
        })
        incoming.on('end', done).on('error', reject)
      })
      outgoing.end()
    })
  }

  const ISSUES = '/api/v1/projects/web-shop/issues?limit=100'

  it.each(['br', 'gzip'] as const)(
    '[AP85] sends the list of issues with %s, as it is otherwise',
    async (encoding) => {
      const plain = await ask(ISSUES, {})
      const compressed = await ask(ISSUES, { 'accept-encoding': `deflate, ${encoding}` })
      expect(plain.headers['content-encoding']).toBeUndefined()
      expect(compressed.headers).toMatchObject({
        'content-encoding': encoding,
        'content-type': 'application/json',
        'content-length': String(compressed.bytes.length),
        'cache-control': 'no-store',
        vary: 'Accept-Encoding',
      })
      const issues = (bytes: Buffer) =>
        (JSON.parse(bytes.toString()) as { issues: { id: string }[] }).issues.map(({ id }) => id)
      expect(issues(DECODERS[encoding](compressed.bytes))).toEqual(issues(plain.bytes))
      expect(issues(plain.bytes)).toHaveLength(30)
      expect(compressed.bytes.length).toBeLessThan(plain.bytes.length / 5)
    },
  )

  it('[AP86] sends it as it is to the page of another site', async () => {
    const headers = { 'accept-encoding': 'br', 'sec-fetch-site': 'cross-site' }
    expect((await ask(ISSUES, headers)).headers['content-encoding']).toBeUndefined()
  })

  it('[AP86] does not compress the live stream, whose events would wait in the compressor', async () => {
    const headers = { 'accept-encoding': 'br, gzip' }
    const stream = await ask('/api/v1/live?project=web-shop', headers, 'retry:')
    expect(stream.status).toBe(200)
    expect(stream.headers['content-type']).toMatch(/^text\/event-stream/)
    expect(stream.headers['content-encoding']).toBeUndefined()
  })

  it('[AP87] serves every large script and style in the copies that the build made', async () => {
    const dist = await buildPages()
    const page = (await ask('/', {})).bytes.toString()
    const files = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path!)
    expect(files.length).toBeGreaterThan(2)
    for (const path of files) {
      const plain = await ask(path, {})
      if (plain.bytes.length < 1024) continue
      for (const encoding of ['br', 'gzip'] as const) {
        const compressed = await ask(path, { 'accept-encoding': encoding })
        expect(compressed.headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' })
        expect(compressed.headers.etag).not.toBe(plain.headers.etag)
        const copy = await readFile(join(dist, `${path}${COPIES[encoding]}`))
        expect(compressed.bytes.equals(copy), path).toBe(true)
        expect(DECODERS[encoding](copy).equals(plain.bytes), path).toBe(true)
        const again = await ask(path, {
          'accept-encoding': encoding,
          'if-none-match': compressed.headers.etag!,
        })
        expect(again).toMatchObject({ status: 304, bytes: Buffer.alloc(0) })
      }
      expect((await ask(`${path}.br`, {})).status).toBe(404)
    }
  })
})
