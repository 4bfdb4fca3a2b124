import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildPackage as buildBrowserPackage } from '../../packages/browser/build.ts'
import { buildPackage as buildNextPackage } from '../../packages/next/build.ts'
import { EXAMPLE, ROOT } from '../../e2e/harness/paths.ts'
import { finish } from './processes.ts'

const NEXT = join(EXAMPLE, 'node_modules/next/dist/bin/next')
const START_TIMEOUT_MS = 60_000

/** Where the shop reports to, and as which release. */
export interface Reporting {
  readonly origin: string
  readonly dsn: string
  readonly token: string
  readonly org: string
  readonly project: string
  readonly release: string
}

export type Bundler = 'turbopack' | 'webpack'

export interface Shop {
  readonly url: string
  readonly child: ChildProcess
  stop(): void
}

/** `@hindcast/next` and `@hindcast/browser`, where the example's links lead. */
export async function buildPackages(): Promise<void> {
  await buildNextPackage(join(ROOT, 'packages/next/dist'))
  await buildBrowserPackage(join(ROOT, 'packages/browser/dist'))
}

/** Builds the shop; the SDK uploads its source maps on the way. */
export async function buildShop(
  reporting: Reporting,
  { bundler = 'turbopack', signal }: { readonly bundler?: Bundler; readonly signal?: AbortSignal } = {},
): Promise<void> {
  // Sentry's tools remember in the home folder which server an organization has, and a demo before this one had another.
  const home = await mkdtemp(join(tmpdir(), 'hindcast-demo-home-'))
  try {
    const env = { ...environment(reporting), HOME: home }
    const { code, text } = await finish(process.execPath, [NEXT, 'build', `--${bundler}`, EXAMPLE], {
      cwd: EXAMPLE,
      env,
      signal,
    })
    if (code !== 0) throw new Error(`next build ended with ${code}:\n${text}`)
  } finally {
    await rm(home, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Starts the built shop, and waits until it answers. */
export async function startShop(port: number, reporting: Reporting): Promise<Shop> {
  const url = `http://localhost:${port}`
  const child = spawn(process.execPath, [NEXT, 'start', EXAMPLE, '-p', String(port)], {
    cwd: EXAMPLE,
    env: environment(reporting),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-4000)
  })
  const deadline = performance.now() + START_TIMEOUT_MS
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error(`the shop ended with ${child.exitCode}:\n${said}`)
    if (performance.now() > deadline) {
      child.kill()
      throw new Error(`the shop did not answer at ${url} in time:\n${said}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return { url, child, stop: () => void child.kill() }
}

export async function cleanShop(): Promise<void> {
  await rm(join(EXAMPLE, '.next'), { recursive: true, force: true })
}

const answers = (url: string) =>
  fetch(url).then(
    (response) => response.ok,
    () => false,
  )

/** Nobody's own settings of Sentry's tools reach the build. */
function environment({ origin, dsn, token, org, project, release }: Reporting): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(?:SENTRY|HINDCAST)_/.test(name))
  return {
    ...Object.fromEntries(own),
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    NEXT_PUBLIC_SHOP_DSN: dsn,
    SHOP_RELEASE: release,
    SENTRY_URL: origin,
    SENTRY_AUTH_TOKEN: token,
    SENTRY_ORG: org,
    SENTRY_PROJECT: project,
  }
}
