import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { NEXT_ROUTES } from '@hindcast/contract/routes/next-build.ts'

const SERVER_FILES = 'required-server-files.json'

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
