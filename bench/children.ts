import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')
export const HINDCAST = join(ROOT, 'packages/server/bin/hindcast.js')

export interface Child {
  readonly url: URL
  readonly process: ChildProcess
  /** Resident megabytes now. */
  residentMb(): number
  stop(): Promise<void>
}

export function startChild(args: readonly string[], env: Record<string, string> = {}): Promise<Child> {
  const child = spawn(process.execPath, [...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // A run that fails half-way must not leave servers behind to disturb the next one.
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  return new Promise((resolvePromise, reject) => {
    let output = ''
    child.once('exit', (code) =>
      reject(new Error(`${args[0]} ended with ${code} before it listened:\n${output}`)),
    )
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const address = /listening on (http:\S+)/.exec(output)?.[1]
      if (address !== undefined) {
        resolvePromise({
          url: new URL(address),
          process: child,
          residentMb: () => residentMb(child.pid!),
          stop: () => stop(child),
        })
      }
    })
  })
}

export function hindcastJson(args: readonly string[]): unknown {
  return JSON.parse(execFileSync(process.execPath, [HINDCAST, ...args], { encoding: 'utf8' }))
}

/** What processes share, as the buffers of PostgreSQL, counts in parts for each of them. */
export function proportionalMb(pid: number): number {
  const kb = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]
  return Number(kb) / 1024
}

function residentMb(pid: number): number {
  const kb = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kb) / 1024
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolvePromise) => {
    child.once('exit', () => resolvePromise())
    child.kill('SIGTERM')
  })
}
