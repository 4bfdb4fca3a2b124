import { readFileSync } from 'node:fs'

/** A tick of the kernel's accounting, the same on every Linux that Node runs on. */
const TICK_MS = 10

/** Milliseconds of processor time that the main thread of a process has used, its garbage collector's helpers left out. */
export function mainThreadMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8')
  // The name of the thread, in brackets, may itself contain spaces.
  const [userTicks, systemTicks] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
  return (Number(userTicks) + Number(systemTicks)) * TICK_MS
}
