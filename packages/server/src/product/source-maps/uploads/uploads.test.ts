import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LIMITS } from '#domain/limits.ts'
import type { Project } from '#domain/projects/project.ts'
import { makeBundle } from '#protocol/testing/make-bundle.ts'
import { tidyUploadsJob } from '#product/source-maps/jobs/tidy-uploads.ts'
import type { BlobStore } from '#stores/blobs/blobs.ts'
import { openFileBlobStore } from '#stores/blobs/files/blob-store.ts'
import { openFileChunkStore } from '#stores/blobs/files/chunk-store.ts'
import type { RecordStore } from '#stores/records/records.ts'
import { openTestRecords } from '#stores/records/testing/open-records.ts'
import type { Assembly } from './assemblies.ts'
import type { UploadDeps } from './upload-deps.ts'
import { createUploads, type Uploads } from './uploads.ts'

const ID = '3981be22-0000-4000-8000-00000000000a'
const DAY_MS = 86_400_000
const running = new AbortController().signal

let folder: string
let records: RecordStore
let blobs: BlobStore
let projects: Project[]
let organizationId: string
let stored: string[]
let faults: unknown[]
let time: number

const log = {
  debug() {},
  info() {},
  warn() {},
  error: (_: string, fields?: Record<string, unknown>) => void faults.push(fields),
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hindcast-uploads-'))
  records = await openTestRecords({ file: join(folder, 'records.sqlite'), log })
  blobs = await openFileBlobStore(join(folder, 'artifacts'))
  organizationId = (await records.organizations.create({ slug: 'main', name: 'Main', now: 1 })).id
  projects = []
  for (const name of ['Shop', 'Blog']) {
    const { project } = await records.projects.create({ organizationId, name, platform: undefined, now: 1 })
    projects.push(project)
  }
  stored = []
  faults = []
  time = 1_000 * DAY_MS
})
afterEach(async () => {
  await records.close()
  await rm(folder, { recursive: true })
})

const openChunks = () => openFileChunkStore({ dir: join(folder, 'uploads'), now: () => time })

async function open(change: Partial<UploadDeps> = {}): Promise<Uploads> {
  const chunks = change.chunks ?? (await openChunks())
  const onStored = (projectIds: readonly string[]) => void stored.push(projectIds.join())
  return createUploads({ chunks, blobs, records, onStored, now: () => time, log, ...change })
}

const sha1 = (bytes: Uint8Array) => createHash('sha1').update(bytes).digest('hex')

function sliced(bytes: Buffer, size: number) {
  const parts: Buffer[] = []
  for (let at = 0; at < bytes.byteLength; at += size) parts.push(bytes.subarray(at, at + size))
  return parts.map((part) => ({ checksum: sha1(part), isPacked: false, bytes: part }))
}

function aBundle(text = 'boom()') {
  const bytes = makeBundle([
    { url: '~/main.js', text },
    { url: '~/main.js.map', text: JSON.stringify({ debugId: ID, text }), type: 'source_map' },
  ])
  const parts = sliced(bytes, 200)
  return { parts, checksum: sha1(bytes), chunks: parts.map(({ checksum }) => checksum) }
}

const request = ({ checksum, chunks }: ReturnType<typeof aBundle>, of = projects) => ({
  organizationId,
  checksum,
  chunks,
  projects: of,
  release: undefined,
  dist: undefined,
})

/** As tools do: ask until it has an end. */
async function ended(uploads: Uploads, asked: ReturnType<typeof request>): Promise<Assembly> {
  for (;;) {
    const answer = await uploads.assemble(asked)
    if (answer.state !== 'assembling') return answer
  }
}

describe('uploads', () => {
  it('[SM12] go on where they ended when the server starts again in the middle', async () => {
    const bundle = aBundle()
    expect(bundle.parts.length).toBeGreaterThan(2)
    await (await open()).takeChunks(organizationId, bundle.parts.slice(0, 2))
    const after = await open()
    expect(await after.assemble(request(bundle))).toEqual({
      state: 'not_found',
      missingChunks: bundle.chunks.slice(2),
    })
    await after.takeChunks(organizationId, bundle.parts.slice(2))
    const again = await open()
    expect(await again.assemble(request(bundle))).toEqual({ state: 'ok', missingChunks: [] })
    expect(await records.artifacts.byDebugIds('2', [ID])).toHaveLength(1)
    expect(stored).toEqual(['1,2'])
  })

  it('[SM12] are answered at once while a bundle is being made, and in the end with its end', async () => {
    const uploads = await open({ answerWithinMs: 0 })
    const bundle = aBundle()
    await uploads.takeChunks(organizationId, bundle.parts)
    expect(await uploads.assemble(request(bundle))).toEqual({ state: 'assembling', missingChunks: [] })
    expect(await ended(uploads, request(bundle))).toEqual({ state: 'ok', missingChunks: [] })
  })

  it('[SM12] make one bundle of any number of requests at the same time, for each project it is asked for', async () => {
    const uploads = await open()
    const bundle = aBundle()
    await uploads.takeChunks(organizationId, bundle.parts)
    const [shop, blog] = [[projects[0]!], [projects[1]!]]
    const answers = await Promise.all(
      [shop, blog, shop, blog, shop].map((of) => uploads.assemble(request(bundle, of))),
    )
    expect(answers.map(({ state }) => state)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok'])
    expect(stored.toSorted()).toEqual(['1', '2'])
    const other = aBundle('other()')
    expect((await uploads.assemble(request(other))).state).toBe('not_found')
  })

  it('[SM12] report a failure once, and retry with the next request', async () => {
    let isBroken = true
    const put = async (bytes: Uint8Array) => {
      if (isBroken) throw new Error('EIO')
      return blobs.put(bytes)
    }
    const uploads = await open({ blobs: { put, delete: (address) => blobs.delete(address) } })
    const bundle = aBundle()
    await uploads.takeChunks(organizationId, bundle.parts)
    expect(await uploads.assemble(request(bundle))).toMatchObject({
      state: 'error',
      detail: expect.any(String),
    })
    expect(faults).toHaveLength(1)
    isBroken = false
    expect(await uploads.assemble(request(bundle))).toMatchObject({ state: 'ok' })
  })

  it('[SM11] take the parts of a bundle that is not what its checksum says for missing from then on', async () => {
    const uploads = await open()
    const bundle = aBundle()
    await uploads.takeChunks(organizationId, bundle.parts)
    const wrong = request({ ...bundle, chunks: [...bundle.chunks].reverse() })
    expect(await uploads.assemble(wrong)).toMatchObject({
      state: 'error',
      detail: expect.stringContaining('checksum'),
    })
    expect(await uploads.assemble(request(bundle))).toMatchObject({
      state: 'not_found',
      missingChunks: bundle.chunks,
    })
  })

  it('[SM9] stop where an organization keeps as much as it may, with a sentence', async () => {
    const uploads = await open({ keptBytes: 200 })
    const [small, large] = [aBundle(), aBundle(randomBytes(200).toString('hex'))]
    await uploads.takeChunks(organizationId, [...small.parts, ...large.parts])
    expect(await uploads.assemble(request(small))).toMatchObject({ state: 'ok' })
    expect(await uploads.assemble(request(large))).toMatchObject({
      state: 'error',
      detail: expect.stringMatching(/may keep 200 bytes/),
    })
  })

  it('[SM9] refuse a list of chunks that no bundle needs', async () => {
    const uploads = await open()
    const chunks = Array.from({ length: LIMITS.upload.chunksPerBundle + 1 }, () => '0'.repeat(40))
    await expect(uploads.assemble(request({ ...aBundle(), chunks }))).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })

  it('[SM114] of a bundle end well where its chunks can’t be removed', async () => {
    const chunks = await openChunks()
    const remove = () => Promise.reject(new Error('EIO'))
    const uploads = await open({ chunks: { ...chunks, remove } })
    const bundle = aBundle()
    await uploads.takeChunks(organizationId, bundle.parts)
    expect(await uploads.assemble(request(bundle))).toMatchObject({ state: 'ok' })
    expect(await records.artifacts.hasBundle(bundle.checksum, ['1', '2'])).toBe(true)
  })

  it('[SM114] of one bundle to two nodes both end well, whichever stores it', async () => {
    const chunks = await openChunks()
    const nodes = [await open({ chunks }), await open({ chunks })]
    const bundle = aBundle()
    await nodes[0]!.takeChunks(organizationId, bundle.parts)
    const answers = await Promise.all([...nodes, ...nodes].map((node) => node.assemble(request(bundle))))
    expect(answers.map(({ state }) => state)).toEqual(['ok', 'ok', 'ok', 'ok'])
    expect(stored).toEqual(['1,2'])
    expect(await records.artifacts.byDebugIds('2', [ID])).toHaveLength(1)
  })

  it('[SM12] abort a bundle when the server stops, and keep its chunks', async () => {
    const uploads = await open()
    const bundle = aBundle()
    await uploads.takeChunks(organizationId, bundle.parts)
    const [answer] = await Promise.all([uploads.assemble(request(bundle)), uploads.stop()])
    expect(answer).toMatchObject({ state: 'error', detail: expect.stringContaining('stopping') })
    expect(await (await open()).assemble(request(bundle))).toMatchObject({ state: 'ok' })
  })
})

describe('tidying', () => {
  const tidy = async (uploads: Uploads) => tidyUploadsJob(uploads).run(running)

  it('[SM10] forgets uploads that were given up after a day', async () => {
    const uploads = await open()
    const bundle = aBundle()
    await uploads.takeChunks(organizationId, bundle.parts)
    time += LIMITS.upload.waitingMs
    await tidy(uploads)
    expect((await uploads.assemble(request(bundle, []))).state).not.toBe('not_found')
    await uploads.takeChunks(organizationId, bundle.parts)
    time += LIMITS.upload.waitingMs + 1
    await tidy(uploads)
    expect(await uploads.assemble(request(bundle))).toMatchObject({ missingChunks: bundle.chunks })
  })

  it('[SM4] removes the files of builds that are too old, and of bundles that failed, but none that is needed', async () => {
    const uploads = await open()
    const [old, young] = [aBundle(), aBundle('young()')]
    await uploads.takeChunks(organizationId, [...old.parts, ...young.parts])
    await ended(uploads, request(old))
    const [file] = await records.artifacts.byDebugIds('1', [ID])
    const lone = await blobs.put(Buffer.from('of a bundle that was not added'))
    for (const blob of [lone, file!.blob]) await records.artifacts.hold('failed', blob, time)
    await records.artifacts.release('failed')
    time += LIMITS.upload.keptDays * DAY_MS
    await ended(uploads, request(young))
    await tidy(uploads)
    expect(await blobs.stats()).toMatchObject({ blobs: 4 })
    expect(await blobs.get(lone)).toBeUndefined()
    time += 1
    await tidy(uploads)
    expect(await records.artifacts.hasBundle(old.checksum, ['1'])).toBe(false)
    expect(await records.artifacts.hasBundle(young.checksum, ['1', '2'])).toBe(true)
    expect(await blobs.stats()).toMatchObject({ blobs: 2 })
    expect(await blobs.get(file!.blob)).toBeUndefined()
  })
})
