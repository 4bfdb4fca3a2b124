import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sendEvent } from './harness/app.ts'
import { install, type Installation } from './harness/installation.ts'
import { NEXT_SHOP } from './harness/paths.ts'
import { run } from './harness/run.ts'
import { printedBy, toolEnvironment } from './harness/sentry-cli.ts'

const BUILD_MS = 300_000

let hindcast: Installation
let home: string
/** The crash of each build. */
const crashes: string[] = []

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'hindcast-next-'))
  hindcast = await install()
})
afterAll(async () => {
  await rm(home, { recursive: true, force: true })
  await rm(join(NEXT_SHOP, '.next'), { recursive: true, force: true })
  expect(await hindcast?.close()).toBe(0)
})

interface Place {
  readonly address: string
  readonly debugId: string
  readonly line: number
  readonly column: number
}

/** Where the browser would say that the shop failed: names of properties survive every minifier. */
async function failingPlace(): Promise<Place> {
  const chunks = join(NEXT_SHOP, '.next/static/chunks')
  for (const name of await readdir(chunks, { recursive: true })) {
    if (!name.endsWith('.js')) continue
    const script = await readFile(join(chunks, name), 'utf8')
    const at = script.indexOf('.price.amount')
    if (at === -1) continue
    const before = script.slice(0, at + 1).split('\n')
    const debugId = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(script)?.[0] ?? ''
    const address = `https://shop.test/_next/static/chunks/${name}`
    return { address, debugId, line: before.length, column: before.at(-1)!.length + 1 }
  }
  throw new Error('no chunk has the code of the shop')
}

it.each(['turbopack', 'webpack'])(
  '[SM29] a build of @sentry/nextjs with %s ends well, and what it uploaded is used',
  async (bundler) => {
    const release = `next-shop@${bundler}`
    await rm(join(NEXT_SHOP, '.next'), { recursive: true, force: true })
    const args = [join(NEXT_SHOP, 'node_modules/next/dist/bin/next'), 'build', `--${bundler}`]
    const env = {
      ...toolEnvironment(hindcast, home),
      SHOP_RELEASE: release,
      NEXT_TELEMETRY_DISABLED: '1',
      NODE_ENV: 'production',
    }
    await printedBy(run(process.execPath, args, { cwd: NEXT_SHOP, env }), `next build --${bundler}`)

    const told = await hindcast.api.get(`/api/0/organizations/${hindcast.init.org}/releases/${release}/`)
    expect(await told.json()).toMatchObject({ version: release, dateReleased: expect.any(String) })

    const { address, debugId, line, column } = await failingPlace()
    const frame = { filename: address, lineno: line, colno: column, in_app: true }
    const { eventId } = await sendEvent(hindcast.dsn, {
      release,
      exception: { values: [{ type: 'TypeError', value: 'no price', stacktrace: { frames: [frame] } }] },
      debug_meta: { images: [{ type: 'sourcemap', code_file: address, debug_id: debugId }] },
    })
    const event = await hindcast.api.awaitEvent(eventId)
    crashes.push(eventId)
    expect(event.exceptions.at(-1)!.frames.at(-1)!.original).toMatchObject({
      filename: expect.stringMatching(/app\/cart\.js$/),
      line: 2,
      contextLine: '  return cart.items[0].price.amount',
    })
  },
  BUILD_MS,
)

it('[GR98] the builds of @sentry/nextjs with Turbopack and with webpack have one issue for one bug', async () => {
  const events = await Promise.all(crashes.map((eventId) => hindcast.api.awaitMapped(eventId)))
  const [issue] = await hindcast.api.awaitIssues(1)
  expect(issue).toMatchObject({ events: 2, culprit: expect.stringMatching(/^checkout \(.*app\/cart\.js\)$/) })
  expect(new Set(events.map(({ issueId }) => issueId))).toEqual(new Set([issue!.id]))
})
