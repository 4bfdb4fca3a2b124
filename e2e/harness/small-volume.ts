import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, open, rm, statfs, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from './run.ts'

/** A small disk of its own. It exists only inside a mount namespace, so nothing is left behind if a test dies. */
export interface SmallVolume {
  /** Where processes started through `through` see it. */
  readonly inside: string
  /** Where everybody else can reach into it. */
  readonly outside: string
  /** Put before a command to run it where the volume is. */
  readonly through: readonly string[]
  /** Fills it except for so many bytes; answers what frees them again. */
  fill(leave: number): Promise<() => Promise<void>>
  /** Runs a shell command in the namespace. */
  sh(script: string): Promise<void>
  close(): Promise<void>
}

export async function openSmallVolume(megabytes: number): Promise<SmallVolume> {
  const inside = await mkdtemp(join(tmpdir(), 'hindcast-volume-'))
  const asRoot = process.getuid?.() === 0
  const mount = `mount -t tmpfs -o size=${megabytes}m tmpfs '${inside}' && echo mounted && exec sleep infinity`
  const holder = spawn('unshare', [asRoot ? '-m' : '-rm', 'sh', '-c', mount], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = await Promise.race([
    once(holder.stdout, 'data').then(String),
    once(holder, 'exit').then(() => 'nothing'),
    once(holder, 'error').then(() => 'nothing'),
  ])
  if (!said.includes('mounted')) {
    throw new Error(
      'The full-disk tests need a small tmpfs: run them as root, or allow user namespaces with `sudo sysctl kernel.unprivileged_userns_clone=1`.',
    )
  }
  const enter = asRoot ? ['--mount'] : ['--user', '--mount', '--preserve-credentials']
  const through = ['nsenter', '--target', String(holder.pid), ...enter, '--']
  const outside = `/proc/${holder.pid}/root${inside}`
  return {
    inside,
    outside,
    through,
    fill: (leave) => fill(outside, leave),
    sh: async (script) => {
      const { code, stderr } = await run(through[0]!, [...through.slice(1), 'sh', '-c', script])
      if (code !== 0) throw new Error(`${script}: ${stderr}`)
    },
    close: async () => {
      holder.kill('SIGKILL')
      await rm(inside, { recursive: true, force: true })
    },
  }
}

async function fill(folder: string, leave: number): Promise<() => Promise<void>> {
  const path = join(folder, 'ballast')
  const file = await open(path, 'w')
  try {
    for (const step of [1024 * 1024, 4096]) while (await grow(folder, file, step, leave));
  } finally {
    await file.close()
  }
  return () => rm(path)
}

/** False once the disk has no room for another step. */
async function grow(folder: string, file: FileHandle, step: number, leave: number): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize - step < leave) return false
  try {
    await file.appendFile(Buffer.alloc(step))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false
    throw error
  }
}
