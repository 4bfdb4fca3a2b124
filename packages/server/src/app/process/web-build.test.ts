import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ensureWebBuild } from './web-build.ts'

const silent = { debug() {}, info() {}, warn() {}, error() {} }

describe('the build of the web pages', () => {
  let root: string
  let builds: number

  const put = async (path: string, text: string) => {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  const build = async (webDir: string, outDir: string) => {
    builds += 1
    await mkdir(outDir, { recursive: true })
    await writeFile(join(outDir, 'index.html'), await readFile(join(webDir, 'src/main.tsx')))
  }
  const ensure = () => ensureWebBuild({ root, log: silent, build })

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'hindcast-web-build-'))
    builds = 0
    await put('packages/web/src/main.tsx', 'one')
    await put('packages/web/package.json', '{}')
    await put('package-lock.json', '{}')
  })
  afterEach(() => rm(root, { recursive: true, force: true }))

  it('[OP10] builds once and then starts without building, so that a restart costs nothing', async () => {
    await ensure()
    const dist = await ensure()
    expect(builds).toBe(1)
    expect(await readFile(join(dist, 'index.html'), 'utf8')).toBe('one')
  })

  it('[OP10] rebuilds when a source or the lockfile changes', async () => {
    await ensure()
    await put('packages/web/src/main.tsx', 'two')
    const dist = await ensure()
    expect(await readFile(join(dist, 'index.html'), 'utf8')).toBe('two')
    await put('package-lock.json', '{"changed":true}')
    await ensure()
    expect(builds).toBe(3)
  })

  it('[AR21] builds again when a source of the reference changes', async () => {
    await ensure()
    await put('packages/server/src/domain/limits.ts', 'export const LIMITS = {}')
    await ensure()
    await put('tools/reference/reference.css', 'main {}')
    await ensure()
    await ensure()
    expect(builds).toBe(3)
  })

  it('[OP10] takes no notice of tests, because they are not part of the pages', async () => {
    await ensure()
    await put('packages/web/src/main.test.ts', 'a test')
    await ensure()
    expect(builds).toBe(1)
  })

  it('[OP10] leaves one whole build behind when two servers start together', async () => {
    for (let round = 0; round < 40; round++) {
      await put('packages/web/src/main.tsx', `round ${round}`)
      const [dist] = await Promise.all([ensure(), ensure(), ensure(), ensure()])
      expect(await readFile(join(dist, 'index.html'), 'utf8')).toBe(`round ${round}`)
    }
    expect((await readdir(join(root, 'packages/web'))).toSorted()).toEqual(['dist', 'package.json', 'src'])
  })

  it('[OP11] serves what is there when Vite is not installed, and says what to run when nothing is', async () => {
    await expect(ensureWebBuild({ root, log: silent })).rejects.toThrow(/npm ci/)
    await put('packages/web/dist/index.html', 'shipped')
    const dist = await ensureWebBuild({ root, log: silent })
    expect(await readFile(join(dist, 'index.html'), 'utf8')).toBe('shipped')
  })

  it('[OP10] keeps the old pages when a build fails', async () => {
    const dist = await ensure()
    await put('packages/web/src/main.tsx', 'broken')
    const failing = () => Promise.reject(new Error('syntax'))
    await expect(ensureWebBuild({ root, log: silent, build: failing })).rejects.toThrow('syntax')
    expect(await readFile(join(dist, 'index.html'), 'utf8')).toBe('one')
  })
})
