interface Entry {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
  readonly [field: string]: unknown
}

export type Lock = Readonly<Record<string, Entry>>

const SERVER = 'packages/server/'

/**
 * The part of the repository's lockfile that the package needs, as its `npm-shrinkwrap.json`: an installation has the
 * very packages that the tests ran with, down to the last one.
 */
export function lockedTree(lock: Lock, dependencies: readonly string[]): Lock {
  const tree: Record<string, Entry> = {}
  const walk = (name: string, from: string, isOptional: boolean) => {
    const place = placeOf(lock, name, from)
    if (place === undefined) {
      if (isOptional) return
      throw new Error(`${name}, which ${from} needs, is not in package-lock.json`)
    }
    const target = place.startsWith(SERVER) ? place.slice(SERVER.length) : place
    if (target in tree) return
    // Marks of the repository's own tree, where most of it comes with development.
    const { dev: _dev, devOptional: _devOptional, peer: _peer, ...entry } = lock[place]!
    tree[target] = entry
    for (const [dependency, mayMiss] of needsOf(entry)) walk(dependency, place, mayMiss)
  }
  for (const name of dependencies) walk(name, SERVER.slice(0, -1), false)
  return Object.fromEntries(Object.entries(tree).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function needsOf(entry: Entry): ReadonlyArray<readonly [string, boolean]> {
  const optional = Object.keys(entry.optionalDependencies ?? {})
  const peers = Object.keys(entry.peerDependencies ?? {}).filter(
    (name) => entry.peerDependenciesMeta?.[name]?.optional !== true,
  )
  return [
    ...Object.keys(entry.dependencies ?? {}).map((name) => [name, false] as const),
    ...peers.map((name) => [name, false] as const),
    ...optional.map((name) => [name, true] as const),
  ]
}

/** Where Node would find it: beside whoever asks, then further up. */
function placeOf(lock: Lock, name: string, from: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const place = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (place in lock) return place
    if (folder === '') return undefined
  }
}
