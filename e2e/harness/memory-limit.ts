import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmdirSync, writeFileSync, existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A bound on the memory of whatever is started through it. */
export interface MemoryLimit {
  /** Which way the bound is kept, for the reader of a test run. */
  readonly how: string
  /** Put before a command to run it within the bound. */
  readonly through: readonly string[]
  /** Bytes that the process itself holds now, without what the system caches for it. */
  usedBytes(pid: number): number
  /** How often something was ended because it wanted more. */
  kills(): number
  close(): void
}

const MiB = 1024 * 1024

/**
 * A control group where this user may make one. Elsewhere the size of the process is looked at instead, and a process
 * that is too large is ended as the system would have ended it.
 */
export function limitMemory(megabytes: number): MemoryLimit {
  const name = `hindcast-${process.pid}-${Date.now()}`
  for (const [how, parent, files] of candidates()) {
    const folder = join(parent, name)
    try {
      mkdirSync(folder)
      writeFileSync(join(folder, files.limit), String(megabytes * MiB))
    } catch {
      if (existsSync(folder)) rmdirSync(folder)
      continue
    }
    if (files.swap !== undefined) tryWrite(join(folder, files.swap.file), files.swap.value(megabytes * MiB))
    return inGroup(`${how} at ${folder}, ${megabytes} MB`, folder, files)
  }
  return bySampling(megabytes)
}

interface GroupFiles {
  readonly limit: string
  readonly kills: string
  readonly swap?: { readonly file: string; readonly value: (bytes: number) => string }
}

const V1: GroupFiles = {
  limit: 'memory.limit_in_bytes',
  kills: 'memory.oom_control',
  swap: { file: 'memory.memsw.limit_in_bytes', value: String },
}
const V2: GroupFiles = {
  limit: 'memory.max',
  kills: 'memory.events',
  swap: { file: 'memory.swap.max', value: () => '0' },
}

function candidates(): ReadonlyArray<readonly [how: string, parent: string, files: GroupFiles]> {
  const own = readOr('/proc/self/cgroup', '')
  const v1 = /^\d+:(?:[^:]*,)?memory(?:,[^:]*)?:(.*)$/m.exec(own)?.[1]
  const v2 = /^0::(.*)$/m.exec(own)?.[1]
  return [
    ...[v1, '/'].flatMap((path) =>
      path === undefined ? [] : [['control group (v1)', join('/sys/fs/cgroup/memory', path), V1] as const],
    ),
    // A group that has processes of its own cannot bound the groups in it, so the one above is tried as well.
    ...[v2, v2 && dirname(v2), '/'].flatMap((path) =>
      path === undefined ? [] : [['control group (v2)', join('/sys/fs/cgroup', path), V2] as const],
    ),
  ]
}

function inGroup(how: string, folder: string, files: GroupFiles): MemoryLimit {
  const procs = join(folder, 'cgroup.procs')
  return {
    how,
    through: ['sh', '-c', `echo $$ > '${procs}' && exec "$@"`, 'sh'],
    usedBytes: residentBytes,
    kills: () => Number(/^oom_kill (\d+)/m.exec(readOr(join(folder, files.kills), ''))?.[1] ?? 0),
    close() {
      try {
        rmdirSync(folder)
      } catch {
        // A process that is still ending keeps it; an empty group costs nothing.
      }
    },
  }
}

const SAMPLE_MS = 50

function bySampling(megabytes: number): MemoryLimit {
  const seen = new Map<number, number>()
  let kills = 0
  const timer = setInterval(() => {
    for (const pid of seen.keys()) {
      if (residentBytes(pid) <= megabytes * MiB) continue
      kills += 1
      seen.delete(pid)
      execFileSync('kill', ['-9', String(pid)])
    }
  }, SAMPLE_MS)
  timer.unref()
  return {
    how: `no control group can be made here: the process is ended when it holds more than ${megabytes} MB, looked at every ${SAMPLE_MS} ms`,
    through: [],
    usedBytes(pid) {
      if (!seen.has(pid)) seen.set(pid, 0)
      return residentBytes(pid)
    },
    kills: () => kills,
    close: () => clearInterval(timer),
  }
}

function residentBytes(pid: number): number {
  const status = readOr(`/proc/${pid}/status`, '')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024
}

function readOr(path: string, otherwise: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return otherwise
  }
}

function tryWrite(path: string, text: string): void {
  try {
    writeFileSync(path, text)
  } catch {
    // Machines without swap accounting have no such file.
  }
}
