import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import type { Context } from 'hono'
import { withoutTrailing } from '#domain/trim-end.ts'
import { isWorker, pagePolicy, WORKER_POLICY } from './content-security-policy.ts'
import { acceptedEncoding, ENCODERS, type Encoding } from './encoding.ts'
import type { Language } from './languages.ts'

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
/** What the build puts beside a file. */
const PREPARED: Readonly<Record<string, Encoding>> = { '.br': 'br', '.gz': 'gzip' }

/** Larger files are seldom asked for, and not worth their memory: they are read each time. */
const KEPT_BYTES = 1024 * 1024

type Content = () => Promise<Buffer<ArrayBuffer>>

export interface Asset {
  readonly content: Content
  readonly type: string
  readonly hash: string
  /** Its name changes with its content. */
  readonly hashed: boolean
  readonly policy: string | undefined
  readonly language: Language | undefined
  /** Prepared by the build, or made for the first client that asks. */
  readonly encoded: Map<Encoding, Content>
}

/** The files of a folder by their path. Compressed ones are no files of their own. */
export function readAssets(folder: string): Map<string, Asset> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const root = withoutTrailing(folder, '\\/')
  const found = new Map(
    files.map((entry) => {
      const file = join(entry.parentPath, entry.name)
      return [`/${file.slice(root.length + 1).replaceAll(sep, '/')}`, file]
    }),
  )
  const assets = new Map<string, Asset>()
  for (const [path, file] of found) {
    if (plainPath(path, found) === undefined) assets.set(path, readAsset(path, file))
  }
  for (const [path, file] of found) {
    const plain = plainPath(path, found)
    if (plain !== undefined) assets.get(plain)?.encoded.set(PREPARED[extname(path)]!, contentOf(file))
  }
  return assets
}

function readAsset(path: string, file: string): Asset {
  const kept = keptBytes(file)
  if (kept !== undefined) return assetOf(path, kept)
  // Not read for its hash either: a start would take as long as the file is large.
  const { size, mtimeMs } = statSync(file)
  return { ...assetOf(path, Buffer.from(`${path} ${size} ${mtimeMs}`)), content: contentOf(file) }
}

function contentOf(file: string): Content {
  const kept = keptBytes(file)
  return kept === undefined ? () => readFile(file) : async () => kept
}

const keptBytes = (file: string): Buffer<ArrayBuffer> | undefined =>
  statSync(file).size > KEPT_BYTES ? undefined : readFileSync(file)

/** The path of the file that this one is a compressed copy of. */
function plainPath(path: string, contents: ReadonlyMap<string, unknown>): string | undefined {
  const extension = extname(path)
  const plain = path.slice(0, path.length - extension.length)
  return extension in PREPARED && contents.has(plain) ? plain : undefined
}

export function assetOf(path: string, bytes: Buffer<ArrayBuffer>): Asset {
  const type = TYPES[extname(path)] ?? 'application/octet-stream'
  return {
    content: async () => bytes,
    type,
    hash: createHash('sha256').update(bytes).digest('base64url').slice(0, 22),
    hashed: path.startsWith('/assets/'),
    policy: policyOf(path, type, bytes),
    language: undefined,
    encoded: new Map(),
  }
}

function policyOf(path: string, type: string, bytes: Buffer): string | undefined {
  if (type.startsWith('text/html')) return pagePolicy(bytes.toString('utf8'))
  return isWorker(path) ? WORKER_POLICY : undefined
}

export async function sendAsset(c: Context, asset: Asset): Promise<Response> {
  const encoding = COMPRESSIBLE.test(asset.type)
    ? acceptedEncoding(c.req.header('Accept-Encoding'))
    : undefined
  // The bytes differ, so a cache must not take one for the other (RFC 9110, 8.8.3.3).
  const etag = encoding === undefined ? `"${asset.hash}"` : `"${asset.hash}-${encoding}"`
  c.header('Content-Type', asset.type)
  c.header('Cache-Control', asset.hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
  c.header('ETag', etag)
  c.header('Vary', 'Accept-Encoding', { append: true })
  if (asset.language !== undefined) c.header('Content-Language', asset.language)
  if (asset.policy !== undefined) c.header('Content-Security-Policy', asset.policy)
  if (isKnown(c.req.header('If-None-Match'), etag)) return c.body(null, 304)
  if (encoding === undefined) return c.body(await asset.content())
  c.header('Content-Encoding', encoding)
  return c.body(await encodedAs(asset, encoding))
}

/** A proxy may have made the tag weak, and a client may know several. */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  const known = ifNoneMatch?.split(',').map((tag) => tag.trim()) ?? []
  return known.some((tag) => tag === etag || tag === `W/${etag}`)
}

function encodedAs(asset: Asset, encoding: Encoding): Promise<Buffer<ArrayBuffer>> {
  const known = asset.encoded.get(encoding)
  if (known !== undefined) return known()
  const encoded = asset.content().then((bytes) => ENCODERS[encoding](bytes))
  asset.encoded.set(encoding, () => encoded)
  return encoded
}
