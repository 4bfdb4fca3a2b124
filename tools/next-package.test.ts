import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { buildPackage, bundleEntry } from '../packages/next/build.ts'

const ROOT = resolve(import.meta.dirname, '..')
/** Bytes after gzip -9. */
const MOST = 2000

const SITE = `
  import { digestIntegration, numberOccurrences } from './dist/integration.js'
  numberOccurrences()
  export const name: string = digestIntegration().name
  // @ts-expect-error it takes no options
  digestIntegration({})
  import type { IncomingMessage, ServerResponse } from 'node:http'
  import { createPagesTunnel, createTunnel } from './dist/tunnel.js'
  export const { POST } = createTunnel({ dsn: process.env['SENTRY_DSN'] })
  export const handle: (request: IncomingMessage, response: ServerResponse) => Promise<void> =
    createPagesTunnel({ dsn: 'https://key@errors.example.com/1', addressOf: (header) => header('x-real-ip') })
  // @ts-expect-error a DSN is needed
  createTunnel({})
`

describe('the package for Next.js', () => {
  it('[NX5] costs the pages of a site at most 2 kB', async () => {
    const code = await bundleEntry('integration', ['digestIntegration'])
    expect(code).toContain('nextjs.digest')
    expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(MOST)
  })

  it('[NX5] imports nothing, and brings types that a strict project accepts', async () => {
    const home = await mkdtemp(join(tmpdir(), 'hindcast-next-'))
    try {
      const dist = join(home, 'dist')
      await buildPackage(dist)
      const manifest = JSON.parse(await readFile(join(ROOT, 'packages/next/package.json'), 'utf8')) as {
        readonly exports: Readonly<Record<string, { readonly types: string; readonly default: string }>>
      }
      for (const files of Object.values(manifest.exports)) {
        expect(await readFile(join(home, files.default), 'utf8')).not.toMatch(/\b(?:import|require)\b/)
        expect(await readFile(join(home, files.types), 'utf8')).toContain('export')
      }
      await writeFile(join(home, 'site.ts'), SITE)
      const types = ['--types', 'node', '--typeRoots', join(ROOT, 'node_modules/@types')]
      const lib = ['--lib', 'es2022,dom,dom.iterable', '--skipLibCheck', '--ignoreConfig', ...types]
      const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', ...lib]
      const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
      execFileSync(process.execPath, [tsc, ...options, join(home, 'site.ts')], { cwd: home, stdio: 'pipe' })
    } finally {
      await rm(home, { recursive: true, force: true })
    }
  }, 90_000)
})
