import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const HERE = fileURLToPath(new URL('.', import.meta.url))
const SRC = join(HERE, 'src')

/** Modules that a site imports, and their names. */
const ENTRIES = {
  integration: ['digestIntegration', 'numberOccurrences', 'withRequestDetails', 'START_UP_SPANS'],
  tunnel: ['createTunnel', 'createPagesTunnel', 'tunnelRewrite'],
  error: ['ErrorPage', 'GlobalErrorPage'],
} as const
export type Entry = keyof typeof ENTRIES

/** What `npx hindcast-next` runs. */
const COMMAND = `
  import { main } from ${JSON.stringify(join(SRC, 'cli.ts'))}
  process.exitCode = await main(process.argv.slice(2), {
    env: process.env,
    cwd: process.cwd(),
    print: (text) => void process.stdout.write(text + '\\n'),
    complain: (text) => void process.stderr.write(text + '\\n'),
  })
`

/** One module with what is imported by those names, as a site's own bundler would leave it. */
export async function bundleEntry(entry: Entry, names: readonly string[] = ENTRIES[entry]): Promise<string> {
  const file = join(SRC, `${entry}.ts`)
  const code = await bundle(`export { ${names.join(', ')} } from ${JSON.stringify(file)}`, 'neutral')
  // Next.js renders a module with this line in browsers too; a bundler drops it.
  return entry === 'error' ? `'use client';${code}` : code
}

/** One script for Node, with everything but Node in it. */
export async function bundleCommand(): Promise<string> {
  return `#!/usr/bin/env node\n${await bundle(COMMAND, 'node')}`
}

async function bundle(code: string, platform: 'neutral' | 'node'): Promise<string> {
  const build = await rolldown({
    input: 'entry',
    platform,
    logLevel: 'silent',
    // The application's own; only the error pages use them.
    external: ['react', 'react/jsx-runtime', '@sentry/nextjs'],
    // Its build for Node.js brings threads that nothing here needs.
    resolve: { alias: { fflate: 'fflate/browser' } },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? id : undefined),
        load: (id) => (id === 'entry' ? code : undefined),
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
  await writeFile(join(outDir, 'cli.js'), await bundleCommand(), { mode: 0o755 })
  const strict = ['--strict', '--target', 'es2022', '--lib', 'es2022,dom,dom.iterable']
  const modules = [
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
    '--allowImportingTsExtensions',
    '--jsx',
    'react-jsx',
  ]
  const emitted = ['--declaration', '--emitDeclarationOnly', '--rootDir', SRC, '--outDir', outDir]
  const files = [...entries.map((entry) => join(SRC, `${entry}.ts`)), join(SRC, 'nextjs-sdk.d.ts')]
  const tsc = join(HERE, '../../node_modules/typescript/bin/tsc')
  const options = ['--ignoreConfig', ...strict, ...modules, ...emitted, ...files]
  execFileSync(process.execPath, [tsc, ...options], { stdio: 'inherit' })
}

if (import.meta.main) await buildPackage(join(HERE, 'dist'))
