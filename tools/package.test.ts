import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { collect } from './package/collect.ts'
import { lockedTree, type Lock } from './package/locked.ts'
import { manifestFiles } from './package/manifest.ts'
import { toJavaScript } from './package/to-javascript.ts'

const ROOT = resolve(import.meta.dirname, '..')

describe('the package that is installed from npm', () => {
  it('[OP130] has every line and column of code where the source has it', () => {
    const source = [
      "import type { Log } from '#domain/log.ts'",
      "import { open } from '#app/open.ts'",
      'export function fail<T extends object>(this: void, value: T): never {',
      '  throw new Error(`${String(value satisfies object)}`)',
      '}',
    ].join('\n')
    const { code } = toJavaScript(source)
    const places = (text: string, word: string) =>
      text.split('\n').map((line, index) => `${index}:${line.indexOf(word)}`)
    for (const word of ['function fail', 'throw', 'new Error', 'value)', 'open }'])
      expect(places(code, word)).toEqual(places(source, word))
    expect(code).not.toMatch(/Log|object|never/)
  })

  it('[OP130] names modules, threads and folders as they are called in the package', () => {
    const { code, imports, files } = toJavaScript(
      [
        "import * as v from 'valibot'",
        "export { Issue } from '@hindcast/contract/issues/issue.ts'",
        "const worker = new Worker(new URL('./a-worker.ts', import.meta.url))",
        "const folder = new URL('./migrations/', import.meta.url)",
        "const later = () => import('#app/server.ts')",
        "const text = 'src/app/server.ts'",
      ].join('\n'),
    )
    expect(code.split('\n')).toEqual([
      "import * as v from 'valibot'",
      "export { Issue } from '#contract/issues/issue.js'",
      "const worker = new Worker(new URL('./a-worker.js', import.meta.url))",
      "const folder = new URL('./migrations/', import.meta.url)",
      "const later = () => import('#app/server.js')",
      "const text = 'src/app/server.ts'",
    ])
    expect(imports).toEqual([
      'valibot',
      '@hindcast/contract/issues/issue.ts',
      './a-worker.ts',
      '#app/server.ts',
    ])
    expect(files).toEqual(['./migrations/'])
  })

  it('[OP130] has what a server imports, starts as a thread and reads, and no tests', async () => {
    const { files } = await collect()
    const names = [...files.keys()]
    for (const name of threads()) expect(names).toContain(name)
    for (const name of ['columns/0001_events.sql', 'vault/0001_documents.sql'])
      expect(names).toContain(`src/stores/telemetry/duckdb/migrations/${name}`)
    expect(names.filter((name) => /\.(?:test|contract|long)\.|\.ts$|\/testing\//.test(name))).toEqual([])
  })

  it('[OP130] depends on exact versions of what it imports, and on nothing that runs at installation', async () => {
    const { packages } = await collect()
    const { files } = await manifestFiles(packages)
    const manifest = JSON.parse(files.get('package.json')!) as Record<string, Record<string, string>>
    expect(Object.values(manifest['dependencies']!).filter((range) => !/^\d/.test(range))).toEqual([])
    expect(Object.keys(manifest)).not.toEqual(expect.arrayContaining(['devDependencies']))
    const locked = JSON.parse(files.get('npm-shrinkwrap.json')!) as { packages: Lock }
    const running = Object.entries(locked.packages).filter(([, entry]) => entry['hasInstallScript'] === true)
    expect(running.map(([place]) => place)).toEqual([])
    expect(Object.keys(locked.packages)).toContain('node_modules/@duckdb/node-bindings-linux-arm64')
  })

  it('[OP130] is refused when it imports a package that no manifest declares', async () => {
    await expect(manifestFiles(new Set(['left-pad']))).rejects.toThrow('left-pad')
  })

  it('[OP130] locks a package beside whoever needs another version of it', () => {
    const lock = {
      'packages/server/node_modules/a': { version: '1', dependencies: { b: '^1' }, dev: true },
      'packages/server/node_modules/a/node_modules/b': { version: '1' },
      'node_modules/b': { version: '2', optionalDependencies: { absent: '*' } },
    }
    expect(lockedTree(lock, ['a', 'b'])).toEqual({
      'node_modules/a': { version: '1', dependencies: { b: '^1' } },
      'node_modules/a/node_modules/b': { version: '1' },
      'node_modules/b': { version: '2', optionalDependencies: { absent: '*' } },
    })
    expect(() => lockedTree(lock, ['absent'])).toThrow('absent')
  })
})

/** What `bin/warm.js` compiles ahead, which lists every thread. */
function threads(): readonly string[] {
  const warm = readFileSync(join(ROOT, 'packages/server/bin/warm.js'), 'utf8')
  const found = Array.from(warm.matchAll(/'\.\.\/(src\/.+)\.ts'/g), ([, path]) => `${path}.js`)
  expect(found.length).toBeGreaterThan(5)
  return found
}
