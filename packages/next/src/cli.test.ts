import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { main } from './cli.ts'

const MANIFESTS = new URL('../../../fixtures/next/manifests', import.meta.url)
/** What must never leave the machine. */
const SECRETS = {
  encryption: 'c2VjcmV0IG9mIGFjdGlvbnM=',
  preview: 'f00dpreviewkey',
  env: 'env-value-of-the-shop',
}

let home: string
let server: Server
let origin: string
let received: Array<{ readonly path: string; readonly token: string; readonly body: string }> = []

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'hindcast-next-cli-'))
  const build = join(home, '.next')
  await cp(MANIFESTS, build, { recursive: true })
  await mkdir(join(build, 'server'))
  await mkdir(join(build, 'static/chunks'), { recursive: true })
  const write = (name: string, content: object) => writeFile(join(build, name), JSON.stringify(content))
  const action = { filename: 'app/cart.js', exportedName: 'placeOrder', workers: {} }
  await write('server/server-reference-manifest.json', {
    node: { '00395947': action },
    encryptionKey: SECRETS.encryption,
  })
  await write('prerender-manifest.json', { preview: { previewModeSigningKey: SECRETS.preview } })
  await write('required-server-files.json', {
    config: { env: { _sentryRelease: 'shop@7', SHOP_SECRET: SECRETS.env } },
  })
  server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { authorization = '' } = request.headers
  received.push({ path: request.url ?? '', token: authorization, body: await text(request) })
  const isKnown = request.url?.includes('/web/') === true
  const uploaded = { release: 'shop@7', patterns: 44, rewrites: 7, actions: 1, skipped: [] }
  const body = isKnown ? uploaded : { code: 'not_found', message: 'Project not found.' }
  response.writeHead(isKnown ? 200 : 404).end(JSON.stringify(body))
}

beforeEach(() => void (received = []))
afterAll(async () => {
  server.close()
  await rm(home, { recursive: true, force: true })
})

async function call(argv: readonly string[], env: Readonly<Record<string, string>> = {}, cwd = home) {
  const printed: string[] = []
  const complained: string[] = []
  const code = await main(argv, {
    env,
    cwd,
    print: (line) => void printed.push(line),
    complain: (line) => void complained.push(line),
  })
  return { code, out: printed.join('\n'), err: complained.join('\n') }
}

const settings = () => ({ HINDCAST_URL: origin, HINDCAST_TOKEN: 'hct_1', HINDCAST_PROJECT: 'web' })

describe('hindcast-next upload', () => {
  it('[NX22] uploads routes and server actions for the release of the build, and says what it did', async () => {
    const { code, out } = await call(['upload'], settings())
    expect([code, out.split('\n')[0]]).toEqual([
      0,
      '44 routes, 7 rewrites and 1 server action of shop@7 uploaded.',
    ])
    expect(received).toHaveLength(1)
    const [{ path, token, body }] = received as [(typeof received)[number]]
    expect([path, token]).toEqual(['/api/v1/projects/web/routes/manifest', 'Bearer hct_1'])
    expect(JSON.parse(body)).toMatchObject({
      release: 'shop@7',
      manifest: {
        patterns: expect.arrayContaining(['/product/[id]']) as string[],
        actions: [{ id: '00395947', file: 'app/cart.js', name: 'placeOrder' }],
      },
    })
  })

  it('[NX22] sends no key and no value of the environment', async () => {
    await call(['upload'], settings())
    const sent = received.map(({ body }) => body).join('')
    expect(sent).toContain('placeOrder')
    for (const secret of Object.values(SECRETS)) expect(sent).not.toContain(secret)
  })

  it('[NX36] leaves source maps where they are when it is told to', async () => {
    const app = join(home, 'mapped')
    await cp(join(home, '.next'), join(app, '.next'), { recursive: true })
    await writeFile(join(app, '.next/static/chunks/main.js'), 'f()')
    await writeFile(join(app, '.next/static/chunks/main.js.map'), '{}')
    const env = { ...settings(), SENTRY_ORG: 'main' }
    expect(await call(['upload', app, '--no-source-maps'], env)).toMatchObject({
      code: 0,
      out: expect.not.stringContaining('Source maps') as string,
    })
    expect(received).toHaveLength(1)
    expect((await call(['upload', app], settings())).out).toContain('Set SENTRY_ORG')
    const { code, err } = await call(['upload', app], env)
    expect([code, err]).toEqual([1, expect.stringContaining('answered 404')])
    expect(received.at(-1)?.path).toBe('/api/0/organizations/main/chunk-upload/')
  })

  it('[NX22] takes flags before variables, and the folder of the build as well as that of the app', async () => {
    const flags = ['--url', origin, '--project', 'web', '--release', 'shop@8']
    const env = { HINDCAST_TOKEN: 'hct_1', SENTRY_RELEASE: 'shop@9', HINDCAST_PROJECT: 'other' }
    expect((await call(['upload', home, ...flags], env, '/')).code).toBe(0)
    expect((await call(['upload', '.next', ...flags], env)).code).toBe(0)
    expect(received.map(({ body }) => (JSON.parse(body) as { release: string }).release)).toEqual([
      'shop@8',
      'shop@8',
    ])
  })

  it('[NX22] gives a token of Sentry’s tools only to the server that stands beside it', async () => {
    const sentry = { SENTRY_URL: origin, SENTRY_PROJECT: 'web', SENTRY_AUTH_TOKEN: 'sntrys_1' }
    expect((await call(['upload'], sentry)).code).toBe(0)
    expect(received[0]?.token).toBe('Bearer sntrys_1')
    const { code, err } = await call(['upload', '--url', origin], sentry)
    expect([code, err]).toEqual([2, expect.stringContaining('HINDCAST_TOKEN is not set')])
    expect(received).toHaveLength(1)
  })

  it.each<[string, number, readonly string[], RegExp]>([
    ['no build', 2, ['upload', 'nowhere'], /nowhere has no build\. Run `next build`/],
    ['an unknown project', 1, ['upload', '--project', 'other'], /answered 404\. Project not found\./],
    ['no server', 1, ['upload', '--url', 'http://127.0.0.1:1'], /does not answer/],
    ['no address', 2, ['upload', '--url', 'errors'], /not the address of a server/],
    ['an unknown flag', 2, ['upload', '--maps'], /--maps/],
    ['an unknown command', 2, ['deploy'], /Unknown command “deploy”/],
    ['too many words', 2, ['upload', '.', 'x'], /Unexpected argument “x”/],
  ])('[NX22] fails with one sentence for %s', async (_, expected, argv, sentence) => {
    const { code, out, err } = await call(argv, settings())
    expect([code, out]).toEqual([expected, ''])
    expect(err).toMatch(sentence)
  })

  it('[NX22] asks for a release where the build has none', async () => {
    const bare = join(home, 'bare')
    await cp(MANIFESTS, bare, { recursive: true })
    const { code, err } = await call(['upload', 'bare'], settings())
    expect([code, err]).toEqual([2, expect.stringContaining('Name the release')])
  })
})
