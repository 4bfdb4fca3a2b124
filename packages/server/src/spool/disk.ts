import { constants, fdatasync, fdatasyncSync, write, writeSync } from 'node:fs'
import { type FileHandle, open, rename, truncate, unlink } from 'node:fs/promises'
import { createBlockWriter } from './block-file.ts'
import { createSyncMode, type SyncMode } from './sync-mode.ts'

/** An open segment that is being written. */
export interface DiskFile {
  /** Writes all of the bytes at the offset, or throws. */
  write(bytes: Uint8Array, offset: number): Promise<void>
  sync(): Promise<void>
  close(): Promise<void>
}

/** A segment without a name of its own yet. What it is asked to do is done by the thread pool. */
export interface SpareFile {
  /** Writes all of the bytes, whole blocks of them, at the offset and syncs them. */
  fill(bytes: Uint8Array, offset: number): Promise<void>
  /** Gives it the name; replaces a file that has it. */
  use(path: string): Promise<DiskFile>
  discard(): Promise<void>
}

/** What the writing side asks of the file system, so that a test can count the calls and make one fail. */
export interface Disk {
  /** Creates the file or not at all; replaces one of the same name. */
  create(path: string): Promise<DiskFile>
  createSpare(path: string): Promise<SpareFile>
  truncate(path: string, bytes: number): Promise<void>
  unlink(path: string): Promise<void>
  syncDirectory(dir: string): Promise<void>
}

/**
 * Uses blocking writes and syncs while the disk is fast: a sync of 128 KB takes 0.08 ms on an NVMe drive, less than a
 * round trip to another thread. A slow disk is handled by libuv's pool and blocks nothing.
 */
export function createDisk(syncMode: SyncMode = createSyncMode(() => performance.now())): Disk {
  const inBlocks = createBlockWriter()
  return {
    async create(path) {
      // A fresh inode under the name: a file whose fdatasync failed once is never written again.
      const unnamed = `${path}.new`
      return named(await open(unnamed, 'w', 0o600), unnamed, path, syncMode)
    },
    async createSpare(unnamed) {
      const { handle, isDirect } = await openWithoutCache(unnamed)
      return {
        async fill(bytes, offset) {
          await writeWhole(bytes, offset, (rest, at) => writeInPool(handle.fd, rest, at))
          await handle.datasync()
        },
        async use(path) {
          const file = await named(handle, unnamed, path, syncMode)
          return isDirect ? { ...file, write: inBlocks((bytes, at) => file.write(bytes, at)) } : file
        },
        async discard() {
          await handle.close()
          await unlink(unnamed)
        },
      }
    },
    truncate,
    unlink,
    syncDirectory,
  }
}

/**
 * Past the page cache, where the system and the file system can: the log is written once and read once, and pages for it
 * cost the processor more than the disk needs for the bytes.
 */
async function openWithoutCache(path: string) {
  const { O_WRONLY, O_CREAT, O_TRUNC } = constants
  // Only Linux has it.
  const { O_DIRECT } = constants as Partial<typeof constants>
  if (O_DIRECT !== undefined) {
    try {
      return { handle: await open(path, O_WRONLY | O_CREAT | O_TRUNC | O_DIRECT, 0o600), isDirect: true }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EINVAL') throw error
    }
  }
  return { handle: await open(path, 'w', 0o600), isDirect: false }
}

async function named(
  handle: FileHandle,
  unnamed: string,
  path: string,
  syncMode: SyncMode,
): Promise<DiskFile> {
  try {
    await rename(unnamed, path)
  } catch (error) {
    await handle.close()
    throw error
  }
  const { fd } = handle
  return {
    write: (bytes, offset) =>
      writeWhole(bytes, offset, (rest, at) =>
        syncMode.mayWait()
          ? timed(syncMode, () => writeSync(fd, rest, 0, rest.length, at))
          : writeInPool(fd, rest, at),
      ),
    async sync() {
      if (syncMode.mayWait()) timed(syncMode, () => fdatasyncSync(fd))
      else await syncInPool(fd)
    },
    close: () => handle.close(),
  }
}

/** A disk that runs full takes a part, and refuses the rest only when it is asked again. */
export async function writeWhole(
  bytes: Uint8Array,
  offset: number,
  some: (rest: Uint8Array, offset: number) => number | Promise<number>,
): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const written = await some(bytes.subarray(done), offset + done)
    if (written === 0) throw new Error('the disk took nothing')
    done += written
  }
}

function timed<T>(syncMode: SyncMode, call: () => T): T {
  const began = performance.now()
  try {
    return call()
  } finally {
    syncMode.waited(performance.now() - began)
  }
}

const writeInPool = (fd: number, bytes: Uint8Array, offset: number): Promise<number> =>
  new Promise((resolve, reject) => {
    write(fd, bytes, 0, bytes.length, offset, (error, written) => (error ? reject(error) : resolve(written)))
  })

const syncInPool = (fd: number): Promise<void> =>
  new Promise((resolve, reject) => {
    fdatasync(fd, (error) => (error ? reject(error) : resolve()))
  })

/** A new name in a folder survives power loss only when the folder is synced too. */
export async function syncDirectory(dir: string): Promise<void> {
  const handle = await open(dir, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
