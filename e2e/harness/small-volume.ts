import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
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
  return {
    inside,
    outside: `/proc/${holder.pid}/root${inside}`,
    through,
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
