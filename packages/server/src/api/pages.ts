import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Context, Hono } from 'hono'
import { pagePolicy } from './content-security-policy.ts'

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
const COMPRESSIBLE = /^(?:text\/|application\/|image\/svg)/
const ENCODERS = { br: promisify(brotliCompress), gzip: promisify(gzip) } as const
type Encoding = keyof typeof ENCODERS

interface Asset {
  readonly bytes: Buffer<ArrayBuffer>
  readonly type: string
  readonly etag: string
  /** Its name changes with its content. */
  readonly hashed: boolean
  readonly policy: string | undefined
  readonly encoded: Map<Encoding, Promise<Buffer<ArrayBuffer>>>
}

/** The built user interface, from memory: what was not in the folder at the start cannot be asked for. */
export function servePages(app: Hono, webDir: string | undefined): void {
  const assets = webDir === undefined || !existsSync(webDir) ? new Map<string, Asset>() : readAssets(webDir)
  app.get('*', async (c) => {
    const asset = assets.get(c.req.path)
    if (asset !== undefined) return send(c, asset)
    // A missing script must not be answered with a page: the browser would run HTML.
    if (extname(c.req.path) !== '' || c.req.path.startsWith('/assets/')) return c.text('Not found', 404)
    const page = assets.get('/index.html')
    if (page === undefined) return c.text('The user interface has not been built: run `npm start`.', 503)
    return send(c, page)
  })
}

function readAssets(webDir: string): Map<string, Asset> {
  const files = readdirSync(webDir, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  return new Map(
    files.map((entry) => {
      const file = join(entry.parentPath, entry.name)
      const path = `/${file.slice(webDir.replace(/[\\/]+$/, '').length + 1).replaceAll(sep, '/')}`
      const bytes = readFileSync(file)
      const type = TYPES[extname(file)] ?? 'application/octet-stream'
      return [
        path,
        {
          bytes,
          type,
          etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
          hashed: path.startsWith('/assets/'),
          policy: type.startsWith('text/html') ? pagePolicy(bytes.toString('utf8')) : undefined,
          encoded: new Map(),
        },
      ]
    }),
  )
}

async function send(c: Context, asset: Asset): Promise<Response> {
  c.header('Content-Type', asset.type)
  c.header('Cache-Control', asset.hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
  c.header('ETag', asset.etag)
  c.header('Vary', 'Accept-Encoding')
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
