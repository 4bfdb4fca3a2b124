import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './paths.ts'
import { run } from './run.ts'

const VERSION = 'e2e/rolling-upgrade/version.json'

/** The version that operators upgrade from, as it was. */
export interface EarlierVersion {
  readonly commit: string
  /** Its command line. */
  readonly program: string
  /** Whether it is of the time since versions can share a database, and so starts on a newer schema. */
  readonly startsBeside: boolean
  close(): Promise<void>
}

const readCommit = async () =>
  (JSON.parse(await readFile(join(ROOT, VERSION), 'utf8')) as { readonly commit: string }).commit

/** Why it cannot be had here: neither a shallow clone nor an unpacked archive has the commit. */
export async function missingHistory(): Promise<string | undefined> {
  const commit = await readCommit()
  const { code, stderr } = await run('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: ROOT })
  if (code === 0) return undefined
  return `the commit ${commit} of ${VERSION} is not in this clone (${stderr.trim()}). A clone with the whole history has it.`
}

/** Takes it from the history of this clone, with the packages that are installed for this version. */
export async function bringEarlierVersion(): Promise<EarlierVersion> {
  const commit = await readCommit()
  const folder = await mkdtemp(join(tmpdir(), 'hindcast-earlier-'))
  try {
    await unpack(commit, folder)
    await requireSamePackages(commit, folder)
    await linkPackages(folder)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
  return {
    commit,
    program: join(folder, 'packages/server/bin/hindcast.js'),
    startsBeside: existsSync(join(folder, 'packages/server/src/stores/side-by-side.ts')),
    close: () => rm(folder, { recursive: true, force: true }),
  }
}

async function unpack(commit: string, folder: string): Promise<void> {
  const archive = join(folder, 'earlier.tar')
  await succeed('git', ['archive', '--output', archive, commit, 'packages/server', 'packages/contract'])
  await succeed('tar', ['-xf', archive, '-C', folder])
  await rm(archive)
}

async function succeed(program: string, args: readonly string[]): Promise<void> {
  const { code, stderr } = await run(program, args, { cwd: ROOT })
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}: ${stderr}`)
}

/** It runs on what is installed here. Where that has changed, an answer would say nothing about either version. */
async function requireSamePackages(commit: string, folder: string): Promise<void> {
  const packagesOf = async (root: string) => {
    const manifest = await readFile(join(root, 'packages/server/package.json'), 'utf8')
    return (JSON.parse(manifest) as { dependencies: Record<string, string> }).dependencies
  }
  const [then, now] = [await packagesOf(folder), await packagesOf(ROOT)]
  const others = Object.keys(then).filter((name) => then[name] !== now[name])
  if (others.length > 0)
    throw new Error(
      `${commit} of ${VERSION} has other packages than this version (${others.join(', ')}). Land the packages first, ` +
        'then name the commit that has them.',
    )
}

async function linkPackages(folder: string): Promise<void> {
  const installed = join(ROOT, 'node_modules')
  const own = join(folder, 'node_modules')
  await mkdir(join(own, '@hindcast'), { recursive: true })
  for (const name of await readdir(installed)) {
    if (name !== '@hindcast') await symlink(join(installed, name), join(own, name))
  }
  await symlink(join(folder, 'packages/contract'), join(own, '@hindcast/contract'))
  await symlink(join(ROOT, 'packages/server/node_modules'), join(folder, 'packages/server/node_modules'))
  // Its pages are not what is tested, and would take longer to build than everything else.
  await mkdir(join(folder, 'packages/web'))
  await symlink(join(ROOT, 'packages/web/dist'), join(folder, 'packages/web/dist'))
}
