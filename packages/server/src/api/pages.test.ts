import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Language } from '#api/http/languages.ts'
import { servePages } from './pages.ts'

const INLINE = 'document.documentElement.dataset.theme = "dark"'
const HTML = `<!doctype html><html class="x" lang="en"><script>${INLINE}</script><script type="module" src="/assets/a-1b2c.js"></script></html>`
const REFERENCE = '<!doctype html><html lang="en"><a href="limits.html">Limits</a></html>'
const GERMAN = HTML.replace('"en"', '"de"')
const LARGE = '//'.padEnd(3_000_000, 'large')
const silent = { debug() {}, info() {}, warn() {}, error() {} }

describe('pages', () => {
  let root: string
  let app: Hono
  let languageOf: (headers: Headers) => Promise<Language | null>

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'hindcast-pages-'))
    const dist = join(root, 'dist')
    mkdirSync(join(dist, 'assets'), { recursive: true })
    writeFileSync(join(dist, 'index.html'), HTML)
    writeFileSync(join(dist, 'assets', 'a-1b2c.js'), 'export {}')
    writeFileSync(join(dist, 'assets', 'b-5f6a.js'), 'export const b = 1')
    writeFileSync(join(dist, 'assets', 'b-5f6a.js.br'), brotliCompressSync('prepared for br'))
    writeFileSync(join(dist, 'assets', 'b-5f6a.js.gz'), gzipSync('prepared for gzip'))
    writeFileSync(join(dist, 'assets', 'inter-3d4e.woff2'), 'wOF2')
    writeFileSync(join(dist, 'assets', 'worker.min-7a8b.js'), 'postMessage(1)')
    writeFileSync(join(dist, 'assets', 'large-9c0d.js'), LARGE)
    writeFileSync(join(dist, 'assets', 'large-9c0d.js.br'), brotliCompressSync(LARGE))
    mkdirSync(join(dist, 'reference'))
    writeFileSync(join(dist, 'reference', 'index.html'), REFERENCE)
    writeFileSync(join(dist, 'reference', 'limits.html'), 'limits')
    writeFileSync(join(root, 'secret.txt'), 'secret')
    // As the API does: paths then come without the slash at their end.
    app = new Hono({ strict: false })
    languageOf = async () => null
    servePages(app, { webDir: dist, languageOf: (headers) => languageOf(headers), log: silent })
  })
  afterEach(() => rmSync(root, { recursive: true }))

  it.each([
    '/',
    '/issues/12',
    '/design',
    '/projects/web/releases/shop@1.4.2',
    '/organizations/main/issues/1/',
  ])('[AP18] answers %s with the page, so that a copied address opens', async (path) => {
    const response = await app.request(path)
    expect(response.status).toBe(200)
    expect(await response.text()).toBe(HTML)
    expect(response.headers.get('Cache-Control')).toBe('no-cache')
  })

  it('[AR21] serves the reference under its own policy, whatever language the reader prefers', async () => {
    const headers = { 'Accept-Language': 'de' }
    const index = await app.request('/reference/', { headers })
    expect([index.status, await index.text()]).toEqual([200, REFERENCE])
    expect(index.headers.get('Content-Security-Policy')).toContain("script-src 'self';")
    expect(await (await app.request('/reference/limits.html', { headers })).text()).toBe('limits')
    expect((await app.request('/reference/nothing.html')).status).toBe(404)
    const bare = await app.request('/reference')
    expect([bare.status, bare.headers.get('Location')]).toEqual([308, '/reference/'])
  })

  it('[AP18] lets hashed files be kept for ever, and compresses them', async () => {
    const response = await app.request('/assets/a-1b2c.js', { headers: { 'Accept-Encoding': 'gzip' } })
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8')
    expect(gunzipSync(await response.arrayBuffer()).toString()).toBe('export {}')
  })

  it('[AP18] lets a font be kept for ever, as it is', async () => {
    const response = await app.request('/assets/inter-3d4e.woff2', { headers: { 'Accept-Encoding': 'gzip' } })
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('Content-Type')).toBe('font/woff2')
    expect(await response.text()).toBe('wOF2')
  })

  const script = (headers: Record<string, string>) => app.request('/assets/b-5f6a.js', { headers })

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('[AP87] sends the %s file that the build prepared, byte for byte', async (encoding, decode) => {
    const response = await script({ 'Accept-Encoding': `zstd, ${encoding}` })
    expect(response.headers.get('Content-Encoding')).toBe(encoding)
    expect(response.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8')
    expect(response.headers.get('Vary')).toBe('Accept-Encoding')
    // Prepared with other content than the plain file, so that the test sees which one it gets.
    expect(decode(await response.arrayBuffer()).toString()).toBe(`prepared for ${encoding}`)
  })

  it('[AP87] sends the plain file to a client that accepts neither, and the copies under no address of their own', async () => {
    for (const accepted of ['', 'identity', 'br;q=0, gzip;q=0.0']) {
      const response = await script({ 'Accept-Encoding': accepted })
      expect(response.headers.get('Content-Encoding')).toBeNull()
      expect(await response.text()).toBe('export const b = 1')
    }
    for (const copy of ['br', 'gz']) expect((await app.request(`/assets/b-5f6a.js.${copy}`)).status).toBe(404)
  })

  it('[AP87] gives each encoding a tag of its own and answers 304 only to that one, also when a proxy made it weak', async () => {
    const tags = await Promise.all(
      ['identity', 'gzip', 'br'].map(async (accepted) =>
        (await script({ 'Accept-Encoding': accepted })).headers.get('ETag'),
      ),
    )
    expect(new Set(tags).size).toBe(3)
    const again = (tag: string) => script({ 'Accept-Encoding': 'br', 'If-None-Match': tag })
    expect((await again(tags[0]!)).status).toBe(200)
    expect((await again(tags[1]!)).status).toBe(200)
    for (const known of [tags[2]!, `W/${tags[2]!}`, `"other", ${tags[2]!}`]) {
      const response = await again(known)
      expect(response.status).toBe(304)
      expect(response.headers.get('ETag')).toBe(tags[2])
      expect(response.headers.get('Content-Encoding')).toBeNull()
    }
  })

  it('[AP18] answers an unchanged page with 304', async () => {
    const etag = (await app.request('/')).headers.get('ETag')!
    const response = await app.request('/', { headers: { 'If-None-Match': etag } })
    expect(response.status).toBe(304)
    expect(await response.text()).toBe('')
  })

  it('[AP6] lets the worker that reads screenshots compile WebAssembly, and no other script', async () => {
    const policyOf = async (file: string) =>
      (await app.request(`/assets/${file}`)).headers.get('Content-Security-Policy') ?? ''
    expect(await policyOf('worker.min-7a8b.js')).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
    )
    expect(await policyOf('a-1b2c.js')).not.toContain('wasm')
  })

  it('[AP18] serves a large file as it is and as it was compressed', async () => {
    expect(await (await app.request('/assets/large-9c0d.js')).text()).toBe(LARGE)
    const headers = { 'Accept-Encoding': 'br' }
    const response = await app.request('/assets/large-9c0d.js', { headers })
    expect(response.headers.get('Content-Encoding')).toBe('br')
    expect(brotliDecompressSync(Buffer.from(await response.arrayBuffer())).toString()).toBe(LARGE)
  })

  it('[AP6] allows inline blocks by their hash and nothing else inline', async () => {
    const policy = (await app.request('/')).headers.get('Content-Security-Policy')
    const hash = createHash('sha256').update(INLINE).digest('base64')
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`)
    expect(policy).toContain("style-src 'self';")
    expect(policy).toContain("connect-src 'self';")
    expect(policy).toContain("font-src 'self';")
    expect(policy).toContain("worker-src 'self';")
    expect(policy).not.toContain('unsafe')
  })

  it.each([
    '/assets/old-9999.js',
    '/favicon.ico',
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
  ])('[AP18] does not find %s, in the folder or outside it', async (path) => {
    const response = await app.fetch(new Request(`http://localhost${path}`))
    expect(response.status).toBe(404)
    expect(await response.text()).toBe('Not found')
  })

  it('[AP18] says so where the interface has not been built', async () => {
    const bare = new Hono()
    servePages(bare, { webDir: join(root, 'nowhere'), languageOf, log: silent })
    expect((await bare.request('/')).status).toBe(503)
  })

  const ask = (path: string, acceptLanguage = '', etag = '') =>
    app.request(path, { headers: { 'Accept-Language': acceptLanguage, 'If-None-Match': etag } })

  it.each(['/de', '/de/', '/de/issues/12?period=24h'])(
    '[AP23] answers %s in German, whatever the browser says, under an etag of its own',
    async (path) => {
      const response = await ask(path, 'en')
      expect(await response.text()).toBe(GERMAN)
      expect(response.headers.get('Content-Language')).toBe('de')
      const english = await ask('/issues/12')
      expect(english.headers.get('Content-Language')).toBe('en')
      expect(english.headers.get('ETag')).not.toBe(response.headers.get('ETag'))
      expect(english.headers.get('Content-Security-Policy')).toBe(
        response.headers.get('Content-Security-Policy'),
      )
      expect((await ask(path, 'en', response.headers.get('ETag')!)).status).toBe(304)
    },
  )

  it.each([
    ['/', '/de'],
    ['/issues/12?query=is%3Aunresolved&x=%C3%A9', '/de/issues/12?query=is%3Aunresolved&x=%C3%A9'],
    ['/routes/%2Fcaf%C3%A9', '/de/routes/%2Fcaf%C3%A9'],
    ['/organizations/main/issues/1/', '/de/organizations/main/issues/1/'],
    ['//elsewhere.example/x', '/de//elsewhere.example/x'],
  ])('[AP23] sends a German reader from %s to %s, and keeps no memory of it', async (path, to) => {
    const response = await app.fetch(
      new Request(`http://localhost${path}`, { headers: { 'Accept-Language': 'de-AT,en;q=0.5' } }),
    )
    expect(response.status).toBe(302)
    expect(response.headers.get('Location')).toBe(to)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(response.headers.get('Vary')).toBe('Accept-Language, Cookie')
    expect((await ask(to, 'de')).status).toBe(200)
  })

  it.each([
    ['/en', '/'],
    ['/en/issues/12?cursor=a', '/issues/12?cursor=a'],
    ['/en//elsewhere.example/x', '/elsewhere.example/x'],
    ['/en/%5Celsewhere', '/%5Celsewhere'],
    ['/en/\\elsewhere.example/x', '/elsewhere.example/x'],
  ])('[AP23] sends %s to %s, and never to another site', async (path, to) => {
    const response = await app.fetch(new Request(`http://localhost${path}`))
    expect(response.status).toBe(302)
    expect(response.headers.get('Location')).toBe(to)
  })

  it('[AP23] lets the choice of the account win over the browser', async () => {
    languageOf = async () => 'en'
    const english = await ask('/issues', 'de')
    expect(english.status).toBe(200)
    expect(english.headers.get('Vary')).toBe('Accept-Language, Cookie, Accept-Encoding')
    languageOf = async () => 'de'
    expect((await ask('/issues', 'en')).headers.get('Location')).toBe('/de/issues')
  })

  it('[AP23] shows the page in the language of the browser while the accounts do not answer', async () => {
    languageOf = async () => Promise.reject(new Error('no such table'))
    expect((await ask('/issues', 'en')).status).toBe(200)
    expect((await ask('/issues', 'de')).headers.get('Location')).toBe('/de/issues')
  })

  it.each(['/assets/a-1b2c.js', '/assets/old-9999.js', '/favicon.ico'])(
    '[AP23] does not send %s anywhere',
    async (path) => {
      expect((await ask(path, 'de')).headers.get('Location')).toBeNull()
    },
  )
})
