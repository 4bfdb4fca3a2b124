import { readablePath } from '#domain/events/readable-path.ts'

const SCHEME = /^[a-z][a-z0-9+.-]*:\/{0,3}/i
/** Bundlers put the name of the library or the layer between the scheme and the path. */
const NAMESPACED = /^(?:webpack|webpack-internal|turbopack|rsc|about|https?|wmr|rollup|vite):\/\/([^/]*)/i
const LAYER = /^(?:\([\w-]+\)|\[(?:project|root-of-the-server|next|turbopack)\]|_N_E)\//
const LIBRARY =
  /(?:^|\/)node_modules\/|^(?:webpack|vite|turbopack|rolldown|rollup)\/|^\(?webpack\)?\/|^\[(?:turbopack|next)\]|\[turbopack[^[\]]*\]|(?:^|\/)(?:@vite|\.vite|@react-refresh|next\/dist|__vite-browser-external)(?:\/|$)|commonjsHelpers|vite\/(?:preload-helper|modulepreload-polyfill|dynamic-import-helper)|^<define:|ssr-proxy|\(webpack\)|webpack\/(?:bootstrap|runtime)|\[externals\]/

/** The path as in the repository. */
export function readableSource(source: string): string {
  const plain = plainSource(source)
  const path = withoutNamespace(plain)
    .replace(/^(?:\.{1,2}\/)+/, '')
    .replace(/\/\.\//g, '/')
  const clean = layerless(path)
  const dependency = clean.lastIndexOf('node_modules/')
  return (dependency === -1 ? clean : clean.slice(dependency)) || plain
}

/** Bundler runtime or a third-party package. */
export function isLibrary(source: string): boolean {
  const plain = plainSource(source)
  return LIBRARY.test(plain) || LIBRARY.test(withoutNamespace(plain)) || LIBRARY.test(readableSource(source))
}

/** Turbopack writes the names of folders escaped: `%5Bid%5D` for `[id]`, of which grouping knows that every route may have one. */
function plainSource(source: string): string {
  return readablePath(withoutQuery(source.replaceAll('\0', '').replaceAll('\\', '/')))
}

function withoutQuery(source: string): string {
  const end = source.indexOf('?')
  return end <= 0 ? source : source.slice(0, end)
}

function withoutNamespace(source: string): string {
  const namespaced = NAMESPACED.exec(source)
  if (namespaced !== null) {
    const namespace = namespaced[1]!
    const rest = source.slice(namespaced[0].length).replace(/^\/+/, '')
    // `turbopack://[turbopack]/…` names the bundler's own files.
    return namespace === '[turbopack]' ? `turbopack/${rest}` : rest
  }
  if (/^file:/i.test(source)) return source.replace(/^file:\/{0,2}/i, '')
  return source.replace(SCHEME, '')
}

function layerless(path: string): string {
  let clean = path
  while (LAYER.test(clean)) clean = clean.replace(LAYER, '').replace(/^\.\//, '')
  return clean
}
