import { readFileSync, readdirSync } from 'node:fs'

/** A tick of the kernel's accounting, the same on every Linux that Node runs on. */
const TICK_MS = 10

/** Milliseconds of processor time that the main thread of a process has used, its garbage collector's helpers left out. */
export function mainThreadMs(pid: number): number {
  return threadMs(readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8')).ms
}

/**
 * Milliseconds of processor time by the name of the thread. Threads that an engine or V8 started have names of their own, or
 * that of the thread that started them; the main one is `main`.
 */
export function threadsMs(pid: number): ReadonlyMap<string, number> {
  const used = new Map<string, number>()
  for (const id of readdirSync(`/proc/${pid}/task`)) {
    const { name, ms } = threadMs(readFileSync(`/proc/${pid}/task/${id}/stat`, 'utf8'))
    const key = id === String(pid) ? 'main' : name
    used.set(key, (used.get(key) ?? 0) + ms)
  }
  return used
}

function threadMs(stat: string): { readonly name: string; readonly ms: number } {
  // The name of the thread, in brackets, may itself contain spaces.
  const end = stat.lastIndexOf(')')
  const [userTicks, systemTicks] = stat
    .slice(end + 2)
    .split(' ')
    .slice(11, 13)
  return {
    name: stat.slice(stat.indexOf('(') + 1, end),
    ms: (Number(userTicks) + Number(systemTicks)) * TICK_MS,
  }
}
