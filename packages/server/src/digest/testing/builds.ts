import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInThisContext } from 'node:vm'
import { rolldown } from 'rolldown'
import type { ArtifactFile } from '#domain/source-maps/artifact.ts'
import type { JsonObject } from '#domain/json.ts'
import { aPayload } from '#domain/testing.ts'
import type { World } from './world.ts'

const CART = `export function priceOf(item) {
  return item.price.amount * item.quantity
}
export function checkout(cart) {
  return priceOf(cart.items[0])
}
export function refund(cart) {
  return cart.items.map((item) => priceOf(item)).concat(priceOf(undefined))
}
`
const MAIN = `import { checkout, refund } from './cart.js'
globalThis.shop = { buy: () => checkout({ items: [] }), giveBack: () => refund({ items: [] }) }
`

export interface Build {
  readonly url: string
  readonly release: string
  readonly code: string
  readonly map: string
  /** What a browser SDK would send for the failure. */
  crash(action: 'buy' | 'giveBack', over?: JsonObject): JsonObject
}

/** A minified build of a small shop. Lines added in front shift everything and change the hash in its name. */
export async function buildShop(release: string, linesInFront: number): Promise<Build> {
  const folder = await mkdtemp(join(tmpdir(), 'hindcast-build-'))
  await mkdir(join(folder, 'src'))
  const front = Array.from({ length: linesInFront }, (_, n) => `globalThis.front${n} = ${n}\n`).join('')
  await writeFile(join(folder, 'src/cart.js'), `${front}${CART}`)
  await writeFile(join(folder, 'src/main.js'), MAIN)
  const bundle = await rolldown({ input: join(folder, 'src/main.js') })
  const { output } = await bundle.generate({
    format: 'iife',
    sourcemap: true,
    minify: true,
    entryFileNames: 'assets/[name]-[hash].js',
  })
  await bundle.close()
  await rm(folder, { recursive: true })
  const [chunk] = output
  const url = `https://shop.example/${chunk.fileName}`
  const { code } = chunk
  return {
    url,
    release,
    code,
    map: chunk.map!.toString(),
    crash: (action, over = {}) => crashOf(code, url, release, action, over),
  }
}

export async function uploadBuild(
  world: Pick<World, 'records' | 'blobs' | 'projectId'>,
  build: Build,
  uploadedAt: number,
  /** With an id it is uploaded without a release, as a bundler plugin may. */
  debugId?: string,
): Promise<void> {
  const { url, code, map } = build
  const release = debugId === undefined ? build.release : undefined
  const name = url.replace('https://shop.example', '~')
  const { projectId } = world
  const file = async (
    kind: ArtifactFile['kind'],
    fileName: string,
    content: string,
  ): Promise<ArtifactFile> => {
    const bytes = Buffer.from(content)
    const blob = await world.blobs.put(bytes)
    const place = { debugId, release, dist: undefined, uploadedAt }
    const sourceMap = kind === 'minified_source' ? `${name}.map` : undefined
    return { ...place, projectId, kind, url: fileName, sourceMap, blob, bytes: bytes.length }
  }
  const files = [await file('minified_source', name, code), await file('source_map', `${name}.map`, map)]
  const checksum = uploadedAt.toString(16).padStart(40, '0')
  await world.records.artifacts.addBundle(
    { checksum, projectIds: [projectId], release, dist: undefined, uploadedAt },
    files,
  )
}

function crashOf(code: string, url: string, release: string, action: string, over: JsonObject): JsonObject {
  runInThisContext(code, { filename: url })
  const { shop } = globalThis as unknown as { readonly shop: Readonly<Record<string, () => void>> }
  try {
    shop[action]!()
  } catch (error) {
    const { name, message, stack } = error as Error
    const frames = framesOf(stack!, url)
    const exception = { values: [{ type: name, value: message, stacktrace: { frames } }] }
    return aPayload({ release, exception, ...over })
  }
  throw new Error('the shop did not crash')
}

function framesOf(stack: string, url: string): JsonObject[] {
  const frames: JsonObject[] = []
  for (const line of stack.split('\n')) {
    const [, name, file, lineno, colno] = /at (?:(.*) \()?(\S+?):(\d+):(\d+)/.exec(line) ?? []
    if (file !== url) continue
    frames.unshift({
      filename: file,
      function: name ?? '?',
      lineno: Number(lineno),
      colno: Number(colno),
      in_app: true,
    })
  }
  return frames
}
