import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context, Hono } from 'hono'
import type { Log } from '#domain/log.ts'
import { pagePolicy } from '#api/http/content-security-policy.ts'
import { acceptedLanguage, type Language, languageInPath, pathIn } from '#api/http/languages.ts'
import { withoutTrailing } from '#domain/trim-end.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}
/** An address without a language is answered by who asks. */
const BY_READER = 'Accept-Language, Cookie'
const COMPRESSIBLE = /^(?:text\/|application\/|image\/svg)/
/** The highest costs a second for the largest file, which the first reader would wait for; this one 30 ms. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }
const ENCODERS = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, BROTLI),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
} as const
type Encoding = keyof typeof ENCODERS

interface Asset {
  readonly bytes: Buffer<ArrayBuffer>
  readonly type: string
  readonly etag: string
  /** Its name changes with its content. */
  readonly hashed: boolean
  readonly policy: string | undefined
  readonly language: Language | undefined
  readonly encoded: Map<Encoding, Promise<Buffer<ArrayBuffer>>>
}

export interface PagesDeps {
  readonly webDir: string | undefined
  readonly languageOf: (headers: Headers) => Promise<Language | null>
  readonly log: Log
}

/** The built user interface, from memory: what was not in the folder at the start cannot be asked for. */
export function servePages(app: Hono, { webDir, languageOf, log }: PagesDeps): void {
  const assets = webDir === undefined || !existsSync(webDir) ? new Map<string, Asset>() : readAssets(webDir)
  const pages = translated(assets.get('/index.html'))

  async function preferred(c: Context): Promise<Language> {
    try {
      return (await languageOf(c.req.raw.headers)) ?? acceptedLanguage(c.req.header('Accept-Language'))
    } catch (error) {
      // Without the page nobody would be told that the accounts do not answer.
      log.warn('the language of an account could not be read', { error })
      return acceptedLanguage(c.req.header('Accept-Language'))
    }
  }

  app.get('*', async (c) => {
    const { path } = c.req
    const asset = assets.get(path)
    if (asset !== undefined) return send(c, asset)
    // A missing script must not be answered with a page: the browser would run HTML.
    if (isFileName(path)) return c.text('Not found', 404)
    if (pages === undefined) return c.text('The user interface has not been built: run `npm start`.', 503)

    // As it was sent: what was decoded cannot stand in a header.
    const { pathname, search } = new URL(c.req.url)
    const named = languageInPath(pathname)
    if (named?.language === 'en') return redirect(c, named.rest + search)
    if (named !== undefined) return send(c, pages[named.language])
    c.header('Vary', BY_READER)
    const language = await preferred(c)
    return language === 'en' ? send(c, pages.en) : redirect(c, pathIn(language, pathname) + search)
  })
}

/** The version at the end of a release's address has dots too. */
function isFileName(path: string): boolean {
  if (path.startsWith('/assets/')) return true
  return extname(path) !== '' && !/\/projects\/[^/]+\/releases\/[^/]+$/.test(path)
}

/** A browser keeps what stands behind the # by itself. */
function redirect(c: Context, to: string): Response {
  c.header('Vary', BY_READER)
  c.header('Cache-Control', 'no-store')
  return c.redirect(to, 302)
}

function translated(page: Asset | undefined): Readonly<Record<Language, Asset>> | undefined {
  if (page === undefined) return undefined
  const html = page.bytes.toString('utf8')
  const inLanguage = (language: Language): Asset => ({
    ...assetOf('/index.html', Buffer.from(html.replace(/(<html\b[^>]*\slang=)"[^"]*"/, `$1"${language}"`))),
    language,
  })
  return { en: inLanguage('en'), de: inLanguage('de') }
}

function readAssets(webDir: string): Map<string, Asset> {
  const files = readdirSync(webDir, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  return new Map(
    files.map((entry) => {
      const file = join(entry.parentPath, entry.name)
      const path = `/${file.slice(withoutTrailing(webDir, '\\/').length + 1).replaceAll(sep, '/')}`
      return [path, assetOf(path, readFileSync(file))]
    }),
  )
}

function assetOf(path: string, bytes: Buffer<ArrayBuffer>): Asset {
  const type = TYPES[extname(path)] ?? 'application/octet-stream'
  return {
    bytes,
    type,
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    hashed: path.startsWith('/assets/'),
    policy: type.startsWith('text/html') ? pagePolicy(bytes.toString('utf8')) : undefined,
    language: undefined,
    encoded: new Map(),
  }
}

async function send(c: Context, asset: Asset): Promise<Response> {
  c.header('Content-Type', asset.type)
  c.header('Cache-Control', asset.hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
  c.header('ETag', asset.etag)
  c.header('Vary', 'Accept-Encoding', { append: true })
  if (asset.language !== undefined) c.header('Content-Language', asset.language)
  if (asset.policy !== undefined) c.header('Content-Security-Policy', asset.policy)
  if (c.req.header('If-None-Match') === asset.etag) return c.body(null, 304)

  const accepted = c.req.header('Accept-Encoding') ?? ''
  const encoding = (['br', 'gzip'] as const).find((name) =>
    new RegExp(String.raw`\b${name}\b`).test(accepted),
  )
  if (encoding === undefined || !COMPRESSIBLE.test(asset.type)) return c.body(asset.bytes)
  c.header('Content-Encoding', encoding)
  return c.body(await encodedAs(asset, encoding))
}

function encodedAs(asset: Asset, encoding: Encoding): Promise<Buffer<ArrayBuffer>> {
  const known = asset.encoded.get(encoding)
  if (known !== undefined) return known
  const encoded = ENCODERS[encoding](asset.bytes) as Promise<Buffer<ArrayBuffer>>
  asset.encoded.set(encoding, encoded)
  return encoded
}
