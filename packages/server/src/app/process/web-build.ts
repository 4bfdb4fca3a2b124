import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { AppError } from '#domain/app-error.ts'
import type { Log } from '#domain/log.ts'

const STAMP = '.stamp'

/** What the reference is made of besides: the server's own tables. A test compares this list with its imports. */
export const REFERENCE_SOURCES = [
  'tools/reference',
  'tools/commands.ts',
  'tools/screens.ts',
  'packages/server/src/api/http/problem.ts',
  'packages/server/src/app/cli/commands.ts',
  'packages/server/src/domain/intake/outcome.ts',
  'packages/server/src/domain/limits.ts',
  'packages/server/src/domain/people/roles.ts',
  'packages/server/src/domain/people/scope.ts',
  'packages/server/src/ingest/http/route.ts',
]

/** What the pages are made of, relative to the repository. A change in any of it makes the build stale. */
const SOURCES = [
  'packages/web/src',
  'packages/web/public',
  'packages/web/index.html',
  'packages/web/vite.config.ts',
  'packages/web/vite',
  'packages/web/package.json',
  'packages/browser/src',
  'packages/contract/src',
  'package-lock.json',
  ...REFERENCE_SOURCES,
]

export interface WebBuildOptions {
  /** The repository. */
  readonly root: string
  readonly log: Log
  /** The bundler, as a seam: tests count how often it runs. */
  readonly build?: (webDir: string, outDir: string) => Promise<void>
}

/** Builds the pages when they are missing or older than their sources, and answers with their folder. */
export async function ensureWebBuild({ root, log, build = buildPages }: WebBuildOptions): Promise<string> {
  const webDir = join(root, 'packages/web')
  const dist = join(webDir, 'dist')
  const wanted = await sourceStamp(root)
  if (wanted === undefined || (await stampOf(dist)) === wanted) return dist
  if (build === buildPages && vitePath(webDir) === undefined) return withoutBundler(dist, log)

  const startedAt = performance.now()
  const fresh = `${dist}.${randomBytes(4).toString('hex')}`
  try {
    await build(webDir, fresh)
    await writeFile(join(fresh, STAMP), wanted)
    await putInPlace(fresh, dist, wanted)
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
  log.info(`built the web pages in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  return dist
}

/** Undefined where no sources are shipped: whatever was built is then what there is. */
async function sourceStamp(root: string): Promise<string | undefined> {
  if (!existsSync(join(root, 'packages/web/src'))) return undefined
  const hash = createHash('sha256')
  for (const source of SOURCES) {
    for (const file of await filesUnder(join(root, source))) {
      hash
        .update(`${relative(root, file)}\0`)
        .update(await readFile(file))
        .update('\0')
    }
  }
  return hash.digest('hex')
}

async function filesUnder(path: string): Promise<readonly string[]> {
  if (!existsSync(path)) return []
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => undefined)
  if (entries === undefined) return [path]
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}

async function stampOf(dist: string): Promise<string | undefined> {
  return readFile(join(dist, STAMP), 'utf8').catch(() => undefined)
}

/**
 * Swaps whole folders, so that two servers that start together never serve a mix of builds. The loser of the race
 * checks again, because the folder may be moved between its two steps.
 */
async function putInPlace(fresh: string, dist: string, wanted: string): Promise<void> {
  const old = `${fresh}.old`
  try {
    for (;;) {
      await rm(old, { recursive: true, force: true })
      await rename(dist, old).catch(unless('ENOENT'))
      const placed = await rename(fresh, dist).then(() => true, unless('ENOTEMPTY', 'EEXIST'))
      if (placed === true || (await stampOf(dist)) === wanted) return
    }
  } finally {
    await rm(old, { recursive: true, force: true })
  }
}

function unless(...expected: readonly string[]): (error: NodeJS.ErrnoException) => undefined {
  return (error) => {
    if (error.code === undefined || !expected.includes(error.code)) throw error
    return undefined
  }
}

function withoutBundler(dist: string, log: Log): string {
  if (!existsSync(join(dist, 'index.html'))) {
    throw new AppError(
      'invalid_input',
      'The web pages are not built and Vite is not installed. Run "npm ci" (with dev dependencies) and start again.',
    )
  }
  log.warn('the web pages are older than their sources, and Vite is not installed to build them')
  return dist
}

function vitePath(webDir: string): string | undefined {
  try {
    const manifest = createRequire(join(webDir, 'package.json')).resolve('vite/package.json')
    return join(dirname(manifest), 'bin/vite.js')
  } catch {
    return undefined
  }
}

/** The pages, and below them the reference that is generated from the sources. */
async function buildPages(webDir: string, outDir: string): Promise<void> {
  await runNode(webDir, [vitePath(webDir)!, 'build', '--outDir', outDir, '--logLevel', 'warn'])
  await runNode(webDir, [join(webDir, '../../tools/reference/build.ts'), outDir])
}

function runNode(cwd: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', reject)
    child.on('exit', (code) => {
      if (code === 0) return resolve()
      const what = `${basename(args[0]!)} ended with ${code}`
      reject(new Error(`the web pages could not be built (${what}):\n${output.slice(-4000)}`))
    })
  })
}
