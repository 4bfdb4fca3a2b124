import { spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import type { Log } from '#domain/log.ts'

/** Later than the process itself, which can still say why. */
const GRACE_MS = 500

/** Ends with the process that it watches: its input is closed then. */
const WATCH = `
  const [, pid, ms] = process.argv
  process.stdin.on('close', () => process.exit()).resume()
  setTimeout(() => process.kill(Number(pid), 'SIGKILL'), Number(ms))`

/**
 * Ends the process even if something still runs. By a signal, because `process.exit` waits for threads inside a
 * database call, which may take forever. While it waits there is no timer of its own either, so another process watches as
 * well. Neither keeps the process alive.
 */
export function endAfter(ms: number, log: Log): void {
  const end = () => {
    log.error(
      'stopping took too long, so the process is killed (exit code 137); what was acknowledged is on disk',
    )
    process.kill(process.pid, 'SIGKILL')
  }
  setTimeout(end, ms).unref()
  const watcher = spawn(process.execPath, ['--eval', WATCH, String(process.pid), String(ms + GRACE_MS)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watcher.on('error', (error) => log.warn('nothing watches the shutdown from outside', { error }))
  watcher.unref()
  const input = watcher.stdin as Socket
  // Where there is no watcher.
  input.on('error', () => {})
  input.unref()
}
