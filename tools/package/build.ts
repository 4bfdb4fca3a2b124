import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { ensureWebBuild } from '../../packages/server/src/app/process/web-build.ts'
import { collect } from './collect.ts'
import { manifestFiles } from './manifest.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const SERVER = join(ROOT, 'packages/server')
const SWAGGER = ['swagger-ui.css', 'swagger-ui-bundle.js', 'LICENSE', 'NOTICE']
const log = { debug() {}, info: console.log, warn: console.warn, error: console.error }

/** Builds the package that `npm install hindcast` brings, as a tarball in `outDir`; answers its path. */
export async function buildTarball(outDir: string): Promise<string> {
  const staging = await mkdtemp(join(tmpdir(), 'hindcast-package-'))
  try {
    await writePackage(staging)
    await mkdir(outDir, { recursive: true })
    const npm = ['pack', '--silent', '--ignore-scripts', '--pack-destination', outDir]
    const { stdout } = await promisify(execFile)('npm', npm, { cwd: staging })
    return join(outDir, basename(stdout.trim()))
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

async function writePackage(to: string): Promise<void> {
  const pages = await ensureWebBuild({ root: ROOT, log })
  const { files, packages } = await collect()
  const { files: manifests } = await manifestFiles(packages)
  for (const [path, content] of [...files, ...manifests, ...(await programs())]) {
    await mkdir(dirname(join(to, path)), { recursive: true })
    await writeFile(join(to, path), content)
  }
  await cp(pages, join(to, 'pages'), { recursive: true, filter: (path) => basename(path) !== '.stamp' })
  for (const name of SWAGGER)
    await cp(join(ROOT, 'node_modules/swagger-ui-dist', name), join(to, 'swagger-ui', name))
  await cp(join(ROOT, 'LICENSE'), join(to, 'LICENSE'))
  await cp(join(SERVER, 'README.md'), join(to, 'README.md'))
}

/** `bin/` is JavaScript already; what it starts has another ending in the package. */
async function programs(): Promise<ReadonlyArray<readonly [string, string]>> {
  const names = await readdir(join(SERVER, 'bin'))
  return Promise.all(
    names.map(async (name) => {
      const code = await readFile(join(SERVER, 'bin', name), 'utf8')
      return [join('bin', name), code.replaceAll(".ts'", ".js'")] as const
    }),
  )
}

if (import.meta.main) console.log(await buildTarball(resolve(process.argv[2] ?? join(ROOT, 'dist'))))
