import { open } from 'node:fs/promises'

/** Of a file: its bytes are on disk. Of a folder: the names in it are. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
