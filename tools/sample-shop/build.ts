import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { generatedPositionFor, originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'
import { rolldown, type OutputChunk } from 'rolldown'
import { PLACES, type BuiltPlace, type Place } from '../../packages/server/src/product/samples/places.ts'
import { scopesOf } from '../../packages/server/src/symbols/scopes/enclosing-function.ts'

const SHOP = join(import.meta.dirname, 'shop')
const SAMPLES = resolve(import.meta.dirname, '../../packages/server/src/product/samples')

/** Script → the folders and files of the shop that it is made of. */
const BROWSER = {
  cart: ['src/cart/'],
  checkout: ['src/checkout/'],
  account: ['src/account/', 'src/orders/'],
  product: ['src/product/'],
  browse: ['src/home/', 'src/search/', 'src/category/', 'src/stores/', 'src/start.tsx'],
  shared: ['src/format.ts', 'src/storage.ts', 'src/api.ts'],
  vendor: ['packages/view/'],
}
const SERVER = {
  pages: ['app/'],
  server: ['server/', 'packages/db/', 'packages/http/', 'packages/cache/'],
}

export interface BuiltScript {
  /** Where it is deployed, without the hash of its build. */
  readonly file: string
  readonly code: string
  readonly map: string
}

/** The scripts of the shop with their maps, and where in them the places of the sample stacks are. */
export async function buildSampleShop() {
  const scripts = [
    ...(await bundle('browser', '/assets', BROWSER, 'src/**/*.{ts,tsx}')),
    ...(await bundle('node', '/srv/shop/.next/server/chunks', SERVER, '{app,server}/**/*.{ts,tsx}')),
  ]
  const places = Object.fromEntries(
    (Object.keys(PLACES) as Place[]).map((place) => [place, findPlace(scripts, place)]),
  )
  return { scripts, places }
}

async function bundle(
  platform: 'browser' | 'node',
  folder: string,
  parts: Readonly<Record<string, readonly string[]>>,
  files: string,
): Promise<readonly BuiltScript[]> {
  const modules = globSync(files, { cwd: SHOP }).toSorted()
  const build = await rolldown({
    input: 'shop',
    cwd: SHOP,
    platform,
    logLevel: 'silent',
    external: [/^react/, /^node:/],
    resolve: {
      alias: {
        '@acme/view': join(SHOP, 'packages/view/view.js'),
        '@acme/db': join(SHOP, 'packages/db/query.js'),
        '@acme/http': join(SHOP, 'packages/http/request.js'),
        '@acme/cache': join(SHOP, 'packages/cache/connect.js'),
      },
    },
    plugins: [everyModule(modules)],
  })
  try {
    const groups = Object.entries(parts).map(([name, folders]) => ({
      name,
      test: (id: string) => folders.some((folder) => id.startsWith(join(SHOP, folder))),
    }))
    const { output } = await build.generate({
      format: 'esm',
      minify: true,
      sourcemap: 'hidden',
      chunkFileNames: '[name].js',
      sourcemapPathTransform: (path) =>
        path.replace(/^(?:\.\.\/)+/, '').replace(/^packages\//, 'node_modules/@acme/'),
      codeSplitting: { groups, includeDependenciesRecursively: false },
    })
    return output
      .filter((file): file is OutputChunk => file.type === 'chunk' && file.name in parts)
      .map(({ name, code, map }) => ({ file: `${folder}/${name}.js`, code, map: map!.toString() }))
      .toSorted((a, b) => a.file.localeCompare(b.file))
  } finally {
    await build.close()
  }
}

/** An entry that keeps everything that the modules export. */
function everyModule(modules: readonly string[]) {
  return {
    name: 'shop',
    resolveId: (id: string) => (id === 'shop' ? id : undefined),
    load: (id: string) =>
      id === 'shop'
        ? modules
            .map((file, index) => `export * as m${index} from ${JSON.stringify(join(SHOP, file))}`)
            .join('\n')
        : undefined,
  }
}

function findPlace(scripts: readonly BuiltScript[], place: Place): BuiltPlace {
  const [source, text] = PLACES[place]
  const content = readFileSync(join(SHOP, source.replace('node_modules/@acme/', 'packages/')), 'utf8')
  const at = content.indexOf(text)
  if (at === -1 || content.indexOf(text, at + 1) !== -1)
    throw new Error(`“${text}” must be in ${source} exactly once`)
  const before = content.slice(0, at).split('\n')
  const original = { source, line: before.length, column: before.at(-1)!.length }
  for (const { file, code, map } of scripts) {
    const traced = new TraceMap(map)
    if (!traced.sources.includes(source)) continue
    const { line, column } = generatedPositionFor(traced, original)
    if (line === null) break
    const back = originalPositionFor(traced, { line, column })
    if (back.line !== original.line) break
    return { file, line, column: column + 1, function: scopesOf(code).nameAt(line, column) ?? '' }
  }
  throw new Error(`“${text}” of ${source} is in no built script`)
}

if (import.meta.main) {
  const { scripts, places } = await buildSampleShop()
  writeFileSync(join(SAMPLES, 'built-scripts.json'), `${JSON.stringify(scripts, undefined, 2)}\n`)
  writeFileSync(join(SAMPLES, 'built-places.json'), `${JSON.stringify(places, undefined, 2)}\n`)
}
