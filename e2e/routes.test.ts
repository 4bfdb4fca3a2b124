import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { install, type Installation } from './harness/installation.ts'
import { HINDCAST, ROOT } from './harness/paths.ts'
import { run } from './harness/run.ts'

const BUILD = join(ROOT, 'fixtures/next/manifests')

let installation: Installation
beforeAll(async () => void (installation = await install()))
afterAll(async () => void (await installation.close()))

function hindcast(args: readonly string[], env: Readonly<Record<string, string>>) {
  return run(process.execPath, [HINDCAST, ...args], { cwd: ROOT, env: { ...process.env, ...env } })
}

describe('hindcast routes upload', () => {
  const upload = (...args: readonly string[]) =>
    hindcast(['routes', 'upload', ...args], {
      HINDCAST_URL: installation.origin,
      HINDCAST_TOKEN: installation.init.token,
    })

  it('[RT15] uploads the routes of a build of Next.js, and says how many', async () => {
    const { code, stdout } = await upload(
      BUILD,
      '--release',
      'shop@1.0',
      '--project',
      installation.init.project,
    )
    expect([code, stdout]).toEqual([0, '44 routes and 8 rewrites of shop@1.0 uploaded.\n'])
    const json = await upload(
      BUILD,
      '--release',
      'shop@1.0',
      '--project',
      installation.init.project,
      '--json',
    )
    expect(JSON.parse(json.stdout)).toEqual({ release: 'shop@1.0', patterns: 44, rewrites: 8, skipped: [] })
  })

  it.each([
    [[BUILD, '--project', 'web'], 2, /--release is missing/],
    [['--release', '1', '--project', 'web'], 2, /Name the folder/],
    [['/nowhere', '--release', '1', '--project', 'web'], 1, /There is no \/nowhere/],
    [[join(ROOT, 'docs'), '--release', '1', '--project', 'web'], 1, /has none of routes-manifest.json/],
    [[join(ROOT, 'README.md'), '--release', '1', '--project', 'web'], 1, /has no routes/],
    [[BUILD, '--release', '1', '--project', 'nobodys'], 1, /answered 404/],
    [[BUILD, '--release', '1', '--project', 'web', '--url', 'http://127.0.0.1:1'], 1, /does not answer/],
  ])('[RT15] %j is one sentence and a non-zero exit', async (args, expected, sentence) => {
    const { code, stdout, stderr } = await upload(...args)
    expect(stdout + stderr).toMatch(sentence)
    expect(stdout + stderr).not.toMatch(/\n\s+at /)
    expect(code).toBe(expected)
  })
})
