import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { servePages } from './pages.ts'

const INLINE = 'document.documentElement.dataset.theme = "dark"'
const HTML = `<!doctype html><script>${INLINE}</script><script type="module" src="/assets/a-1b2c.js"></script>`

describe('pages', () => {
  let root: string
  let app: Hono

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'hindcast-pages-'))
    const dist = join(root, 'dist')
    mkdirSync(join(dist, 'assets'), { recursive: true })
    writeFileSync(join(dist, 'index.html'), HTML)
    writeFileSync(join(dist, 'assets', 'a-1b2c.js'), 'export {}')
    writeFileSync(join(root, 'secret.txt'), 'secret')
    app = new Hono()
    servePages(app, dist)
  })
  afterEach(() => rmSync(root, { recursive: true }))

  it.each(['/', '/issues/12', '/de/projects/web', '/organizations/main/issues/1/'])(
    '[AP18] answers %s with the page, so that a copied address opens',
    async (path) => {
      const response = await app.request(path)
      expect(response.status).toBe(200)
      expect(await response.text()).toBe(HTML)
      expect(response.headers.get('Cache-Control')).toBe('no-cache')
    },
  )

  it('[AP18] lets hashed files be kept for ever, and compresses them', async () => {
    const response = await app.request('/assets/a-1b2c.js', { headers: { 'Accept-Encoding': 'gzip' } })
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8')
    expect(gunzipSync(await response.arrayBuffer()).toString()).toBe('export {}')
  })

  it('[AP18] answers an unchanged page with 304', async () => {
    const etag = (await app.request('/')).headers.get('ETag')!
    const response = await app.request('/', { headers: { 'If-None-Match': etag } })
    expect(response.status).toBe(304)
    expect(await response.text()).toBe('')
  })

  it('[AP6] allows inline blocks by their hash and nothing else inline', async () => {
    const policy = (await app.request('/')).headers.get('Content-Security-Policy')
    const hash = createHash('sha256').update(INLINE).digest('base64')
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`)
    expect(policy).toContain("style-src 'self';")
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
    servePages(bare, join(root, 'nowhere'))
    expect((await bare.request('/')).status).toBe(503)
  })
})
