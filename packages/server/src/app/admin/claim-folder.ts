import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '#domain/app-error.ts'
import type { Log } from '#domain/log.ts'
import { holderOf, type Holder } from './call.ts'

/** Longer than a server needs to stop; whatever it is by then, it is not stopping. */
const STOP_WAIT_MS = 15_000
const ASK_EVERY_MS = 200

/** The process that listens on a socket, for when it does not answer itself. */
export function pidFileOf(socketPath: string): string {
  return `${socketPath}.pid`
}

/**
 * Resolves once no other server uses the folder. Waits for a server that is stopping; one that runs or hangs is
 * reported with its process ID.
 */
export async function waitForFolder(
  socketPath: string,
  log: Log,
  waitMs: number = STOP_WAIT_MS,
  pingMs?: number,
): Promise<void> {
  let isTold = false
  for (const started = Date.now(); ; await sleep(ASK_EVERY_MS)) {
    const holder = await holderOf(socketPath, pingMs)
    if (holder === undefined) return
    const pid = holder.pid ?? (await pidIn(socketPath))
    if (holder.state !== 'stopping') throw refusal(holder.state, pid)
    if (Date.now() - started >= waitMs) throw refusal('stopping', pid)
    if (!isTold) log.info(`waiting for the server that is stopping on this data folder${named(pid)}`)
    isTold = true
  }
}

function refusal(state: Holder['state'], pid: number | undefined): AppError {
  const kill = pid === undefined ? 'End that process' : `End it with "kill -9 ${pid}"`
  const sentences: Readonly<Record<Holder['state'], string>> = {
    running: `A Hindcast server already uses this data folder${named(pid)}. Stop it first, or choose another folder with --data.`,
    stopping: `A Hindcast server that uses this data folder is still stopping${named(pid)}. Wait until it has ended and start again.`,
    silent: `A process uses this data folder and does not answer${named(pid)}. ${kill} and start again; acknowledged data is on disk.`,
  }
  return new AppError('conflict', sentences[state])
}

function named(pid: number | undefined): string {
  return pid === undefined ? '' : ` (process ${pid})`
}

async function pidIn(socketPath: string): Promise<number | undefined> {
  const text = await readFile(pidFileOf(socketPath), 'utf8').catch(() => '')
  return /^\d+$/.test(text.trim()) ? Number(text) : undefined
}
