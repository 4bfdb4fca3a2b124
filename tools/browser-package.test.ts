import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { buildPackage, bundlePackage } from '../packages/browser/build.ts'

const ROOT = resolve(import.meta.dirname, '..')
/** Bytes after gzip -9. */
const MOST = 4000

describe('the package for browsers', () => {
  it.each([[[]], [['tanstackRouter']], [['reactRouter']]])(
    '[NV14] costs a site at most 4 kB, with %s',
    async (router) => {
      const code = await bundlePackage(['navigationsIntegration', ...router])
      expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(MOST)
      expect(code.length).toBeGreaterThan(MOST)
    },
  )

  it('[NV15] imports nothing, and brings types that a strict project accepts', async () => {
    const home = await mkdtemp(join(tmpdir(), 'hindcast-browser-'))
    try {
      const dist = join(home, 'dist')
      await buildPackage(dist)
      const code = await readFile(join(dist, 'integration.js'), 'utf8')
      expect(code).not.toMatch(/\b(?:import|require)\b/)
      await writeFile(
        join(home, 'site.ts'),
        `import { navigationsIntegration, reactRouter } from './dist/integration.js'
         declare const sdk: Parameters<typeof navigationsIntegration>[0]
         declare const router: Parameters<typeof reactRouter>[0]
         export const name: string = navigationsIntegration({ ...sdk, router: reactRouter(router) }).name
         // @ts-expect-error the functions of the SDK are needed
         navigationsIntegration({})`,
      )
      const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--ignoreConfig']
      const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
      execFileSync(process.execPath, [tsc, ...options, join(home, 'site.ts')], { cwd: home, stdio: 'pipe' })
    } finally {
      await rm(home, { recursive: true, force: true })
    }
  }, 90_000)
})
