import { chmod, lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isMainThread } from 'node:worker_threads'
import type { Log } from '#domain/log.ts'

/** The files that Hindcast writes into its folder; others are left alone. */
const OWN =
  /^(?:records\.sqlite|vault\.sqlite|telemetry\.|spool$|blobs$|artifacts$|uploads(?:-\w+)?$|backup\.new$|secret|stores\.json|.*\.sock$)/

const STICKY = 0o1000
const OTHERS = 0o077

/** For everything that is made from here on, by whatever engine. Threads share it. */
export function makeFilesPrivate(): void {
  if (isMainThread) process.umask(OTHERS)
}

/** Takes away what group and others may, also of what an earlier version, a copy or a restore left wider. */
export async function tightenFolder(root: string, log: Log): Promise<void> {
  const refused: string[] = []
  // A world-writable folder such as /tmp is not exclusive to Hindcast.
  if (((await lstat(root)).mode & STICKY) === 0) await tighten(root, refused)
  for (const name of await readdir(root)) if (OWN.test(name)) await tightenTree(join(root, name), refused)
  if (refused.length > 0)
    log.warn('files could not be made private to the user that runs hindcast', {
      files: refused.slice(0, 10),
    })
}

async function tightenTree(path: string, refused: string[]): Promise<void> {
  if (!(await tighten(path, refused))) return
  for (const name of await namesIn(path)) await tightenTree(join(path, name), refused)
}

/** A process that shares the folder may have removed it meanwhile. */
async function namesIn(path: string): Promise<readonly string[]> {
  return readdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
}

/** Answers whether it is a folder. */
async function tighten(path: string, refused: string[]): Promise<boolean> {
  try {
    const entry = await lstat(path)
    // Following a link would change what lies elsewhere.
    if (entry.isSymbolicLink()) return false
    if ((entry.mode & OTHERS) !== 0) await chmod(path, entry.mode & 0o700)
    return entry.isDirectory()
  } catch (error) {
    // Engines remove files of theirs at any time.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') refused.push(path)
    return false
  }
}
