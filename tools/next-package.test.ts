import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { buildPackage, bundleEntry } from '../packages/next/build.ts'

const ROOT = resolve(import.meta.dirname, '..')
/** Bytes after gzip -9. */
const MOST = 2000
const MOST_ERROR_PAGES = 3000

const SITE = `
  import { digestIntegration, numberOccurrences, START_UP_SPANS, withRequestDetails } from './dist/integration.js'
  numberOccurrences()
  export const ignoreSpans: Array<string | RegExp> = START_UP_SPANS
  /** As the SDK and Next.js declare them. */
  declare function captureRequestError(
    error: unknown,
    request: { path: string; method: string; headers: Record<string, string | string[] | undefined> },
    context: { routerKind: string; routePath: string; routeType: string },
  ): void
  export const onRequestError: (
    error: unknown,
    request: Readonly<{ path: string; method: string; headers: NodeJS.Dict<string | string[]> }>,
    context: Readonly<{
      routerKind: 'Pages Router' | 'App Router'
      routePath: string
      routeType: 'render' | 'route' | 'action' | 'proxy'
      renderSource?: 'react-server-components' | 'server-rendering'
      revalidateReason: 'on-demand' | 'stale' | undefined
    }>,
  ) => void | Promise<void> = withRequestDetails(captureRequestError)
  export const name: string = digestIntegration().name
  // @ts-expect-error it takes no options
  digestIntegration({})
  import type { IncomingMessage, ServerResponse } from 'node:http'
  import { createPagesTunnel, createTunnel, tunnelRewrite } from './dist/tunnel.js'
  export const rewrites: () => Promise<Array<{ source: string; destination: string }>> = async () => [
    tunnelRewrite({ dsn: process.env['SENTRY_DSN'], path: '/monitoring' }),
  ]
  export const { POST } = createTunnel({ dsn: process.env['SENTRY_DSN'] })
  export const handle: (request: IncomingMessage, response: ServerResponse) => Promise<void> =
    createPagesTunnel({ dsn: 'https://key@errors.example.com/1', addressOf: (header) => header('x-real-ip') })
  // @ts-expect-error a DSN is needed
  createTunnel({})
  import { createElement } from 'react'
  import { ErrorPage, GlobalErrorPage } from './dist/error.js'
  export const page = createElement(ErrorPage, { error: new Error('no'), reset: () => {}, texts: { title: 'Oh' } })
  export const whole = createElement(GlobalErrorPage, { error: new Error('no'), lang: 'de' })
  // @ts-expect-error there is no such text
  createElement(ErrorPage, { error: new Error('no'), texts: { heading: 'Oh' } })
`

/** The error pages use React and the SDK of the application. */
function withoutImportsOfTheSite(code: string): string {
  return code.replaceAll(/\bimport\{[^}]*\}from"(?:react|react\/jsx-runtime|@sentry\/nextjs)";/g, '')
}

describe('the package for Next.js', () => {
  it('[NX73] has error pages of at most 3 kB that Next.js takes for components of a browser', async () => {
    const code = await bundleEntry('error')
    expect(code).toMatch(/^'use client';/)
    expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(MOST_ERROR_PAGES)
  })

  it('[NX5] costs the pages of a site at most 2 kB', async () => {
    const code = await bundleEntry('integration', ['digestIntegration'])
    expect(code).toContain('nextjs.digest')
    expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(MOST)
  })

  it('[NX5 NX73] imports nothing that a site has not, and brings types that a strict project accepts', async () => {
    const home = await mkdtemp(join(tmpdir(), 'hindcast-next-'))
    try {
      const dist = join(home, 'dist')
      await buildPackage(dist)
      const manifest = JSON.parse(await readFile(join(ROOT, 'packages/next/package.json'), 'utf8')) as {
        readonly exports: Readonly<Record<string, { readonly types: string; readonly default: string }>>
      }
      expect(await readFile(join(dist, 'cli.js'), 'utf8')).not.toMatch(/from"(?!node:)|\brequire\(/)
      const help = execFileSync(process.execPath, [join(dist, 'cli.js'), '--help'], { encoding: 'utf8' })
      expect(help).toContain('hindcast-next upload')
      for (const [path, files] of Object.entries(manifest.exports)) {
        const code = await readFile(join(home, files.default), 'utf8')
        expect(path === './error' ? withoutImportsOfTheSite(code) : code).not.toMatch(
          /\b(?:import|require)\b/,
        )
        expect(await readFile(join(home, files.types), 'utf8')).toContain('export')
      }
      await symlink(join(ROOT, 'node_modules'), join(home, 'node_modules'))
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
