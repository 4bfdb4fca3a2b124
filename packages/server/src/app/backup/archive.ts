import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { createTarDecoder, createTarPacker, type TarPackController } from 'modern-tar'
import { AppError } from '#domain/app-error.ts'
import { syncPath } from '#stores/sync-path.ts'
import { MANIFEST, parseManifest, placeOf, type BackupFile, type BackupManifest } from './manifest.ts'

/** In front of the names of the data folder's files. The manifest comes first and lies beside it. */
const DATA = 'data/'

/** Of a manifest with a million files. */
const MOST_MANIFEST_BYTES = 512 * 1024 * 1024
const CHUNK_BYTES = 1024 * 1024

/** Writes the complete backup of a folder into one file, which gets its name when its bytes are on disk. */
export async function writeArchive(dir: string, manifest: BackupManifest, file: string): Promise<void> {
  const unfinished = `${file}.new`
  const { readable, controller } = createTarPacker()
  const packing = pack(controller, dir, manifest)
  // Whoever reads gets the reason, too.
  packing.catch((error: unknown) => controller.error(error))
  try {
    const handle = await open(unfinished, 'w', 0o600)
    try {
      for await (const bytes of readable) await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await packing
    await rename(unfinished, file)
    await syncPath(dirname(file))
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

async function pack(controller: TarPackController, dir: string, manifest: BackupManifest): Promise<void> {
  const mtime = new Date(manifest.at)
  const text = Buffer.from(`${JSON.stringify(manifest)}\n`)
  const add = (name: string, size: number, body: Readable) =>
    Readable.toWeb(body).pipeTo(
      controller.add({ name, size, mtime, mode: 0o600, uid: 0, gid: 0 }) as WritableStream<unknown>,
    )
  await add(MANIFEST, text.length, Readable.from([new Uint8Array(text)]))
  for (const { path, size } of manifest.files) {
    const from = placeOf(dir, manifest.stores, path)
    await add(DATA + path, size, createReadStream(from, { highWaterMark: CHUNK_BYTES }))
  }
  controller.finalize()
}

export function readArchiveManifest(file: string): Promise<BackupManifest> {
  return asArchive(file, async () => {
    for await (const { name, size, body } of entriesOf(file)) {
      if (name !== MANIFEST || size > MOST_MANIFEST_BYTES) break
      return parseManifest((await bytesOf(body)).toString(), file)
    }
    throw noBackup(file)
  })
}

/**
 * Hands out every file and sees that it is what was backed up, byte by byte; throws with its name if not, or if one is
 * missing. Who writes what it gets must be able to take it back.
 */
export function readArchive(
  file: string,
  { files }: BackupManifest,
  take: (path: string, bytes: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<void> {
  return asArchive(file, async () => {
    const missing = new Map(files.map((each) => [DATA + each.path, each]))
    for await (const { name, size, body } of entriesOf(file)) {
      if (name === MANIFEST) {
        await discard(body)
        continue
      }
      const expected = missing.get(name)
      if (expected === undefined || size !== expected.size) throw damaged(name, 'is not what was backed up')
      missing.delete(name)
      await take(expected.path, verified(body, expected))
    }
    const [absent] = missing.keys()
    if (absent !== undefined) throw damaged(absent, 'is missing')
  })
}

async function* verified(body: AsyncIterable<Uint8Array>, { path, sha256 }: BackupFile) {
  const hash = createHash('sha256')
  for await (const bytes of body) {
    hash.update(bytes)
    yield bytes
  }
  if (hash.digest('hex') !== sha256) throw damaged(DATA + path, 'is not what was backed up')
}

async function* entriesOf(file: string) {
  const source = createReadStream(file, { highWaterMark: CHUNK_BYTES })
  try {
    const entries = (Readable.toWeb(source) as ReadableStream<Uint8Array>).pipeThrough(
      createTarDecoder({ strict: true }),
    )
    for await (const { header, body } of entries) yield { ...header, body: body as AsyncIterable<Uint8Array> }
  } finally {
    source.destroy()
  }
}

/** What the decoder says of a file that is none, or not whole, becomes a sentence of ours; faults of disks stay. */
async function asArchive<T>(file: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (error instanceof AppError || /^E[A-Z]+$/.test(code ?? '')) throw error
    throw noBackup(file, error)
  }
}

export async function bytesOf(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const bytes of body) parts.push(bytes)
  return Buffer.concat(parts)
}

/** An entry that is not read to its end holds up the next one. */
export async function discard(body: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of body);
}

function noBackup(file: string, cause?: unknown): AppError {
  return new AppError('invalid_input', `${file} is damaged or no backup of Hindcast. Nothing was restored.`, {
    cause,
  })
}

function damaged(name: string, what: string): AppError {
  return new AppError('invalid_input', `The backup is damaged: ${name} ${what}. Nothing was restored.`)
}
