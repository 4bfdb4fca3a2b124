import { spawn, type ChildProcess } from 'node:child_process'
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTarball } from '../tools/package/build.ts'
import { DESK, watchFaults } from './harness/app.ts'
import { launchBrowser } from './harness/browser.ts'
import { dockerfileCommands } from './harness/dockerfile.ts'
import { eventually } from './harness/eventually.ts'
import { freePort } from './harness/free-port.ts'
import { recordedCrash } from './harness/recorded-crash.ts'
import { run } from './harness/run.ts'
import { end } from './harness/server.ts'
import { openSmallVolume } from './harness/small-volume.ts'

const ADA = { email: 'ada@example.com', password: 'a few words here' }
const ANYBODY = 65_532

let scratch: string
let tarball: string

/** No settings of the developer, and the Node that runs the tests for everything that npm starts. */
const env: Record<string, string | undefined> = {
  ...Object.fromEntries(
    Object.keys(process.env)
      .filter((name) => name.startsWith('HINDCAST_'))
      .map((name) => [name, undefined]),
  ),
  PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
}

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'hindcast-tarball-'))
  await chmod(scratch, 0o755)
  tarball = await buildTarball(scratch)
})
afterAll(() => rm(scratch, { recursive: true, force: true }))

interface Started {
  readonly child: ChildProcess
  readonly output: () => string
}

/** Waits until it listens. */
async function start(
  command: readonly string[],
  cwd: string,
  more: Record<string, string> = {},
): Promise<Started> {
  const child = spawn(command[0]!, command.slice(1), {
    cwd,
    env: { ...process.env, ...env, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => (text += part))
  await eventually('a server that listens', () => {
    if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}:\n${text}`)
    return Promise.resolve(/listening on http/.test(text) || undefined)
  })
  return { child, output: () => text }
}

/** npm keeps a signal to itself; a terminal, like this, signals everything that was started. */
const signalAll = ({ child }: Started) => process.kill(-child.pid!, 'SIGTERM')

const answers = (origin: string) =>
  fetch(`${origin}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )

describe('the package in an empty folder', () => {
  let folder: string
  const hindcast = (...args: readonly string[]) =>
    run('npx', ['--no-install', 'hindcast', ...args], { cwd: folder, env })

  beforeAll(async () => {
    folder = join(scratch, 'empty')
    await mkdir(folder)
    await copyFile(tarball, join(folder, 'hindcast.tgz'))
    const npm = ['install', '--no-audit', '--no-fund', '--prefer-offline', './hindcast.tgz']
    const { code, stderr } = await run('npm', npm, { cwd: folder, env })
    expect([code, code === 0 ? '' : stderr]).toEqual([0, ''])
  })

  it('[OP131] is small, and says its version', async () => {
    const version = (
      JSON.parse(await readFile(join(folder, 'node_modules/hindcast/package.json'), 'utf8')) as {
        readonly version: string
      }
    ).version
    expect((await hindcast('--version')).stdout).toBe(`hindcast ${version}, Node ${process.versions.node}\n`)
    expect((await stat(tarball)).size).toBeLessThan(12 * 1024 * 1024)
  })

  it('[OP131] starts with its pages, takes an event and shows it, and ends on SIGTERM', async () => {
    const port = await freePort()
    const origin = `http://127.0.0.1:${port}`
    const server = await start(['npx', '--no-install', 'hindcast', 'start', '--port', String(port)], folder)
    const browser = await launchBrowser()
    try {
      const page = await browser.newPage({ viewport: DESK, locale: 'en-GB', baseURL: origin })
      const faults = watchFaults(page)
      await page.goto(/http\S+\/setup#token=\S+/.exec(server.output())![0])
      await page.getByLabel('Name', { exact: true }).fill('Ada')
      await page.getByLabel('Email').fill(ADA.email)
      await page.getByLabel('Password').fill(ADA.password)
      await page.getByLabel('Project name').fill('web-shop')
      await page.getByLabel('React').check()
      await page.keyboard.press('Enter')
      await page.getByText('Waiting for the first request…').waitFor()
      const dsn = /http:\/\/(?<key>[0-9a-f]{32})@127\.0\.0\.1:\d+\/(?<project>\d+)/.exec(
        await page.content(),
      )!.groups!
      const address = `${origin}/api/${dsn['project']}/envelope/?sentry_version=7&sentry_key=${dsn['key']}`
      expect((await fetch(address, { method: 'POST', body: await recordedCrash() })).status).toBe(200)
      await page.goto('/projects/web-shop/issues')
      await page
        .getByRole('link', { name: /TypeError|Error/ })
        .first()
        .waitFor()
      expect((await page.goto('/api/v1/docs/swagger-ui.css'))?.status()).toBe(200)
      expect(faults).toEqual([])
      const doctor = await hindcast('doctor')
      expect([doctor.code, doctor.code === 0 ? '' : doctor.stdout]).toEqual([0, ''])
      expect(doctor.stdout).toContain(join(folder, 'data'))
    } finally {
      await browser.close()
      signalAll(server)
    }
    await eventually('the end of the server', async () => !(await answers(origin)) || undefined)
    expect(server.output()).toContain('stopping signal=SIGTERM')
  })

  it('[OP132] an older Node gets one sentence', async () => {
    const older = join(scratch, 'older.mjs')
    await writeFile(older, "Object.defineProperty(process.versions, 'node', { value: '24.10.1' })\n")
    const program = join(folder, 'node_modules/hindcast/bin/hindcast.js')
    const { code, stderr } = await run(process.execPath, ['--import', older, program, 'start'], {
      cwd: folder,
      env,
    })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^Hindcast needs Node 24\.11 or newer; this is 24\.10\.1\. .+\n$/)
  })
})

describe('the image', () => {
  it('[OP133] its steps make an installation that runs as anybody, with nothing to write but the volume', async () => {
    const folder = join(scratch, 'image')
    await mkdir(folder)
    const { install, healthCheck, entrypoint, variables } = await dockerfileCommands()
    const here = (text: string) =>
      text.replaceAll('/tmp/hindcast.tgz', tarball).replaceAll('/opt/hindcast', folder)
    for (const command of install.filter((line) => !line.includes('/data'))) {
      const { code, stderr } = await run('sh', ['-c', here(command)], { cwd: folder, env })
      expect([command, code, code === 0 ? '' : stderr]).toEqual([command, 0, ''])
    }
    const volume = await openSmallVolume(512)
    const port = String(await freePort())
    try {
      await volume.sh(
        `chown ${ANYBODY} '${volume.inside}' && mount -o remount,bind,ro / && ! touch '${folder}/x'`,
      )
      const anybody = [
        'setpriv',
        `--reuid=${ANYBODY}`,
        `--regid=${ANYBODY}`,
        '--clear-groups',
        '--no-new-privs',
      ]
      const through = [...volume.through, ...anybody]
      const settings = { ...variables, HINDCAST_DATA: volume.inside, HINDCAST_PORT: port }
      const check = () =>
        run(through[0]!, [...through.slice(1), ...healthCheck], { cwd: folder, env: { ...env, ...settings } })
      expect((await check()).code).toBe(1)
      const server = await start([...through, ...entrypoint.map(here)], folder, settings)
      expect((await check()).code).toBe(0)
      expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
      expect(await end(server.child, 'SIGTERM', server.output)).toBe(0)
    } finally {
      await volume.close()
    }
  })
})
