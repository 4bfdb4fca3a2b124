import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { AppError } from '#domain/app-error.ts'
import type { BucketFolder } from '#stores/blobs/s3/bucket-folder.ts'
import { MANIFEST, parseManifest, type BackupFile } from './manifest.ts'

/** Of a store that changed in one place, the others need not be sent again; and this much of it is in memory. */
export const PART_BYTES = 16 * 1024 * 1024
const FOLDER = 'parts'
const AT_ONCE = 4

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const nameOf = (part: string) => `${FOLDER}/${part}`

/** Files in a bucket, cut into parts that are named by their content: what is there already is not sent again. */
export interface Parts {
  /** Undefined where the file is gone. */
  send(file: string, path: string): Promise<(BackupFile & { readonly wasThere: boolean }) | undefined>
  sentBytes(): number
  /** Reads back what was sent, and sees that all parts of these files are there. */
  verify(files: readonly BackupFile[]): Promise<void>
  /** Removes what none of these files needs. */
  removeOthers(files: readonly BackupFile[]): Promise<void>
}

export async function openParts(to: BucketFolder): Promise<Parts> {
  const there = new Map(await to.list(FOLDER))
  const known = await partsOfLast(to)
  const sent = new Map<string, number>()
  /** Sent now, or by a backup that broke off before it had looked at them. */
  const unseen = new Set<string>()

  async function sendPart(bytes: Uint8Array): Promise<string> {
    const part = digestOf(bytes)
    if (!known.has(part)) unseen.add(part)
    if (there.get(nameOf(part)) === bytes.length) return part
    await to.write(nameOf(part), bytes)
    there.set(nameOf(part), bytes.length)
    sent.set(part, bytes.length)
    unseen.add(part)
    return part
  }

  return {
    async send(file, path) {
      const before = sent.size
      const whole = createHash('sha256')
      const parts: string[] = []
      let size = 0
      try {
        for await (const bytes of partsOf(file)) {
          whole.update(bytes)
          size += bytes.length
          parts.push(await sendPart(bytes))
        }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
      return { path, size, sha256: whole.digest('hex'), parts, wasThere: sent.size === before }
    },
    sentBytes: () => [...sent.values()].reduce((sum, bytes) => sum + bytes, 0),
    async verify(files) {
      const found = await to.list(FOLDER)
      for (const part of files.flatMap(({ parts = [] }) => parts))
        if (found.get(nameOf(part)) !== there.get(nameOf(part))) throw notAsSent(to, part)
      await eachOf([...unseen], async (part) => {
        const bytes = await to.read(nameOf(part))
        if (bytes !== undefined && digestOf(bytes) === part) return
        // Or the next backup would count on it.
        await to.remove(nameOf(part))
        throw notAsSent(to, part)
      })
    },
    async removeOthers(files) {
      const needed = new Set(files.flatMap(({ parts = [] }) => parts).map(nameOf))
      await eachOf(
        [...there.keys()].filter((name) => !needed.has(name)),
        (name) => to.remove(name),
      )
    },
  }
}

/** Those of the backup that can be restored now: they were read back when it was made. */
async function partsOfLast(to: BucketFolder): Promise<ReadonlySet<string>> {
  const text = await to.read(MANIFEST)
  if (text === undefined) return new Set()
  const { files } = parseManifest(text.toString(), `${to.address}/${MANIFEST}`)
  return new Set(files.flatMap(({ parts = [] }) => parts))
}

/** The bytes of a file of a backup, part by part; throws where they are not those that were backed up. */
export async function* readParts(from: BucketFolder, file: BackupFile): AsyncGenerator<Uint8Array> {
  const whole = createHash('sha256')
  for (const part of file.parts ?? []) {
    const bytes = await from.read(nameOf(part))
    if (bytes === undefined) throw damaged(file, 'is missing')
    if (digestOf(bytes) !== part) throw damaged(file, 'is not what was backed up')
    whole.update(bytes)
    yield bytes
  }
  if (whole.digest('hex') !== file.sha256) throw damaged(file, 'is not what was backed up')
}

async function* partsOf(file: string): AsyncGenerator<Uint8Array> {
  const handle = await open(file)
  try {
    for (;;) {
      const buffer = Buffer.alloc(Math.min(PART_BYTES, Math.max(1, (await handle.stat()).size)))
      let length = 0
      while (length < buffer.length) {
        const { bytesRead } = await handle.read(buffer, length, buffer.length - length)
        if (bytesRead === 0) break
        length += bytesRead
      }
      if (length === 0) return
      yield buffer.subarray(0, length)
    }
  } finally {
    await handle.close()
  }
}

async function eachOf<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const left = all.values()
  const worker = async () => {
    for (const one of left) await work(one)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

const notAsSent = ({ address }: BucketFolder, part: string) =>
  new AppError(
    'store_unavailable',
    `${address} does not have what it was sent: ${nameOf(part)} is missing or another. There is no new backup.`,
  )

const damaged = ({ path }: BackupFile, what: string) =>
  new AppError('invalid_input', `The backup is damaged: ${path} ${what}. Nothing was restored.`)
