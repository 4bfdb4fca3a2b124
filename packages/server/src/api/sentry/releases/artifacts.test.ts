import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '#domain/limits.ts'
import { makeBundle } from '#protocol/testing/make-bundle.ts'
import { bearer } from '#api/testing/requests.ts'
import { ORIGIN, type Tenant } from '#api/testing/tenancy.ts'
import { openWorld, type World } from '#api/testing/world.ts'

const FIXTURES = resolve(import.meta.dirname, '../../../../../../fixtures')
const ID = '3981be22-0000-4000-8000-00000000000a'

let world: World
let ann: Tenant
let bob: Tenant
beforeAll(async () => {
  world = await openWorld()
  ann = await world.tenant('main')
  bob = await world.tenant('other')
})
afterAll(() => world.close())

const sha1 = (bytes: Uint8Array) => createHash('sha1').update(bytes).digest('hex')

async function send(path: string, init: RequestInit, token = ann.token) {
  const headers = { ...bearer(token), ...(init.headers as Record<string, string>) }
  const response = await world.app.request(`${ORIGIN}/api/0${path}`, { method: 'POST', ...init, headers })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const post = (path: string, body: object, token = ann.token) =>
  send(path, { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }, token)

const part = (bytes: Uint8Array, name = sha1(bytes)) => new File([bytes], name)

function form(...parts: ReadonlyArray<readonly [string, File | string]>): RequestInit {
  const body = new FormData()
  for (const [name, value] of parts) body.append(name, value)
  return { body }
}

const upload = (...parts: ReadonlyArray<readonly [string, File]>) =>
  send('/organizations/main/chunk-upload/', form(...parts))

const aBundle = (text: string, manifest = {}) =>
  makeBundle(
    [
      { url: '~/main.js', text, headers: { 'debug-id': ID, sourcemap: 'main.js.map' } },
      { url: '~/main.js.map', text: '{"version":3}', type: 'source_map', headers: { 'debug-id': ID } },
    ],
    manifest,
  )

describe('how to upload', () => {
  it('[SM22] has an absolute URL and all fields that tools require', async () => {
    const response = await world.app.request('/api/0/organizations/main/chunk-upload/', {
      headers: bearer(ann.token),
    })
    const options = (await response.json()) as Record<string, number>
    expect(options).toMatchObject({
      url: `${ORIGIN}/api/0/organizations/main/chunk-upload/`,
      hashAlgorithm: 'sha1',
      compression: ['gzip'],
      accept: expect.arrayContaining(['release_files', 'artifact_bundles_v2']),
    })
    expect(options['maxRequestSize']).toBeLessThan(LIMITS.upload.requestBytes)
    expect(options['chunkSize']! * options['chunksPerRequest']!).toBeLessThanOrEqual(
      options['maxRequestSize']!,
    )
  })
})

describe('a bundle on its way', () => {
  const assemble = (body: object, token = ann.token) =>
    post('/organizations/main/artifactbundle/assemble/', body, token)

  it('[SM11] is missing, then whole, then there, and always says which chunks are missing', async () => {
    const bytes = aBundle('one()', { release: 'from the manifest', dist: 'd' })
    const [head, tail] = [bytes.subarray(0, 100), bytes.subarray(100)]
    const chunks = [sha1(head), sha1(tail)]
    const request = {
      checksum: sha1(bytes),
      chunks,
      projects: ['main-shop'],
      version: 'shop@1.0',
      dist: null,
    }
    expect(await assemble(request)).toEqual({
      status: 200,
      body: { state: 'not_found', missingChunks: chunks, detail: null },
    })
    expect((await upload(['file_gzip', part(gzipSync(head), sha1(head))])).status).toBe(200)
    expect((await assemble(request)).body).toMatchObject({ state: 'not_found', missingChunks: [sha1(tail)] })
    expect((await upload(['file', part(tail)], ['file', part(head)])).status).toBe(200)
    const ok = { state: 'ok', missingChunks: [], detail: null }
    expect((await assemble(request)).body).toEqual(ok)
    expect((await assemble(request)).body).toEqual(ok)
    const [script, map] = await world.records.artifacts.byDebugIds(ann.project.id, [ID])
    expect(script).toMatchObject({
      kind: 'minified_source',
      url: '~/main.js',
      release: 'shop@1.0',
      dist: 'd',
      sourceMap: 'main.js.map',
    })
    expect(map).toMatchObject({ kind: 'source_map', bytes: 13 })
    expect(Buffer.from((await world.blobs.get(script!.blob))!).toString()).toBe('one()')
  })

  it('[SM11] that cannot be read is an error with a sentence, and nothing of it stays', async () => {
    const bytes = Buffer.from('not a bundle at all')
    await upload(['file', part(bytes)])
    const request = { checksum: sha1(bytes), chunks: [sha1(bytes)], projects: ['main-shop'] }
    expect((await assemble(request)).body).toMatchObject({
      state: 'error',
      missingChunks: [],
      detail: expect.stringContaining('neither a SYSB bundle'),
    })
  })

  it('[SM8] is not taken where a chunk is not what its name says, or is not packed as it says', async () => {
    const bytes = Buffer.from('some bytes')
    for (const wrong of [
      ['file', part(bytes, sha1(Buffer.from('others')))],
      ['file_gzip', part(bytes)],
      ['file', part(bytes, '../../../etc/passwd')],
    ] as const) {
      expect(await upload(wrong)).toMatchObject({ status: 400, body: { detail: expect.any(String) } })
    }
    const request = { checksum: sha1(bytes), chunks: [sha1(bytes)], projects: ['main-shop'] }
    expect((await assemble(request)).body).toMatchObject({ missingChunks: [sha1(bytes)] })
  })

  it('[SM9] is bounded: chunks, their number, what they grow to, and the request', async () => {
    const large = Buffer.alloc(LIMITS.upload.chunkBytes + 1)
    expect((await upload(['file', part(large)])).body).toMatchObject({
      detail: expect.stringContaining(`larger than ${LIMITS.upload.chunkBytes}`),
    })
    const bomb = await upload(['file_gzip', part(gzipSync(large), sha1(large))])
    expect(bomb).toMatchObject({ status: 400, body: { detail: expect.stringContaining('larger than') } })
    const many = Array.from({ length: LIMITS.upload.chunksPerRequest + 1 }, (_, index) =>
      Buffer.from([index]),
    )
    expect(await upload(...many.map((bytes) => ['file', part(bytes)] as const))).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('at most 4 chunks') },
    })
    const whole = Buffer.alloc(LIMITS.upload.requestBytes)
    expect(await upload(['file', part(whole)])).toMatchObject({
      status: 413,
      body: { detail: expect.stringContaining('must not be larger') },
    })
  })

  it.each([
    ['no form', { headers: { 'Content-Type': 'application/json' }, body: '{}' }],
    ['a form without files', form(['file', 'text'], ['other', 'x'])],
    [
      'half a form',
      { headers: { 'Content-Type': 'multipart/form-data; boundary=x' }, body: '--x\r\nContent' },
    ],
  ])('[SM9] is refused with a sentence where it is %s', async (_, init) => {
    expect(await send('/organizations/main/chunk-upload/', init)).toMatchObject({
      status: 400,
      body: { detail: expect.any(String) },
    })
  })

  it('[SM25] cannot be made from the chunks, or for the projects, of another organization', async () => {
    const bytes = aBundle('two()')
    await upload(['file', part(bytes)])
    const request = { checksum: sha1(bytes), chunks: [sha1(bytes)] }
    const bobs = (projects: string[]) =>
      post('/organizations/other/artifactbundle/assemble/', { ...request, projects }, bob.token)
    expect((await bobs(['other-shop'])).body).toMatchObject({
      state: 'not_found',
      missingChunks: [sha1(bytes)],
    })
    for (const project of ['main-shop', ann.project.id]) {
      expect(await bobs([project])).toMatchObject({
        status: 400,
        body: { detail: expect.stringContaining('there is no project') },
      })
    }
  })

  it('[SM25] is not taken from a page of another site, with or without a cookie', async () => {
    const cookie = await world.signIn(ann)
    const foreign = { Cookie: cookie, Origin: 'https://evil.example' }
    for (const headers of [foreign, { Cookie: cookie, Origin: ORIGIN }]) {
      const response = await world.app.request(`${ORIGIN}/api/0/organizations/main/chunk-upload/`, {
        method: 'POST',
        headers,
        ...form(['file', part(Buffer.from('x'))]),
      })
      expect(response.status).toBeGreaterThanOrEqual(400)
    }
  })
})

describe('the ways of older tools', () => {
  beforeAll(async () => {
    await post('/projects/main/main-shop/releases/', { version: 'old@1' })
  })

  it('[SM23] make a bundle for all projects of a release', async () => {
    const bytes = makeBundle([{ url: '~/old.js', text: 'old()' }], { dist: 'd1' })
    const path = '/organizations/main/releases/old@1/assemble/'
    const request = { checksum: sha1(bytes), chunks: [sha1(bytes)] }
    expect((await post(path, request)).body).toMatchObject({ state: 'not_found' })
    await upload(['file', part(bytes)])
    expect((await post(path, request)).body).toMatchObject({ state: 'ok' })
    const found = await world.records.artifacts.byUrls(ann.project.id, 'old@1', 'd1', ['~/old.js'])
    expect(found).toHaveLength(1)
    expect((await post('/organizations/main/releases/none/assemble/', request)).status).toBe(404)
  })

  it.each(['/projects/main/main-shop/releases/old@1/files/', '/organizations/main/releases/old%401/files/'])(
    '[SM23] upload one file by itself to %s, and again',
    async (path) => {
      const name = `~/${sha1(Buffer.from(path)).slice(0, 6)}.js`
      const file = form(
        ['file', new File(['boom()'], 'x.js')],
        ['name', name],
        ['header', 'Sourcemap:single.js.map'],
        ['dist', 'd2'],
      )
      const first = await send(path, file)
      expect(first).toMatchObject({
        status: 201,
        body: {
          name,
          dist: 'd2',
          size: 6,
          sha1: sha1(Buffer.from('boom()')),
          headers: { sourcemap: 'single.js.map' },
        },
      })
      expect((await send(path, file)).body).toEqual(first.body)
      const found = await world.records.artifacts.byUrls(ann.project.id, 'old@1', 'd2', [name])
      expect(found).toMatchObject([{ kind: 'minified_source', sourceMap: 'single.js.map' }])
      const listed = await world.app.request(`/api/0${path}?cursor=&checksum=x`, {
        headers: bearer(ann.token),
      })
      expect(await listed.json()).toEqual([])
      expect((await send(path, form(['name', name]))).status).toBe(400)
    },
  )

  it('[SM24] learn that native debug files are not supported before they upload any', async () => {
    const checksum = sha1(Buffer.from('dSYM'))
    const answer = await post('/projects/main/main-shop/files/difs/assemble/', {
      [checksum]: { name: 'App.dSYM', debug_id: ID, chunks: [checksum] },
    })
    expect(answer.body).toEqual({
      [checksum]: { state: 'error', missingChunks: [], detail: expect.stringContaining('JavaScript') },
    })
  })
})

describe('recorded uploads', () => {
  /** The requests of one scenario in their order, as they were sent. */
  async function recorded(folder: string, scenario: string) {
    const dir = join(FIXTURES, folder)
    const names = (await readdir(dir)).filter(
      (name) => name.startsWith(`${scenario}.`) && name.endsWith('.json'),
    )
    return Promise.all(
      names.sort().map(async (name) => {
        const { method, path, headers } = JSON.parse(await readFile(join(dir, name), 'utf8')) as {
          method: string
          path: string
          headers: Record<string, string>
        }
        const body = await readFile(join(dir, name.replace('.json', '.bin'))).catch(() => undefined)
        return { method, path, type: headers['content-type'], body }
      }),
    )
  }

  async function replay(folder: string, scenario: string): Promise<unknown[]> {
    const answers: unknown[] = []
    for (const { method, path, type, body } of await recorded(folder, scenario)) {
      const response = await world.app.request(`${ORIGIN}${path}`, {
        method,
        headers: { ...bearer(acme.token), ...(type && { 'Content-Type': type }) },
        ...(body && { body }),
      })
      expect(response.status, `${method} ${path}: ${await response.clone().text()}`).toBeLessThan(300)
      answers.push(await response.json())
    }
    return answers
  }

  let acme: Tenant
  let web: string
  beforeAll(async () => {
    acme = await world.tenant('acme')
    const { project } = await world.records.projects.create({
      organizationId: acme.organization.id,
      name: 'web',
      platform: 'javascript',
      now: 1,
    })
    web = project.id
  })

  it('[SM26] of sentry-cli 3 are accepted as they were sent, and found by the debug id of the event', async () => {
    const answers = await replay('symbolication', 'cli-upload')
    expect(answers.at(1)).toMatchObject({ state: 'not_found', missingChunks: [expect.any(String)] })
    expect(answers.at(-1)).toEqual({ state: 'ok', missingChunks: [], detail: null })
    const envelope = await readFile(join(FIXTURES, 'symbolication/event.03.event.bin'), 'utf8')
    const event = JSON.parse(envelope.split('\n')[2]!) as {
      debug_meta: { images: Array<{ debug_id: string }> }
    }
    const debugIds = event.debug_meta.images.map((image) => image.debug_id)
    const files = await world.records.artifacts.byDebugIds(web, debugIds)
    expect(files.map(({ kind }) => kind).sort()).toEqual(['minified_source', 'source_map'])
    const map = files.find(({ kind }) => kind === 'source_map')!
    expect(map).toMatchObject({ release: 'shop@1.4.2', dist: 'web-7' })
    const stored = JSON.parse(Buffer.from((await world.blobs.get(map.blob))!).toString()) as object
    expect(stored).toMatchObject({
      version: 3,
      sources: ['../../fx/src/cart.js', '../../fx/src/main.js'],
    })
  })

  it.each([
    ['sdk/cli-3', 'releases-new'],
    ['sdk/cli-3', 'releases-set-commits-explicit'],
    ['sdk/cli-3', 'releases-set-commits-local-norepo'],
    ['sdk/cli-3', 'deploys-new'],
    ['sdk/cli-3', 'deploys-list'],
    ['sdk/cli-3', 'sourcemaps-upload'],
    ['sdk/cli-3', 'sourcemaps-upload-uninjected'],
    ['sdk/cli-3', 'sourcemaps-upload-smallchunks'],
    ['sdk/vite-plugin-11', 'build'],
    ['sdk/vite-plugin-11', 'probe-smallchunks'],
  ])('[SM26] of %s (%s) are accepted as they were sent', async (folder, scenario) => {
    const answers = await replay(folder, scenario)
    const last = answers.at(-1) as { readonly state?: string }
    if (last.state !== undefined) expect(last).toEqual({ state: 'ok', missingChunks: [], detail: null })
  })
})
