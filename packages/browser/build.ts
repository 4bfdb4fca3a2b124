import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const HERE = fileURLToPath(new URL('.', import.meta.url))
const EVERYTHING = ['navigationsIntegration', 'reactRouter', 'tanstackRouter']

/** Properties of objects that nobody but this package sees: neither attributes nor names of the SDK, a router or the browser. */
const OWN =
  /^(?:page|timing|queued|usedAt|reported|commit|content|totals|wasted|event|hasSpan|open|start|began|ended|preloading)$/

/** One module with what is imported by those names, as a site's own bundler would leave it. */
export async function bundlePackage(names: readonly string[] = EVERYTHING): Promise<string> {
  const entry = join(HERE, 'src/integration.ts')
  const build = await rolldown({
    input: 'package',
    platform: 'browser',
    logLevel: 'silent',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === 'package' ? id : undefined),
        load: (id) =>
          id === 'package' ? `export { ${names.join(', ')} } from ${JSON.stringify(entry)}` : undefined,
      },
    ],
  })
  try {
    const minify = { compress: true, mangle: true, mangleProps: { include: OWN } }
    const { output } = await build.generate({ format: 'esm', minify })
    return output[0].code
  } finally {
    await build.close()
  }
}

/** The package as npm has it: one module, and its types. */
export async function buildPackage(outDir: string): Promise<void> {
  await mkdir(outDir, { recursive: true })
  await writeFile(join(outDir, 'integration.js'), await bundlePackage())
  const src = join(HERE, 'src')
  const strict = [
    '--strict',
    '--target',
    'es2022',
    '--lib',
    'es2022,dom,dom.iterable',
    '--moduleResolution',
    'bundler',
  ]
  const emitted = [
    '--declaration',
    '--emitDeclarationOnly',
    '--allowImportingTsExtensions',
    '--module',
    'esnext',
  ]
  const tsc = [join(HERE, '../../node_modules/typescript/bin/tsc'), '--ignoreConfig', ...strict, ...emitted]
  const files = ['--rootDir', src, '--outDir', outDir, join(src, 'integration.ts')]
  execFileSync(process.execPath, [...tsc, ...files], { stdio: 'inherit' })
}

if (import.meta.main) await buildPackage(join(HERE, 'dist'))
