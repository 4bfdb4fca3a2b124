import { access, constants, mkdir, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eventually } from './eventually.ts'

/** A memory limit for a process and everything it starts. */
export interface MemoryGroup {
  /** Put before a command to run it inside; empty where this machine lets nobody make control groups. */
  readonly through: readonly string[]
  close(): Promise<void>
}

const V1 = '/sys/fs/cgroup/memory'

/** Without the right to make a control group the process runs unlimited, and only its own limits are tested. */
export async function openMemoryGroup(name: string, megabytes: number): Promise<MemoryGroup> {
  const folder = join(V1, `hindcast-${name}-${process.pid}`)
  const allowed = await access(V1, constants.W_OK).then(
    () => true,
    () => false,
  )
  if (!allowed) return { through: [], close: async () => {} }
  await mkdir(folder)
  await writeFile(join(folder, 'memory.limit_in_bytes'), `${megabytes}M`)
  return {
    through: ['sh', '-c', `echo $$ > ${folder}/cgroup.procs && exec "$@"`, 'sh'],
    // A process that just ended may still be listed.
    close: () =>
      eventually('the control group to be empty', () =>
        rmdir(folder).then(
          () => true,
          () => undefined,
        ),
      ).then(() => {}),
  }
}
