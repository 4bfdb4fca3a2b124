import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { browserErrors } from './browser-errors.ts'
import { requestBytes } from './envelopes.ts'
import { digestedEvents, install, uninstall, type Installation } from './installation.ts'
import { generateLoad } from './load.ts'
import { threadsMs } from './thread-cpu.ts'

const BUGS = 200
const WARM_UP_SECONDS = 5
const RATE = 800

/** What one digested browser error costs. */
export interface ErrorCost {
  readonly events: number
  /** Of the envelope. */
  readonly sentBytes: number
  /** Microseconds of processor time by thread, and of all. */
  readonly threads: Readonly<Record<string, number>>
  readonly cpuMicroseconds: number
  /** On disk after a clean stop, by file, and of all. */
  readonly files: Readonly<Record<string, number>>
  readonly storedBytes: number
}

/** Errors at a fixed rate until all of them are stored, counted by processor time and not by the clock. */
export async function errorCost(seconds: number, rate = RATE): Promise<ErrorCost> {
  const installation = await install()
  const { server, data, path } = installation
  const empty = bytesIn(data)
  const next = browserErrors(BUGS)
  // Made beforehand: the generator must not take the core it measures.
  const requests = Array.from({ length: (WARM_UP_SECONDS + seconds) * rate }, () => {
    const body = next()
    return { body, bytes: requestBytes({ path, host: server.url.host, body, gzip: false }) }
  })
  let sent = 0
  let bytes = 0
  let at = 0
  const send = async (forSeconds: number) => {
    const load = await generateLoad({
      host: server.url.hostname,
      port: Number(server.url.port),
      connections: 16,
      seconds: forSeconds,
      rate,
      next() {
        const request = requests[at++]
        if (request === undefined) throw new Error('more requests were asked for than were made')
        bytes += request.body.length
        return request.bytes
      },
    })
    if (load.failures > 0) throw new Error(`${load.failures} requests were refused`)
    sent += load.requests
    await stored(installation, sent)
  }
  // The server's code is compiled by what it runs.
  await send(WARM_UP_SECONDS)
  const [cpuBefore, sentBefore] = [threadsMs(server.process.pid!), sent]
  await send(seconds)
  const cpuAfter = threadsMs(server.process.pid!)
  const events = sent - sentBefore
  await server.stop()
  const full = bytesIn(data)
  await uninstall({ ...installation, server: { ...server, stop: async () => {} } })
  const threads = Object.fromEntries(
    Array.from(cpuAfter, ([name, ms]) => [name, ((ms - (cpuBefore.get(name) ?? 0)) * 1000) / events] as const)
      .filter(([, microseconds]) => microseconds >= 0.5)
      .toSorted(([, a], [, b]) => b - a),
  )
  const files = Object.fromEntries(
    Array.from(full, ([name, size]) => [name, (size - (empty.get(name) ?? 0)) / sent]),
  )
  return {
    events,
    sentBytes: bytes / sent,
    threads,
    cpuMicroseconds: sum(threads),
    files,
    storedBytes: sum(files),
  }
}

const sum = (parts: Readonly<Record<string, number>>): number =>
  Object.values(parts).reduce((all, part) => all + part, 0)

async function stored(installation: Installation, events: number): Promise<void> {
  while ((await digestedEvents(installation)) < events) await sleep(200)
}

/** Of the stores: the log is emptied as they fill. */
function bytesIn(data: string): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>()
  for (const file of readdirSync(data, { recursive: true, encoding: 'utf8' })) {
    const { size } = statSync(join(data, file))
    const name = file.startsWith('blobs') ? 'blobs' : file
    if (
      /\.(?:sqlite|duckdb)|^blobs/.test(name) &&
      !name.startsWith('spool') &&
      statSync(join(data, file)).isFile()
    )
      sizes.set(name, (sizes.get(name) ?? 0) + size)
  }
  return sizes
}

// `node bench/error-cost.ts 20 800`: seconds, and events a second.
if (import.meta.main) {
  const [seconds = '20', rate] = process.argv.slice(2)
  const cost = await errorCost(Number(seconds), rate === undefined ? RATE : Number(rate))
  const rounded = (parts: Readonly<Record<string, number>>) =>
    Object.entries(parts)
      .map(([name, part]) => `${name} ${part.toFixed(0)}`)
      .join(', ')
  console.log(
    `${cost.events} events of ${cost.sentBytes.toFixed(0)} bytes: ${cost.cpuMicroseconds.toFixed(0)} µs each (${rounded(cost.threads)})`,
  )
  console.log(
    `${cost.storedBytes.toFixed(0)} bytes stored, ${(cost.storedBytes / cost.sentBytes).toFixed(3)} of what was sent (${rounded(cost.files)})`,
  )
}
