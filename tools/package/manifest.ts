import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { lockedTree, type Lock } from './locked.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** Ours, or copied into the package. Swagger UI would bring an install script that reports to its maker. */
const BUILT_IN = new Set(['@hindcast/contract', 'swagger-ui-dist'])

/** The first long-term release of 24, as `bin/hindcast.js` says. Not in the repository's manifests, where npm brings a Node. */
const ENGINES = { node: '>=24.11.0' }

interface Manifest {
  readonly version: string
  readonly description: string
  readonly license: string
  readonly bin: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
}

/** The package's `package.json` and lockfile; `imported` are the packages that its files name. */
export async function manifestFiles(
  imported: ReadonlySet<string>,
): Promise<{ readonly version: string; readonly files: ReadonlyMap<string, string> }> {
  const server = await read<Manifest>('packages/server/package.json')
  const contract = await read<Manifest>('packages/contract/package.json')
  const { packages } = await read<{ packages: Lock }>('package-lock.json')
  const dependencies = Object.fromEntries(
    Object.entries({ ...contract.dependencies, ...server.dependencies })
      .filter(([name]) => !BUILT_IN.has(name))
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
  const undeclared = [...imported].filter((name) => !(name in dependencies))
  if (undeclared.length > 0)
    throw new Error(`imported, but not in packages/server/package.json: ${undeclared.join(', ')}`)
  const { version, description, license, bin } = server
  const about = { name: 'hindcast', version, license, bin, engines: ENGINES, dependencies }
  const manifest = {
    ...about,
    description,
    type: 'module',
    imports: { '#contract/*': './contract/*', '#swagger-ui/*': './swagger-ui/*', '#*': './src/*' },
  }
  const tree = { '': about, ...lockedTree(packages, Object.keys(dependencies)) }
  const lock = { name: 'hindcast', version, lockfileVersion: 3, requires: true, packages: tree }
  return {
    version,
    files: new Map([
      ['package.json', json(manifest)],
      ['npm-shrinkwrap.json', json(lock)],
    ]),
  }
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

async function read<T>(path: string): Promise<T> {
  return JSON.parse(await readFile(join(ROOT, path), 'utf8')) as T
}
