import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { featureOf } from '../packages/web/vite/messages.ts'

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}
type Manifest = Readonly<Record<string, Chunk>>

export interface BundleSizes {
  /** Everything a page loads before it knows which screen it is. Bytes after gzip -9, like the rest. */
  readonly entry: number
  /** Everything the screen needs when it is the first one: entry, frame, its code and its words. */
  readonly screens: ReadonlyMap<string, number>
  readonly css: number
  readonly fonts: number
}

const MESSAGES = 'virtual:messages'
const SCREEN = /^src\/features\/[a-z-/]+\/([a-z-]+)-page\.tsx$/
/** The frame around the screens of a member, and the issue stream. */
const MAIN_SCREENS = 'src/app/main-screens.ts'
/** These stand alone, without the frame around the screens of a member. */
const ALONE = new Set(['sign-in', 'setup', 'join'])

/** Measured from Vite's manifest. */
export function measureBundle(dist: string, locale = 'en'): BundleSizes {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest
  const sizeOf = (file: string) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length
  const total = (...keys: readonly string[]) => {
    const files = new Set(closureOf(manifest, keys).map((key) => manifest[key]!.file))
    return [...files].reduce((sum, file) => sum + sizeOf(file), 0)
  }
  const words = (area: string) => `${MESSAGES}/${locale}/${area}`
  const entry = ['index.html', words('shell')]
  const screens = Object.keys(manifest).flatMap((key) => {
    const [name, area] = [SCREEN.exec(key)?.[1], featureOf(key)]
    if (area === undefined || name === undefined) return []
    const frame = ALONE.has(area) ? [] : [MAIN_SCREENS]
    return [[name, total(...entry, ...frame, words(area), key)] as const]
  })
  const assets = readdirSync(join(dist, 'assets'))
  const of = (ending: string) => assets.filter((name) => name.endsWith(ending))
  return {
    entry: total(...entry),
    screens: new Map([['issue-stream', total(...entry, MAIN_SCREENS)], ...screens]),
    css: of('.css').reduce((sum, name) => sum + sizeOf(`assets/${name}`), 0),
    fonts: of('.woff2').reduce((sum, name) => sum + readFileSync(join(dist, 'assets', name)).length, 0),
  }
}

function closureOf(manifest: Manifest, keys: readonly string[]): readonly string[] {
  const seen = new Set<string>()
  const visit = (key: string) => {
    if (seen.has(key)) return
    const chunk = manifest[key]
    if (chunk === undefined) throw new Error(`the build has no chunk “${key}”`)
    seen.add(key)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const key of keys) visit(key)
  return [...seen]
}
