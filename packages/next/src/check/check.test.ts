import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { main } from '../cli.ts'
import { check } from './check.ts'
import { withoutComments } from './source-file.ts'

const SAMPLES = join(import.meta.dirname, '../../../../e2e/clients/next-shop')

type Files = Readonly<Record<string, string | undefined>>

const BOUNDARY = `'use client'; import { captureException } from '@sentry/nextjs'
export default function Failed({ error }) {
  useEffect(() => { captureException(error) }, [error])
}`

/** Everything as it should be, as Sentry's wizard and the README set it up. */
const COMPLETE: Files = {
  'next.config.ts': `import { withSentryConfig } from '@sentry/nextjs/config'
    export default withSentryConfig({ reactStrictMode: true }, { org: 'main' })`,
  'src/instrumentation.ts': `import * as Sentry from '@sentry/nextjs'
    export async function register() {
      if (process.env.NEXT_RUNTIME === 'nodejs') await import('../sentry.server.config')
      if (process.env.NEXT_RUNTIME === 'edge') await import('../sentry.edge.config')
    }
    export const onRequestError = Sentry.captureRequestError`,
  'sentry.server.config.ts': `Sentry.init({ dsn: env('DSN'), tracesSampleRate: 0.1, integrations: [digestIntegration()] })`,
  'sentry.edge.config.ts': `Sentry.init({ dsn: env('DSN'), tracesSampler: () => 0.5, integrations: [digestIntegration()] })`,
  'src/instrumentation-client.ts': `Sentry.init({
      dsn: process.env.NEXT_PUBLIC_SENTRY_DSN,
      tunnel: '/monitoring',
      tracesSampleRate: 0.1,
      integrations: [digestIntegration(), Sentry.replayIntegration({ maskAllText: true })],
    })`,
  'src/app/monitoring/route.ts': `export const { POST } = createTunnel({ dsn: process.env.SENTRY_DSN })`,
  'src/app/error.tsx': BOUNDARY,
  'src/app/global-error.tsx': BOUNDARY,
}

let home: string
let last = 0
beforeAll(async () => void (home = await mkdtemp(join(tmpdir(), 'hindcast-next-check-'))))
afterAll(() => rm(home, { recursive: true, force: true }))

/** The complete application with these files instead; `undefined` removes one. */
async function appWith(files: Files): Promise<string> {
  const root = join(home, String(++last))
  for (const [path, text] of Object.entries({ ...COMPLETE, ...files })) {
    if (text === undefined) continue
    await mkdir(join(root, dirname(path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  return root
}

/** Each finding as one line, with its fix. */
async function found(files: Files): Promise<readonly string[]> {
  const findings = await check(await appWith(files))
  return (findings ?? []).map(({ kind, text, fix }) => `${kind}: ${text} | ${fix}`)
}

const client = (options: string) => ({ 'src/instrumentation-client.ts': `Sentry.init({ ${options} })` })
const CLIENT = 'dsn, tracesSampleRate: 1, integrations: [digestIntegration()]'

describe('the check of a set-up', () => {
  it('[NX29] finds nothing in one that is complete', async () => {
    expect(await found({})).toEqual([])
  })

  it.each<[string, Files, RegExp]>([
    [
      'no instrumentation file',
      { 'src/instrumentation.ts': undefined },
      /^problem: There is no instrumentation file.*withRequestDetails\(captureRequestError\)$/,
    ],
    [
      'no onRequestError',
      {
        'src/instrumentation.ts': `export async function register() { await import('../sentry.server.config') }
          // export const onRequestError = Sentry.captureRequestError`,
      },
      /^problem: src\/instrumentation\.ts exports no onRequestError/,
    ],
    [
      'no init in pages',
      { 'src/instrumentation-client.ts': undefined },
      /^problem: No instrumentation-client file calls init/,
    ],
    [
      'a boundary that reports nothing',
      {
        'src/app/shop/error.tsx': `export default function Failed() { /* captureException */ return <p>Don't panic</p> }`,
      },
      /^problem: src\/app\/shop\/error\.tsx does not call captureException/,
    ],
    [
      'a global boundary that reports nothing',
      { 'src/app/global-error.tsx': 'export default function Failed() { return <html /> }' },
      /^problem: src\/app\/global-error\.tsx does not call captureException/,
    ],
    [
      'no digests on the server',
      { 'sentry.server.config.ts': 'Sentry.init({ dsn, tracesSampleRate: 1 })' },
      /^problem: sentry\.server\.config\.ts does not use digestIntegration/,
    ],
    [
      'no digests in pages',
      client("dsn, tracesSampleRate: 1, tunnel: '/monitoring'"),
      /^problem: src\/instrumentation-client\.ts does not use digestIntegration/,
    ],
    [
      'a tunnel that pages do not use',
      client(CLIENT),
      /^problem: There is a tunnel.*tunnel: '\/monitoring'$/,
    ],
    [
      'a tunnel that nothing answers',
      client(`tunnel: '/mon', ${CLIENT}`),
      /^problem: Pages send to \/mon, but no route.*app\/mon\/route\.ts/,
    ],
    [
      'a tunnel outside of the base path',
      { 'next.config.ts': "export default withSentryConfig({ basePath: '/shop' })" },
      /^problem: Pages send to \/monitoring, which is outside of the basePath \/shop.*tunnel: '\/shop\/monitoring'$/,
    ],
    [
      'a tunnel that is redirected',
      { 'next.config.ts': 'export default withSentryConfig({ trailingSlash: true })' },
      /^problem: Pages send to \/monitoring, which Next\.js redirects.*tunnel: '\/monitoring\/'$/,
    ],
    [
      'no tunnel',
      { ...client(CLIENT), 'src/app/monitoring/route.ts': undefined },
      /^advice: Pages send to another origin/,
    ],
    [
      'a tunnelRoute, which only knows sentry.io',
      {
        ...client(CLIENT),
        'src/app/monitoring/route.ts': undefined,
        'next.config.ts': "export default withSentryConfig({}, { tunnelRoute: '/monitoring' })",
      },
      /^advice: tunnelRoute of withSentryConfig only knows sentry\.io/,
    ],
    [
      'no traces on the server',
      { 'sentry.server.config.ts': 'Sentry.init({ dsn, integrations: [digestIntegration()] })' },
      /^advice: sentry\.server\.config\.ts has no tracesSampleRate/,
    ],
    [
      'a share of 0 in pages',
      client("tunnel: '/monitoring', tracesSampleRate: 0, integrations: [digestIntegration()]"),
      /^advice: src\/instrumentation-client\.ts has a tracesSampleRate of 0/,
    ],
    [
      'no source maps',
      { 'next.config.ts': 'export default withSentryConfig({}, { sourcemaps: { disable: true } })' },
      /^advice: Nothing makes source maps of pages/,
    ],
  ])('[NX29] finds %s, says how to correct it, and finds nothing else', async (_, files, line) => {
    const lines = await found(files)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(line)
  })

  it('[NX29] finds a proxy whose errors a build of Turbopack does not report', async () => {
    const files = {
      'src/proxy.ts': 'export function proxy() { return redirect() }',
      '.next/routes-manifest.json': JSON.stringify({ dynamicRoutes: [] }),
      '.next/required-server-files.json': JSON.stringify({ config: { env: { _sentryRelease: '1' } } }),
    }
    expect(await found(files)).toEqual([])
    const turbopack = { ...files, '.next/turbopack': '' }
    expect(await found(turbopack)).toEqual([
      expect.stringMatching(/^advice: src\/proxy\.ts does not report its errors.*proxyReports: true/),
    ])
    const wrapped = 'export const proxy = wrapMiddlewareWithSentry(() => redirect())'
    expect(await found({ ...turbopack, 'src/proxy.ts': wrapped })).toEqual([])
  })

  it('[NX29] finds a release that neither the build nor the options name', async () => {
    const lines = await found({
      'next.config.ts': 'export default { productionBrowserSourceMaps: true }',
      'src/instrumentation-client.ts': `Sentry.init({ release: '1', tunnel: '/monitoring', ${CLIENT} })`,
    })
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatch(/^advice: sentry\.server\.config\.ts names no release/)
    expect(lines[1]).toMatch(/^advice: sentry\.edge\.config\.ts names no release/)
  })

  it('[NX29] reads release, base path and rewrites from the build', async () => {
    const built = (release: string) => ({
      'next.config.ts': `import base from './settings.json'
        export default { ...base, productionBrowserSourceMaps: true }`,
      'src/app/monitoring/route.ts': undefined,
      '.next/routes-manifest.json': JSON.stringify({
        basePath: '/shop',
        dynamicRoutes: [],
        rewrites: {
          afterFiles: [{ source: '/shop/monitoring', destination: 'https://errors.example.com/' }],
        },
      }),
      '.next/required-server-files.json': JSON.stringify({
        config: { basePath: '/shop', trailingSlash: true, env: { _sentryRelease: release } },
      }),
    })
    const right = client(`tunnel: '/shop/monitoring/', ${CLIENT}`)
    expect(await found({ ...built('1'), ...right })).toEqual([])
    expect(await found(built('1'))).toEqual([expect.stringContaining("tunnel: '/shop/monitoring/'")])
    expect(await found({ ...built(''), ...right })).toHaveLength(3)
  })

  it.each<[string, Files]>([
    [
      'an exported name of another',
      {
        'src/instrumentation.ts': `import '../sentry.server.config'; export { captureRequestError as onRequestError } from '@sentry/nextjs'`,
      },
    ],
    [
      'a boundary whose component reports',
      {
        'src/app/error.tsx': "import { Failed } from '@/ui/failed'\nexport default Failed",
        'src/ui/failed.tsx': BOUNDARY,
      },
    ],
    ['options that come from elsewhere', client('...window.config')],
    [
      'brackets in texts and expressions',
      client(`ignoreErrors: ['a)', "b))", /c\\)/], tunnel: '/monitoring', ${CLIENT}`),
    ],
    [
      'an init of another library before',
      {
        'src/instrumentation-client.ts': `i18n.init({ lng: 'en' })
          Sentry.init({ tunnel: '/monitoring', ${CLIENT} })`,
      },
    ],
    ['a tunnel that is computed', client(`tunnel: tunnelOf(location), ${CLIENT}`)],
    [
      'a tunnel of the Pages Router',
      {
        ...client(`tunnel: '/api/mon', ${CLIENT}`),
        'pages/api/mon.js': 'export default createPagesTunnel({ dsn })',
      },
    ],
    [
      'a tunnel in a group',
      {
        ...client(`tunnel: '/mon', ${CLIENT}`),
        'src/app/monitoring/route.ts': undefined,
        'src/app/(site)/mon/route.ts': 'export const { POST } = createTunnel({ dsn })',
      },
    ],
    [
      'a rewrite under a base path',
      {
        ...client(`tunnel: '/shop/monitoring', ${CLIENT}`),
        'src/app/monitoring/route.ts': undefined,
        'next.config.ts':
          "export default withSentryConfig({ basePath: '/shop', rewrites: async () => [tunnelRewrite({ dsn })] })",
      },
    ],
    [
      'a shared module with the integrations',
      {
        'sentry.server.config.ts': `import { integrations } from './lib/monitoring'
          init({ dsn, tracesSampleRate: 1, integrations })`,
        'lib/monitoring.ts': 'export const integrations = [digestIntegration()]',
      },
    ],
  ])('[NX30] raises no alarm for %s', async (_, files) => {
    expect(await found(files)).toEqual([])
  })

  it.each([
    ['package-app', []],
    ['cached-app', ['Nothing makes source maps of pages', 'names no release', 'has no tracesSampleRate']],
  ])('[NX30] finds no problem in the sample %s, and only true advice', async (name, expected) => {
    const findings = (await check(join(SAMPLES, name)))!
    expect(findings.filter(({ kind }) => kind === 'problem')).toEqual([])
    expect(findings).toHaveLength(expected.length)
    for (const text of expected) expect(findings.some((finding) => finding.text.includes(text))).toBe(true)
  })

  it('[NX29] is printed with problems first, and ends with 1 for them alone', async () => {
    const call = async (root: string) => {
      let out = ''
      let err = ''
      const print = (line: string) => void (out += `${line}\n`)
      const code = await main(['check', root], {
        env: {},
        cwd: home,
        print,
        complain: (line) => void (err += line),
      })
      return { code, out, err }
    }
    const broken = await call(
      await appWith({
        'sentry.server.config.ts': 'Sentry.init({ dsn, integrations: [digestIntegration()] })',
        'src/app/error.tsx': 'export default function Failed() {}',
      }),
    )
    expect(broken.code).toBe(1)
    expect(broken.out).toMatch(
      /^✗ src\/app\/error\.tsx .*\n {2}Add .*\n! sentry\.server.*\n {2}Add .*\nProblems: 1\. Advice: 1\.\n$/,
    )
    const advised = await call(
      await appWith({ 'next.config.ts': 'export default {}', ...client('...given') }),
    )
    expect([advised.code, advised.out.startsWith('! ')]).toEqual([0, true])
    expect(await call(await appWith({}))).toEqual({ code: 0, out: 'Nothing is missing.\n', err: '' })
    await mkdir(join(home, 'empty'))
    expect(await call('empty')).toEqual({
      code: 2,
      out: '',
      err: 'empty is not the folder of a Next.js application.',
    })
  })

  it('[NX29] leaves out comments, and nothing that only looks like one', () => {
    expect(withoutComments(`a('https://x') // b\n/* c\n*/ d \`//e\` "/*f*/" g`)).toBe(
      'a(\'https://x\')  \n  d `//e` "/*f*/" g',
    )
  })
})
