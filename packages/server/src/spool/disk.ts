import { fdatasync, fdatasyncSync, writev, writevSync } from 'node:fs'
import { open, rename, truncate, unlink } from 'node:fs/promises'

/** An open segment that is being written. */
export interface DiskFile {
  /** Appends all of the buffers at the offset, or throws. */
  write(buffers: readonly Uint8Array[], offset: number): Promise<void>
  sync(): Promise<void>
  close(): Promise<void>
}

/** What the writing side asks of the file system, so that a test can count the calls and make one fail. */
export interface Disk {
  /** Creates the file whole or not at all, out of a prepared one where that is given; replaces one of the same name. */
  create(path: string, prepared?: string): Promise<DiskFile>
  /** Makes a file of zeros that is on disk when this resolves. Other calls get their turn in between. */
  prepare(path: string, bytes: number): Promise<void>
  truncate(path: string, bytes: number): Promise<void>
  unlink(path: string): Promise<void>
  syncDirectory(dir: string): Promise<void>
}

/** The two calls that every request waits for. */
interface Calls {
  write(fd: number, buffers: readonly Uint8Array[], offset: number): Promise<number>
  sync(fd: number): Promise<void>
}

const createDisk = (calls: Calls): Disk => ({
  async create(path, prepared) {
    // A fresh inode under the name: a file whose fdatasync failed once is never written again.
    const unnamed = prepared ?? `${path}.new`
    const handle = await open(unnamed, prepared === undefined ? 'w' : 'r+', 0o600)
    try {
      await rename(unnamed, path)
    } catch (error) {
      await handle.close()
      throw error
    }
    return {
      write: async (buffers, offset) => {
        let rest = buffers
        let at = offset
        for (;;) {
          const bytesWritten = await calls.write(handle.fd, rest, at)
          rest = behind(rest, bytesWritten)
          if (rest.length === 0) return
          if (bytesWritten === 0) throw new Error('the disk took nothing')
          at += bytesWritten
        }
      },
      sync: () => calls.sync(handle.fd),
      close: () => handle.close(),
    }
  },
  prepare,
  truncate,
  unlink,
  syncDirectory,
})

const ZEROS = 1024 * 1024

/** In small pieces, each on disk before the next: a commit waits behind one of them and not behind all. */
async function prepare(path: string, bytes: number): Promise<void> {
  const handle = await open(path, 'w', 0o600)
  try {
    const zeros = Buffer.alloc(ZEROS)
    for (let at = 0; at < bytes; at += ZEROS) {
      await handle.write(zeros, 0, Math.min(ZEROS, bytes - at), at)
      await handle.datasync()
    }
  } finally {
    await handle.close()
  }
}

/** For a thread that has other things to do meanwhile. */
export const realDisk: Disk = createDisk({
  write: (fd, buffers, offset) =>
    new Promise((resolve, reject) => {
      writev(fd, buffers, offset, (error, bytes) => (error ? reject(error) : resolve(bytes)))
    }),
  sync: (fd) =>
    new Promise((resolve, reject) => {
      fdatasync(fd, (error) => (error ? reject(error) : resolve()))
    }),
})

/** For a thread of its own: it waits in the call itself, and never behind a store's query in the thread pool. */
export const blockingDisk: Disk = createDisk({
  write: async (fd, buffers, offset) => writevSync(fd, buffers, offset),
  sync: async (fd) => fdatasyncSync(fd),
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

/** What is left of the buffers when the first `bytes` are gone: a disk that runs full takes a part. */
export function behind(buffers: readonly Uint8Array[], bytes: number): readonly Uint8Array[] {
  let left = bytes
  for (const [index, buffer] of buffers.entries()) {
    if (left < buffer.byteLength) return [buffer.subarray(left), ...buffers.slice(index + 1)]
    left -= buffer.byteLength
  }
  return []
}
