import { readFile, readdir } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { shipped, toJavaScript } from './to-javascript.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const SERVER = join(ROOT, 'packages/server')
const CONTRACT = join(ROOT, 'packages/contract/src')

/** What the command starts and what nothing imports by name: `bin/warm.js` lists the same. */
const ENTRIES = ['app/cli/main.ts', 'app/server.ts']

export interface Collected {
  /** Path in the package → content. */
  readonly files: ReadonlyMap<string, string | Buffer>
  /** Packages of npm that the files import. */
  readonly packages: ReadonlySet<string>
}

/** Everything that a running server imports or reads, as JavaScript. Tests and what only they use is not among it. */
export async function collect(): Promise<Collected> {
  const files = new Map<string, string | Buffer>()
  const packages = new Set<string>()
  const waiting = ENTRIES.map((entry) => join(SERVER, 'src', entry))
  const seen = new Set(waiting)

  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const from = file
    if (!from.endsWith('.ts')) {
      files.set(placeOf(from), await readFile(from))
      continue
    }
    const module = toJavaScript(await readFile(from, 'utf8'))
    files.set(shipped(placeOf(from)), module.code)
    const found = module.imports.map((name) => fileOf(name, from))
    module.imports.forEach((name, index) => {
      if (found[index] === undefined && !name.startsWith('node:')) packages.add(packageOf(name))
    })
    const beside = await Promise.all(module.files.map((name) => filesOf(resolve(dirname(from), name))))
    for (const next of [...found, ...beside.flat()]) {
      if (next === undefined || seen.has(next)) continue
      seen.add(next)
      waiting.push(next)
    }
  }
  return { files, packages }
}

/** Undefined for a package of npm and for Node's own modules. */
function fileOf(name: string, from: string): string | undefined {
  if (name.startsWith('.')) return resolve(dirname(from), name)
  if (name.startsWith('#')) return join(SERVER, 'src', name.slice(1))
  const ours = /^@hindcast\/contract\/(?<path>.+)$/.exec(name)?.groups?.['path']
  return ours === undefined ? undefined : join(CONTRACT, ours)
}

/** A folder that a module reads, such as its migrations. Folders above the sources are places, not content. */
async function filesOf(folder: string): Promise<readonly string[]> {
  if (relative(join(SERVER, 'src'), folder).startsWith('..')) return []
  const entries = await readdir(folder, { withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(folder, entry.name))
}

function placeOf(file: string): string {
  const inContract = relative(CONTRACT, file)
  return inContract.startsWith('..') ? relative(SERVER, file) : join('contract', inContract)
}

function packageOf(name: string): string {
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')
}
