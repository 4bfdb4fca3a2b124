import { readdirSync, readFileSync } from 'node:fs'

/** A tick of the kernel's accounting, the same on every Linux that Node runs on. */
const TICK_MS = 10

/** Milliseconds of processor time of a process, with that of its children that have ended. */
export function processMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name of the process, in brackets, may itself contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_MS
}

/** Processes that were started by this one and have not ended. */
export function childrenOf(pid: number): readonly number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  )
}

/** Milliseconds that the processors of the machine were busy since it started, whoever used them. */
export function machineMs(): number {
  const [, user, nice, system, , , interrupts, softInterrupts, steal] = readFileSync('/proc/stat', 'utf8')
    .split('\n', 1)[0]!
    .split(/\s+/)
    .map(Number)
  return (user! + nice! + system! + interrupts! + softInterrupts! + steal!) * TICK_MS
}

/** Of the threads of a process with this name: milliseconds in which they ran, and in which they could have but had no processor. */
export function scheduledMs(pid: number, name: string): { readonly ran: number; readonly waited: number } {
  const threads = readdirSync(`/proc/${pid}/task`)
    .map((thread) => `/proc/${pid}/task/${thread}`)
    .filter((folder) => readFileSync(`${folder}/comm`, 'utf8').trim() === name)
    .map((folder) => readFileSync(`${folder}/schedstat`, 'utf8').split(' ').map(Number))
  const sum = (column: number) => threads.reduce((total, fields) => total + fields[column]!, 0) / 1e6
  return { ran: sum(0), waited: sum(1) }
}
