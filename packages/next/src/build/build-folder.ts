import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { NEXT_ROUTES } from '@hindcast/contract/routes/next-build.ts'

const SERVER_FILES = 'required-server-files.json'
/** Folders of a build with scripts that a page or a server runs. */
const SCRIPTS = ['static', 'server']

/** A folder that `next build` has filled. */
export interface BuildFolder {
  readonly path: string
  /** Undefined: there is no such file. */
  read(name: string): Promise<string | undefined>
}

/** `path` is the folder of the application, or that of its build. Undefined: it has not been built. */
export async function openBuild(path: string): Promise<BuildFolder | undefined> {
  for (const folder of [path, join(path, '.next')]) {
    const isBuild = await stat(join(folder, NEXT_ROUTES)).then(
      () => true,
      () => false,
    )
    if (isBuild)
      return {
        path: folder,
        read: (name) => readFile(join(folder, name), 'utf8').catch(() => undefined),
      }
  }
  return undefined
}

/** What is used of the configuration with which the application was built. */
export interface BuiltConfig {
  /** That `withSentryConfig` wrote into the build: the one that events will name. */
  readonly release: string | undefined
  readonly trailingSlash: boolean
}

/** Nothing else is taken from the file: it has the values of variables. */
export async function readConfig(build: BuildFolder): Promise<BuiltConfig> {
  const config = objectIn(objectIn(parsed(await build.read(SERVER_FILES)))['config'])
  const release = objectIn(config['env'])['_sentryRelease']
  return {
    release: typeof release === 'string' && release !== '' ? release : undefined,
    trailingSlash: config['trailingSlash'] === true,
  }
}

export interface SourceMaps {
  /** Files that are still in the build; uploaders delete those of pages once they have them. */
  readonly count: number
  /** Folders with some of them. */
  readonly folders: readonly string[]
}

export async function findSourceMaps({ path }: BuildFolder, cwd: string): Promise<SourceMaps> {
  const found = await Promise.all(
    SCRIPTS.map(async (name) => {
      const folder = join(path, name)
      const files = await readdir(folder, { recursive: true }).catch(() => [])
      return { folder, count: files.filter((file) => /\.[cm]?js\.map$/.test(file)).length }
    }),
  )
  const some = found.filter(({ count }) => count > 0)
  return {
    count: some.reduce((sum, { count }) => sum + count, 0),
    folders: some.map(({ folder }) => relative(cwd, folder) || '.'),
  }
}

function objectIn(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}
