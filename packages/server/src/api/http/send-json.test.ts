import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { beforeEach, describe, expect, it } from 'vitest'
import { LIMITS } from '#domain/limits.ts'
import { createSendJson } from './send-json.ts'

const LARGE = { rows: Array.from({ length: 200 }, (_, id) => ({ id, title: `Cannot read ${id}` })) }
const LARGE_TEXT = JSON.stringify(LARGE)

describe('answers in JSON', () => {
  let app: Hono
  beforeEach(() => {
    const sendJson = createSendJson()
    app = new Hono()
    app.on(['GET', 'POST'], '/large', (c) => sendJson(c, LARGE, 201))
    app.get('/at-limit/:length', (c) => sendJson(c, 'x'.repeat(Number(c.req.param('length')) - 2)))
  })
  const ask = (path: string, headers: Record<string, string>, method = 'GET') =>
    app.request(path, { method, headers })
  const encodingOf = async (headers: Record<string, string>, method = 'GET') => {
    const response = await ask('/large', headers, method)
    const encoding = response.headers.get('Content-Encoding')
    if (encoding === null) expect(await response.text()).toBe(LARGE_TEXT)
    return encoding
  }

  it.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip, deflate', 'gzip', gunzipSync],
    ['br;q=0, GZIP;q=0.5', 'gzip', gunzipSync],
  ])('[AP85] compresses for a client that accepts %s with %s', async (accepted, encoding, decode) => {
    const response = await ask('/large', { 'Accept-Encoding': accepted })
    expect(response.status).toBe(201)
    expect(response.headers.get('Content-Encoding')).toBe(encoding)
    expect(response.headers.get('Content-Type')).toBe('application/json')
    expect(response.headers.get('Vary')).toBe('Accept-Encoding')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.length).toBeLessThan(LARGE_TEXT.length / 5)
    expect(decode(bytes).toString()).toBe(LARGE_TEXT)
  })

  it.each(['', 'identity', '*', 'deflate', 'br;q=0, gzip;q=0', 'gzip;q=no', 'brr'])(
    '[AP85] leaves the answer as it is for a client that accepts "%s"',
    async (accepted) => expect(await encodingOf({ 'Accept-Encoding': accepted })).toBeNull(),
  )

  it('[AP85] leaves short answers as they are, and says that others are not', async () => {
    const least = LIMITS.answers.compressFromBytes
    const at = async (length: number) =>
      (await ask(`/at-limit/${length}`, { 'Accept-Encoding': 'br' })).headers
    expect((await at(least)).get('Content-Encoding')).toBe('br')
    expect((await at(least - 1)).get('Content-Encoding')).toBeNull()
    expect((await at(least - 1)).get('Vary')).toBe('Accept-Encoding')
  })

  it('[AP85] compresses only a few at a time, sends the others as they are, and goes on afterwards', async () => {
    const asked = LIMITS.answers.compressedAtOnce + 3
    const together = await Promise.all(
      Array.from({ length: asked }, () => encodingOf({ 'Accept-Encoding': 'br' })),
    )
    expect(together.filter((encoding) => encoding === 'br')).toHaveLength(LIMITS.answers.compressedAtOnce)
    expect(await encodingOf({ 'Accept-Encoding': 'br' })).toBe('br')
  })

  it('[AP86] never compresses the answer to a change: it may bring a new credential', async () => {
    expect(await encodingOf({ 'Accept-Encoding': 'br' }, 'POST')).toBeNull()
  })

  it.each([
    ['cross-site', null],
    ['same-site', null],
    ['same-origin', 'br'],
    ['none', 'br'],
  ])('[AP86] answers a request of a %s page with encoding %s', async (site, encoding) => {
    expect(await encodingOf({ 'Accept-Encoding': 'br', 'Sec-Fetch-Site': site })).toBe(encoding)
  })
})
