import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodeEnvelope } from '../packages/server/src/protocol/encode-envelope.ts'
import { describeBlobStore } from '../packages/server/src/stores/blobs/blobs.contract.ts'
import { describeChunkStore } from '../packages/server/src/stores/blobs/chunks.contract.ts'
import { openFileBlobStore } from '../packages/server/src/stores/blobs/files/blob-store.ts'
import { expireS3Blobs, openS3BlobStore } from '../packages/server/src/stores/blobs/s3/blob-store.ts'
import { openS3ChunkStore } from '../packages/server/src/stores/blobs/s3/chunk-store.ts'
import { readBucket, type Bucket } from '../packages/server/src/stores/blobs/s3/bucket.ts'
import { withEarlierFiles } from '../packages/server/src/stores/blobs/s3/with-earlier-files.ts'
import { openBucket, type TestBucket } from './harness/bucket.ts'
import { eventually } from './harness/eventually.ts'
import { install, type Installation } from './harness/installation.ts'
import { HINDCAST, ROOT } from './harness/paths.ts'
import { run } from './harness/run.ts'
import { uploadBuild } from './harness/upload.ts'

const HELLO = Buffer.from('hello')
/** Larger than what is stored beside its row. */
const REPLAY = Buffer.alloc(100_000, 'a replay that is not read yet ')

let line: TestBucket
beforeAll(async () => {
  line = await openBucket()
})
afterAll(() => line.close())

/** A part of the bucket that no other test uses. */
function emptyPart(): Bucket {
  const bucket = readBucket(line.url, line.env)
  return { ...bucket, prefix: `${randomUUID()}/` }
}

/** Times of objects are whole seconds. */
async function nextMoment(): Promise<number> {
  const moment = Math.ceil((Date.now() + 1) / 1000) * 1000
  await sleep(moment - Date.now() + 10)
  return moment
}

describeBlobStore('S3', async () => {
  const part = emptyPart()
  const open = () => Promise.resolve(openS3BlobStore(part, 'blobs'))
  const expire = async (before: number) => expireS3Blobs(part, 'blobs', before)
  return { store: await open(), reopen: open, cleanup: async () => {}, expire, nextMoment }
})

describeChunkStore('S3', async (setting = {}) => {
  const options = { bucket: emptyPart(), ...setting }
  const open = () => Promise.resolve(openS3ChunkStore(options))
  return { store: await open(), reopen: open, cleanup: async () => {}, nextMoment }
})

describe('blobs in a bucket', () => {
  it('[BS8] keeps kinds and prefixes apart', async () => {
    const part = emptyPart()
    const address = await openS3BlobStore(part, 'blobs').put(HELLO)
    expect(await openS3BlobStore(part, 'artifacts').get(address)).toBeUndefined()
    expect(await openS3BlobStore(emptyPart(), 'blobs').stats()).toEqual({ blobs: 0, bytes: 0 })
  })

  it('[BS9] says that a bucket can’t be used, which is not that a blob is missing', async () => {
    const nowhere = { ...emptyPart(), address: 'http://127.0.0.1:1/hindcast', key: 'very-secret' }
    const store = openS3BlobStore(nowhere, 'blobs')
    const questions = [() => store.put(HELLO), () => store.get('0'.repeat(64)), () => store.stats()]
    for (const ask of questions) {
      await expect(ask()).rejects.toMatchObject({
        code: 'store_unavailable',
        message: expect.stringContaining('http://127.0.0.1:1/hindcast can’t be used') as string,
      })
      await expect(ask()).rejects.not.toThrow(/very-secret/)
    }
  })

  it('[BS10] reads what was stored in the data folder before the bucket was set up', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'hindcast-earlier-'))
    const files = await openFileBlobStore(dir)
    const address = await files.put(HELLO)
    const store = withEarlierFiles(openS3BlobStore(emptyPart(), 'blobs'), files)
    expect(await store.get(address)).toEqual(HELLO)
    expect(await store.get('0'.repeat(64))).toBeUndefined()
    await rm(dir, { recursive: true })
  })
})

describe('a server with a bucket', () => {
  const prefix = randomUUID()
  const map = { version: 3, sources: ['src/cart.js'], sourcesContent: ['buy()'], names: [], mappings: 'AAAA' }
  let hindcast: Installation
  let env: Record<string, string>
  beforeAll(async () => {
    env = { ...line.env, HINDCAST_BLOBS_URL: line.url.replace('?', `/${prefix}?`) }
    hindcast = await install({ env })
  })
  afterAll(async () => {
    expect(await hindcast?.close()).toBe(0)
  })

  const stored = (kind: string) =>
    openS3BlobStore(readBucket(env['HINDCAST_BLOBS_URL']!, line.env), kind).stats()

  /** An error of the built page, with what else was in its envelope. */
  async function crash(id: number, ...items: readonly { readonly type: string; readonly payload: Buffer }[]) {
    const eventId = String(id).padStart(32, '0')
    const url = 'https://shop.example/cart.js'
    const frame = { abs_path: url, filename: url, function: 'a', lineno: 1, colno: 1, in_app: true }
    const payload = {
      event_id: eventId,
      release: 'shop@1',
      exception: { values: [{ type: 'Error', value: `failure ${id}`, stacktrace: { frames: [frame] } }] },
    }
    const body = encodeEnvelope({ event_id: eventId }, [{ type: 'event', payload }, ...items])
    const { origin, projectId, publicKey } = hindcast
    const address = `${origin}/api/${projectId}/envelope/?sentry_version=7&sentry_key=${publicKey}`
    const answer = await fetch(address, { method: 'POST', body: new Uint8Array(body) })
    expect(answer.status).toBe(200)
    return eventId
  }

  const firstFrame = async (eventId: string) => {
    const event = await hindcast.api.awaitEvent(eventId)
    const { original, map: found } = event.exceptions[0]!.frames[0]!
    return [original?.filename, found?.state]
  }

  it('[BS11] keeps the files of builds there, and none in the data folder', async () => {
    const files = [
      { url: '~/cart.js', text: 'a()\n//# sourceMappingURL=cart.js.map' },
      { url: '~/cart.js.map', type: 'source_map', text: JSON.stringify(map) },
    ]
    const { state } = await uploadBuild(hindcast, hindcast.init.project, files, 'shop@1')
    expect(state).toBe('ok')
    expect(await stored('artifacts')).toMatchObject({ blobs: 2 })
    const inFolder = await readdir(join(hindcast.dataDir, 'artifacts'), { recursive: true })
    expect(inFolder.filter((name) => name.length > 60)).toEqual([])
    expect(await firstFrame(await crash(1))).toEqual(['src/cart.js', 'mapped'])
  })

  it('[BS11] reads them after a restart', async () => {
    expect(await hindcast.server.stop()).toBe(0)
    await hindcast.start()
    expect(await firstFrame(await crash(2))).toEqual(['src/cart.js', 'mapped'])
  })

  it('[OP120] is backed up without the bucket, and the command says so though only the server knows it', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'hindcast-bucket-backup-'))
    const args = ['backup', dir, '--data', hindcast.dataDir]
    const { code, stdout } = await run(process.execPath, [HINDCAST, ...args], { cwd: ROOT })
    expect(code).toBe(0)
    expect(stdout).toMatch(/\nWhat is kept in http:\S+ is not part of the backup\.\n/)
    await rm(dir, { recursive: true })
  })

  it('[BS12] takes events while the bucket is away, and stores everything once when it is back', async () => {
    line.cut()
    const large = await crash(3, { type: 'replay_recording', payload: REPLAY })
    const later = await crash(4)
    const doctor = await run(process.execPath, [HINDCAST, 'doctor', '--data', hindcast.dataDir], {
      cwd: ROOT,
      env,
    })
    expect(doctor.code).toBe(1)
    expect(doctor.stdout).toMatch(/The bucket http:\S+ can’t be used/)
    line.mend()
    for (const eventId of [large, later]) expect((await firstFrame(eventId))[1]).toBe('mapped')
    await eventually('the replay', async () => ((await stored('blobs')).blobs === 1 ? true : undefined))
    const events = await hindcast.api.allEvents()
    expect(events.map(({ title }) => title).toSorted()).toEqual(
      [1, 2, 3, 4].map((id) => `Error: failure ${id}`),
    )
  })
})
