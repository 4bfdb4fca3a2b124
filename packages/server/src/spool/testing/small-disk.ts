import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** A file system of its own, small enough to fill. */
export interface SmallDisk {
  readonly dir: string
  /** Fails while a file is open for writing, as the kernel does. */
  remount(mode: 'ro' | 'rw'): Promise<void>
  dispose(): Promise<void>
}

const HOLDER = `
mount -t tmpfs -o "size=$1,mode=0700" hindcast-test "$2" || exit 1
echo ok
while read -r mode; do
  if mount -o "remount,bind,$mode" "$2"; then echo ok; else echo failed; fi
done
`

/**
 * A tmpfs in a mount namespace of a child process, reached through /proc/<pid>/root: needs root or user namespaces,
 * leaves nothing mounted, and is invisible to others. Throws if neither is allowed, because a simulated full disk
 * proves nothing.
 */
export async function mountSmallDisk(size: string): Promise<SmallDisk> {
  const at = await mkdtemp(join(tmpdir(), 'hindcast-disk-'))
  const said: string[] = []
  for (const flags of ['-m', '-rm']) {
    const disk = await hold(flags, size, at, said)
    if (disk !== undefined) return disk
  }
  await rm(at, { recursive: true })
  throw new Error(
    'This test fills a real file system and may not mount one here. Run it on Linux as root, or allow ' +
      'unprivileged user namespaces (in Docker: --security-opt seccomp=unconfined --cap-add SYS_ADMIN). ' +
      `The system said: ${said.join(' ').trim()}`,
  )
}

async function hold(flags: string, size: string, at: string, said: string[]): Promise<SmallDisk | undefined> {
  const child = spawn('unshare', [flags, 'sh', '-c', HOLDER, 'sh', size, at], { stdio: 'pipe' })
  child.on('error', (error) => said.push(error.message))
  child.stdin.on('error', () => undefined)
  child.stderr.on('data', (text) => said.push(String(text)))
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const answered = async () => (await lines.next()).value === 'ok'
  if (!(await answered())) {
    await gone
    return undefined
  }
  return {
    dir: `/proc/${child.pid}/root${at}`,
    async remount(mode) {
      child.stdin.write(`${mode}\n`)
      if (!(await answered())) throw new Error(`could not remount ${mode}: ${said.join(' ')}`)
    },
    async dispose() {
      child.stdin.end()
      await gone
      await rm(at, { recursive: true })
    },
  }
}
