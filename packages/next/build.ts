import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const HERE = fileURLToPath(new URL('.', import.meta.url))
const SRC = join(HERE, 'src')

/** Modules that a site imports, and their names. */
const ENTRIES = {
  integration: ['digestIntegration', 'numberOccurrences'],
  tunnel: ['createTunnel', 'createPagesTunnel'],
} as const
export type Entry = keyof typeof ENTRIES

/** One module with what is imported by those names, as a site's own bundler would leave it. */
export async function bundleEntry(entry: Entry, names: readonly string[] = ENTRIES[entry]): Promise<string> {
  const file = join(SRC, `${entry}.ts`)
  const build = await rolldown({
    input: 'entry',
    platform: 'neutral',
    logLevel: 'silent',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? id : undefined),
        load: (id) =>
          id === 'entry' ? `export { ${names.join(', ')} } from ${JSON.stringify(file)}` : undefined,
      },
    ],
  })
  try {
    const { output } = await build.generate({ format: 'esm', minify: true })
    return output[0].code
  } finally {
    await build.close()
  }
}

/** The package as npm has it: a module for each entry, and their types. */
export async function buildPackage(outDir: string): Promise<void> {
  await mkdir(outDir, { recursive: true })
  const entries = Object.keys(ENTRIES) as Entry[]
  for (const entry of entries) await writeFile(join(outDir, `${entry}.js`), await bundleEntry(entry))
  const strict = ['--strict', '--target', 'es2022', '--lib', 'es2022,dom,dom.iterable']
  const modules = ['--module', 'esnext', '--moduleResolution', 'bundler', '--allowImportingTsExtensions']
  const emitted = ['--declaration', '--emitDeclarationOnly', '--rootDir', SRC, '--outDir', outDir]
  const files = entries.map((entry) => join(SRC, `${entry}.ts`))
  const tsc = join(HERE, '../../node_modules/typescript/bin/tsc')
  const options = ['--ignoreConfig', ...strict, ...modules, ...emitted, ...files]
  execFileSync(process.execPath, [tsc, ...options], { stdio: 'inherit' })
}

if (import.meta.main) await buildPackage(join(HERE, 'dist'))
