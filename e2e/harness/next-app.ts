import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bundleEntry, type Entry } from '../../packages/next/build.ts'
import { eventually } from './eventually.ts'
import { freePort } from './free-port.ts'
import { NEXT_SHOP } from './paths.ts'
import { run } from './run.ts'
import { printedBy } from './sentry-cli.ts'

const COMMAND = 'node_modules/next/dist/bin/next'
// Next.js 15 would add packages of other platforms to the lockfile.
const ENV = { NEXT_TELEMETRY_DISABLED: '1', NEXT_IGNORE_INCORRECT_LOCKFILE: '1', NODE_ENV: 'production' }

/** The folder with the packages of an app: most use those of the shop around them. */
const homeOf = (app: string): string => (existsSync(join(app, COMMAND)) ? app : NEXT_SHOP)

export interface NextApp {
  readonly url: string
  stop(): void
}

type Env = Readonly<Record<string, string>>

/** Puts the named entries of `@hindcast/next` where npm would have put them. */
export async function installPackage(app: string, ...entries: readonly Entry[]): Promise<void> {
  const files = entries.map(async (entry) => {
    const path = entry === 'integration' ? '.' : `./${entry}`
    return [path, await bundleEntry(entry)] as const
  })
  await installModule(app, '@hindcast/next', Object.fromEntries(await Promise.all(files)))
}

/** Puts a module where npm would have put it. */
export async function installModule(app: string, name: string, files: Readonly<Record<string, string>>) {
  const folder = join(app, 'node_modules', name)
  await mkdir(folder, { recursive: true })
  const exports = Object.fromEntries(Object.keys(files).map((path) => [path, `${path}/index.js`]))
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name, type: 'module', exports }))
  for (const [path, code] of Object.entries(files)) {
    await mkdir(join(folder, path), { recursive: true })
    await writeFile(join(folder, path, 'index.js'), code)
  }
}

export async function buildNextApp(app: string, env: Env = {}): Promise<void> {
  const cwd = homeOf(app)
  const options = { cwd, env: { ...ENV, ...env } }
  await printedBy(run(process.execPath, [join(cwd, COMMAND), 'build', app], options), 'next build')
}

/** Starts a built app, and waits until it answers. */
export async function startNextApp(app: string, env: Env = {}, basePath = ''): Promise<NextApp> {
  const port = await freePort()
  const url = `http://localhost:${port}${basePath}`
  const cwd = homeOf(app)
  const server = spawn(process.execPath, [join(cwd, COMMAND), 'start', app, '-p', String(port)], {
    cwd,
    env: { ...process.env, ...ENV, ...env },
    stdio: 'ignore',
  })
  const answers = () =>
    fetch(url).then(
      (response) => response.ok || undefined,
      () => undefined,
    )
  await eventually('the app', answers)
  return { url, stop: () => void server.kill() }
}

/** Removes what was built and installed. */
export async function cleanNextApp(app: string): Promise<void> {
  await rm(join(app, '.next'), { recursive: true, force: true })
  await rm(join(app, 'node_modules'), { recursive: true, force: true })
}
