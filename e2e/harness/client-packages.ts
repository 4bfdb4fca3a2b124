import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CLIENTS, NEXT_SHOP } from './paths.ts'
import { run } from './run.ts'

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
const NEXT: Packages = { what: 'Next.js shop', dir: NEXT_SHOP, command: ['install', '--no-save', ...QUIETLY] }

/** Installs the real SDKs and tools from their own lockfiles unless exactly those are installed already. */
export async function bringClients(say: (line: string) => void): Promise<void> {
  for (const packages of [SDKS, NEXT]) await bring(packages, say)
}

async function bring({ what, dir, command }: Packages, say: (line: string) => void): Promise<void> {
  const stamp = join(dir, 'node_modules', '.hindcast-stamp')
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
