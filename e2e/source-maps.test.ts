import type { EventView } from '@hindcast/contract/events/event-view.ts'
import { heldBy } from '@hindcast/contract/sentry/unpublished.ts'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendEvent } from './harness/app.ts'
import { crashOf, type Crash } from './harness/crash.ts'
import { install, type Installation } from './harness/installation.ts'
import { CLIENTS, FIXTURES } from './harness/paths.ts'
import { run } from './harness/run.ts'
import { watchRequests, type WatchedRequests } from './harness/watched-requests.ts'
import { printedBy, runSentryCli, toolEnvironment, type SentryCliMajor } from './harness/sentry-cli.ts'

let hindcast: Installation
let watched: WatchedRequests
let home: string
/** The working directory of a build: a git checkout, because sentry-cli needs commits. */
let repository: string

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'hindcast-maps-'))
  repository = await aRepository(home)
  watched = await watchRequests()
  hindcast = await install({ env: watched.env })
})
afterAll(async () => {
  await rm(home, { recursive: true, force: true })
  expect(await hindcast?.close()).toBe(0)
  await watched?.close()
})

interface WireRelease {
  readonly version: string
  readonly dateReleased: string | null
  readonly commitCount: number
  readonly deployCount: number
}

async function releaseOf(version: string): Promise<WireRelease> {
  const path = `/api/0/organizations/${hindcast.init.org}/releases/${encodeURIComponent(version)}/`
  const response = await hindcast.api.get(path)
  expect(response.status).toBe(200)
  return (await response.json()) as WireRelease
}

/** Where the frames of an event are in the sources, innermost first. */
async function originals(event: object): Promise<Array<string | null>> {
  const { eventId } = await sendEvent(hindcast.dsn, event)
  const { exceptions } = await hindcast.api.awaitEvent(eventId)
  return placesOf(exceptions.at(-1)!.frames)
}

function placesOf(frames: EventView['exceptions'][number]['frames']): Array<string | null> {
  return frames
    .map(({ original }) => original && `${original.filename.split('/').at(-1)}:${original.line}`)
    .toReversed()
}

describe.each([3, 2] as const)('sentry-cli %i', (major: SentryCliMajor) => {
  const version = `shop@1.4.${major}`
  const cli = (args: readonly string[], cwd?: string) =>
    runSentryCli(major, { hindcast, home, ...(cwd && { cwd }) }, args)
  const printed = (...args: readonly string[]) => printedBy(cli(args), `sentry-cli ${args.join(' ')}`)

  it('[SM27] creates a release once, however often reported, and finalizes it', async () => {
    await printed('releases', 'new', version)
    await printed('releases', 'new', version)
    expect((await releaseOf(version)).dateReleased).toBeNull()
    await printed('releases', 'finalize', version)
    expect((await releaseOf(version)).dateReleased).not.toBeNull()
  })

  it('[SM27] reports the commits of its repository, with every option', async () => {
    for (const how of ['--auto', '--local', '--commit=acme/shop@abc123..def456']) {
      const args = ['releases', 'set-commits', version, how]
      await printedBy(cli(args, repository), args.join(' '))
      expect(await releaseOf(version)).toMatchObject({ commitCount: 3 })
    }
  })

  it('[SM27] reports a deploy and lists it', async () => {
    await printed(...deployCommand('new', version, major), '--env', 'production', '--name', 'friday')
    const listed = await printed(...deployCommand('list', version, major))
    expect(listed).toContain('production')
    expect(listed).toContain('friday')
  })

  it('[SM27] lists releases and shows one', async () => {
    expect(await printed('releases', 'list')).toContain(version)
    expect(await printed('releases', 'info', version)).toContain(version)
  })

  it('[SM27] injects debug ids and uploads, and the uploaded maps are used', async () => {
    const dist = join(home, `dist-${major}`)
    await buildPlainShop(dist, major)
    await printed('sourcemaps', 'inject', dist)
    const upload = ['sourcemaps', 'upload', '--release', version, '--dist', 'web-7', '--wait', dist]
    await printed(...upload)
    await printed(...upload)
    const { event, debugIds } = await crashOfBuild(dist, version)
    expect(debugIds).toHaveLength(1)
    expect((await originals(event)).slice(0, 3)).toEqual(['cart.js:2', 'cart.js:7', 'main.js:4'])
  })

  it('[SM27] uploads what was not injected, which is then found by release, dist and address', async () => {
    const dist = join(home, `plain-${major}`)
    await buildPlainShop(dist, major)
    await printed('sourcemaps', 'upload', '--release', version, '--dist', 'web-8', '--wait', dist)
    const { event, debugIds } = await crashOfBuild(dist, version)
    expect(debugIds).toEqual([])
    expect((await originals({ ...event, dist: 'web-8' })).slice(0, 2)).toEqual(['cart.js:2', 'cart.js:7'])
  })

  it('[SM27] lists no monitors, sends an event, archives and deletes', async () => {
    await printed('monitors', 'list')
    await printed('send-event', '--message', `sent by ${major}`, '--release', version)
    await printed('releases', 'archive', version)
    await printed('releases', 'restore', version)
    await printed('releases', 'delete', version)
    const path = `/api/0/organizations/${hindcast.init.org}/releases/${version}/`
    expect((await hindcast.api.get(path)).status).toBe(404)
    expect(await printed('releases', 'list')).not.toContain(version)
  })

  it('[SM27] gets an error message, and exits with a failure', async () => {
    const missing = await cli(['releases', 'finalize', 'never-made'])
    expect(missing.code).toBe(1)
    const elsewhere = await cli(['releases', 'new', '--project', 'nothing', '9.9'])
    expect(elsewhere.code).toBe(1)
    expect(elsewhere.stdout + elsewhere.stderr).toMatch(/project not found|there is no project/i)
  })
})

describe('sentry-cli 3', () => {
  const cli = (...args: readonly string[]) => runSentryCli(3, { hindcast, home }, args)

  it('[AP157] tells that debug files of other languages are not taken', async () => {
    await writeFile(join(home, 'mapping.txt'), 'com.example.Cart -> a.a:\n    void total() -> a\n')
    const { code, stdout, stderr } = await cli('upload-proguard', join(home, 'mapping.txt'))
    expect(code).not.toBe(0)
    expect(stdout + stderr).toContain('JavaScript')
  })

  it('[AP157] was answered by every endpoint whose shape it holds', async () => {
    await printedBy(cli('info'), 'sentry-cli info')
    expect([...(await watched.answered())]).toEqual(expect.arrayContaining([...heldBy('sentry-cli')]))
  })
})

describe.each(['11', '5'] as const)('the Vite plugin %s', (major) => {
  const release = `vite@${major}.0`

  it('[SM28] builds, reports the release and uploads, twice; the source maps of the built shop are used', async () => {
    const outDir = join(home, `vite-${major}`)
    for (let build = 0; build < 2; build += 1) {
      const script = join(CLIENTS, 'node/build-vite-shop.ts')
      const building = run(process.execPath, [script, major, outDir, release], {
        cwd: repository,
        env: toolEnvironment(hindcast, home),
      })
      await printedBy(building, `the build with the plugin ${major}`)
    }
    const told = await releaseOf(release)
    expect(told).toMatchObject({ commitCount: major === '11' ? 1 : 3, deployCount: 1 })
    expect(told.dateReleased).not.toBeNull()
    const { event, debugIds } = await crashOfBuild(outDir, release)
    expect(debugIds).toHaveLength(1)
    expect((await originals(event)).slice(0, 3)).toEqual(['cart.js:2', 'cart.js:7', 'main.js:4'])
  })
})

it('[SM26] the recorded event of the recorded upload is shown in its sources', async () => {
  const upload = async (name: string, path: string) => {
    const recorded = JSON.parse(await readFile(join(FIXTURES, `symbolication/${name}.json`), 'utf8')) as {
      headers: Record<string, string>
    }
    const bytes = await readFile(join(FIXTURES, `symbolication/${name}.bin`))
    // The recorded project has another name; everything else is sent as it was.
    const body = path.endsWith('assemble/')
      ? bytes.toString().replace('"web"', `"${hindcast.init.project}"`)
      : bytes
    const response = await fetch(`${hindcast.origin}/api/0/organizations/${hindcast.init.org}/${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${hindcast.init.token}`,
        'content-type': recorded.headers['content-type']!,
      },
      body,
    })
    expect(response.status).toBe(200)
    return (await response.json()) as { readonly state?: string }
  }
  await upload('cli-upload.02.artifactbundle_assemble', 'artifactbundle/assemble/')
  await upload('cli-upload.03.acme_chunk-upload', 'chunk-upload/')
  const { state } = await upload('cli-upload.04.artifactbundle_assemble', 'artifactbundle/assemble/')
  expect(state).toBe('ok')
  const envelope = await readFile(join(FIXTURES, 'symbolication/event.03.event.bin'), 'utf8')
  const event = JSON.parse(envelope.split('\n')[2]!) as Record<string, unknown>
  delete event['event_id']
  const expected = ['cart.js:3', 'cart.js:8', 'main.js:3']
  expect((await originals(event)).slice(0, 3)).toEqual(expected)
  // The same stack with a message: as SDKs attach it to a thread, and as older ones send it at the top.
  const { exception, ...rest } = event as { exception: { values: ReadonlyArray<{ stacktrace: object }> } }
  const stacktrace = exception.values.at(-1)!.stacktrace
  for (const stacks of [{ threads: { values: [{ id: 1, current: true, stacktrace }] } }, { stacktrace }]) {
    const { eventId } = await sendEvent(hindcast.dsn, { ...rest, ...stacks, message: 'the cart is odd' })
    const { exceptions, threads } = await hindcast.api.awaitEvent(eventId)
    expect(exceptions).toEqual([])
    expect(threads.flatMap(({ frames }) => placesOf(frames)).slice(0, 3)).toEqual(expected)
  }
})

async function crashOfBuild(outDir: string, release: string): Promise<Crash> {
  const name = (await readdir(join(outDir, 'assets'))).find((file) => file.endsWith('.js'))!
  const script = await readFile(join(outDir, 'assets', name), 'utf8')
  return crashOf(script, `https://shop.test/assets/${name}`, release)
}

/** CLI 3 has `deploys` at the top, CLI 2 both there and under `releases`. */
function deployCommand(verb: 'new' | 'list', version: string, major: SentryCliMajor): readonly string[] {
  return major === 3 ? ['deploys', verb, '--release', version] : ['releases', 'deploys', version, verb]
}

async function aRepository(folder: string): Promise<string> {
  const dir = join(folder, 'repository')
  const git = (...args: readonly string[]) =>
    printedBy(
      run('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@x.test', ...args], { cwd: dir }),
      args.join(' '),
    )
  await cp(join(CLIENTS, 'vite-shop'), dir, { recursive: true })
  await git('init', '--quiet')
  for (const file of ['one', 'two', 'three']) {
    await writeFile(join(dir, `${file}.txt`), file)
    await git('add', '.')
    await git('commit', '--quiet', '--message', `commit ${file}`)
  }
  await git('remote', 'add', 'origin', 'https://git.test/acme/shop.git')
  return dir
}

/** The shop without any plugin; each major gets its own text so that no file is the same as another's. */
async function buildPlainShop(outDir: string, major: SentryCliMajor): Promise<void> {
  const script = join(CLIENTS, 'node/build-plain-shop.ts')
  await printedBy(run(process.execPath, [script, outDir, String(major)], { cwd: home }), 'the plain build')
}
