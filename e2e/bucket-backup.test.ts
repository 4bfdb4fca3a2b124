import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeBucketBackup } from '../packages/server/src/app/backup/back-up-to-bucket.ts'
import { bucketAt } from '../packages/server/src/app/backup/bucket-at.ts'
import { openBucketSource } from '../packages/server/src/app/backup/bucket-source.ts'
import { PART_BYTES } from '../packages/server/src/app/backup/parts.ts'
import { restoreBackup } from '../packages/server/src/app/backup/restore.ts'
import { aFolder, openInstallation } from '../packages/server/src/app/backup/testing.ts'
import type { BucketFolder } from '../packages/server/src/stores/blobs/s3/bucket-folder.ts'
import { openBucket, type TestBucket } from './harness/bucket.ts'
import { install } from './harness/installation.ts'
import { HINDCAST, ROOT } from './harness/paths.ts'
import { RECORDED_ID, recordedCrash, uploadRecordedMap } from './harness/recorded-crash.ts'
import { run } from './harness/run.ts'
import { startServer } from './harness/server.ts'
import { openApi } from './harness/api.ts'

let bucket: TestBucket
beforeAll(async () => {
  bucket = await openBucket()
})
afterAll(() => bucket?.close())

const emptyPart = () => bucket.url.replace('?', `/${randomUUID()}?`)
const folderAt = (url: string): BucketFolder => bucketAt({ s3: bucket.env }, url)!

/** An installation with a fact and two blobs. */
async function aDataFolder(largeBytes = 100) {
  const dataDir = await aFolder()
  const data = await openInstallation(dataDir)
  await data.records.facts.set('colour', 'green')
  const small = await data.blobs.put(Buffer.from('a large item'))
  const large = await data.blobs.put(Buffer.alloc(largeBytes, 'x'))
  return { ...data, dataDir, small, large }
}

const backUp = (data: Awaited<ReturnType<typeof aDataFolder>>, to: BucketFolder) =>
  data.backUp('', {}, (order) => makeBucketBackup({ ...order, to }))

const namesIn = async (folder: BucketFolder) => [...(await folder.list('parts')).keys()].toSorted()

async function colourIn(folder: BucketFolder): Promise<string | undefined> {
  const to = await aFolder()
  await restoreBackup(await openBucketSource(folder), to)
  const opened = await openInstallation(to)
  try {
    return await opened.records.facts.get('colour')
  } finally {
    await opened.close()
  }
}

describe('a backup in a bucket', () => {
  it('[OP243] sends nothing that is there already, and removes what no backup needs any more', async () => {
    const data = await aDataFolder(PART_BYTES * 2 + 5)
    const folder = folderAt(emptyPart())
    const first = await backUp(data, folder)
    expect(first.blobs).toEqual({ copied: 2, kept: 0 })
    expect(first.sentBytes).toBeGreaterThan(PART_BYTES)
    // Two parts of the large one are the same.
    expect(first.sentBytes).toBeLessThan(first.bytes - PART_BYTES + 1)
    const again = await backUp(data, folder)
    expect(again.blobs).toEqual({ copied: 0, kept: 2 })
    expect(again.sentBytes).toBeLessThan(1024 * 1024 * 8)
    const before = await namesIn(folder)
    await data.blobs.delete(data.large)
    await data.records.facts.set('colour', 'blue')
    await backUp(data, folder)
    const after = await namesIn(folder)
    expect(before.filter((name) => !after.includes(name)).length).toBeGreaterThanOrEqual(2)
    expect(await colourIn(folder)).toBe('blue')
    expect(await readdir(data.dataDir)).not.toContain('backup.new')
    await data.close()
  })

  it('[OP244] that broke off anywhere leaves the one before, which can be restored', async () => {
    const data = await aDataFolder()
    const folder = folderAt(emptyPart())
    await backUp(data, folder)
    await data.records.facts.set('colour', 'blue')
    const breaking: readonly BucketFolder[] = [
      { ...folder, write: (name, bytes) => (name === 'backup.json' ? cutOff() : folder.write(name, bytes)) },
      { ...folder, write: cutOff },
      { ...folder, read: async (name) => (name.startsWith('parts/') ? OTHER : folder.read(name)) },
      { ...folder, list: (name) => namesOf(folder, name) },
    ]
    for (const broken of breaking) {
      await expect(backUp(data, broken)).rejects.toThrow(/cut off|does not have/)
      expect(await colourIn(folder)).toBe('green')
    }
    await backUp(data, folder)
    expect(await colourIn(folder)).toBe('blue')
    await data.close()
  })

  it('[OP245] is compared part by part before anything is written', async () => {
    const data = await aDataFolder()
    const folder = folderAt(emptyPart())
    await expect(openBucketSource(folder)).rejects.toThrow(/There is no backup at http:\S+\. Nothing was/)
    await backUp(data, folder)
    await data.close()
    for (const name of await namesIn(folder)) {
      const bytes = (await folder.read(name))!
      const refused = async (sentence: RegExp) => {
        const to = await aFolder()
        await expect(restoreBackup(await openBucketSource(folder), to), name).rejects.toThrow(sentence)
        expect(await readdir(to)).toEqual([])
      }
      await folder.write(name, Buffer.from(bytes.toReversed().fill(7, 0, 1)))
      await refused(/The backup is damaged: \S+ is not what was backed up\. Nothing was restored\./)
      await folder.remove(name)
      await refused(/The backup is damaged: \S+ is missing\. Nothing was restored\./)
      await folder.write(name, bytes)
    }
    expect(await colourIn(folder)).toBe('green')
  })
})

const OTHER = Buffer.from('other bytes')
const cutOff = () => Promise.reject(new Error('cut off'))

/** As if parts had been lost between the upload and the look at them. */
let looks = 0
async function namesOf(folder: BucketFolder, name: string): Promise<ReadonlyMap<string, number>> {
  const listed = await folder.list(name)
  return looks++ % 2 === 0 ? listed : new Map()
}

describe('the commands', () => {
  const command = (env: Readonly<Record<string, string>>, ...args: readonly string[]) =>
    run(process.execPath, [HINDCAST, ...args], { cwd: ROOT, env: { HINDCAST_DATA: undefined, ...env } })

  it('[OP246] back up a running server to a bucket and bring everything back from it', async () => {
    const hindcast = await install()
    const target = emptyPart()
    await uploadRecordedMap(hindcast)
    const { origin, projectId, publicKey } = hindcast
    const address = `${origin}/api/${projectId}/envelope/?sentry_version=7&sentry_key=${publicKey}`
    expect((await fetch(address, { method: 'POST', body: await recordedCrash() })).status).toBe(200)
    const event = await hindcast.api.awaitEvent(RECORDED_ID)
    const made = await command(bucket.env, 'backup', target, '--data', hindcast.dataDir)
    expect([made.code, made.stderr]).toEqual([0, ''])
    expect(made.stdout).toMatch(/^Backed up to http:\S+: \d+ files, /)
    expect(made.stdout).toContain(`hindcast restore ${target}\n`)
    expect(made.stdout).not.toContain(bucket.env.AWS_SECRET_ACCESS_KEY + ' ')
    expect(await hindcast.close()).toBe(0)

    const data = await mkdtemp(join(tmpdir(), 'hindcast-from-bucket-'))
    const restored = await command(bucket.env, 'restore', target, '--data', data)
    expect([restored.code, restored.stderr]).toEqual([0, ''])
    const server = await startServer({ dataDir: data })
    const api = openApi(server.origin, hindcast.init.token, hindcast.init.project)
    const { exceptions } = (await api.event(RECORDED_ID))!
    expect(exceptions).toEqual(event.exceptions)
    expect(await server.stop()).toBe(0)
    await rm(data, { recursive: true })
  })

  it('[OP247] say in one sentence what is wrong with a bucket', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'hindcast-no-bucket-'))
    const none = {}
    for (const [env, target, sentence] of [
      [none, 's3://hindcast/backups', /needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY/],
      [bucket.env, 's3:', /The address of a backup must be s3:\/\/BUCKET/],
      [
        bucket.env,
        's3://hindcast?endpoint=http://127.0.0.1:1',
        /The bucket http:\/\/127\.0\.0\.1:1\/hindcast can’t be used/,
      ],
    ] as const) {
      const { code, stderr } = await command(env, 'restore', target, '--data', dataDir)
      expect([code, stderr.trim().split('\n').length], stderr).toEqual([1, 1])
      expect(stderr).toMatch(sentence)
    }
    await rm(dataDir, { recursive: true })
  })
})
