import type { Child } from './children.ts'
import { errorEnvelope, freshRequests, requestBytes } from './envelopes.ts'
import { generateLoad } from './load.ts'
import { mainThreadMs } from './thread-cpu.ts'
import { openWrk } from './wrk.ts'

const POOL = 2000
const CONNECTIONS = 64
const WARM_UP_SECONDS = 3

interface Target {
  readonly server: Child
  readonly path: string
}

export interface Measured {
  /** Requests per second with 64 connections. */
  readonly rate: number
  /** Microseconds of processor time that the answering thread needs for one. */
  readonly cpu: number
}

export interface Comparison {
  readonly ours: Measured
  /** The same of the bare server, just before and just after. */
  readonly bare: readonly [Measured, Measured]
}

/** The bare server is measured on both sides: the machine's own speed drifts, and that is not what is compared. */
export async function compareAccept(
  bare: Target,
  ours: Target,
  options: { gzip: boolean; seconds: number },
): Promise<Comparison> {
  const loads = [await openLoad(bare, options.gzip), await openLoad(ours, options.gzip)] as const
  const [loadBare, loadOurs] = loads
  try {
    const half = Math.ceil(options.seconds / 2)
    // Warm-up, so that compilation is not measured.
    await loadOurs.measure(WARM_UP_SECONDS)
    const before = await whileStill(ours.server, async () => {
      await loadBare.measure(WARM_UP_SECONDS)
      return loadBare.measure(half)
    })
    const measuredOurs = await loadOurs.measure(options.seconds)
    const after = await whileStill(ours.server, () => loadBare.measure(half))
    return { ours: measuredOurs, bare: [before, after] }
  } finally {
    for (const load of loads) load.close()
  }
}

/** By the clock: the disk, the digester and whatever else the machine does are in it. */
export function shareOf({ ours, bare: [before, after] }: Comparison): number {
  return (2 * ours.rate) / (before.rate + after.rate)
}

/** By the processor time of the answering thread: what the fast path itself costs, on a busy machine too. */
export function cpuShareOf({ ours, bare: [before, after] }: Comparison): number {
  return (before.cpu + after.cpu) / (2 * ours.cpu)
}

/** What a server has accepted and not digested yet would keep it busy while the other one is measured. */
async function whileStill<T>({ process }: Child, measure: () => Promise<T>): Promise<T> {
  process.kill('SIGSTOP')
  try {
    return await measure()
  } finally {
    process.kill('SIGCONT')
  }
}

/** What accepting takes of the server, as fast as answers come. */
export async function acceptCost(target: Target, bodies: readonly Buffer[], seconds: number) {
  const load = await openLoad(target, false, bodies)
  await load.measure(WARM_UP_SECONDS)
  const { rate, cpu } = await load.measure(seconds)
  load.close()
  return { perSecond: rate, mainThreadMicroseconds: cpu }
}

interface Load {
  measure(seconds: number): Promise<Measured>
  close(): void
}

/** Ready-made requests in a ring. Ids repeat over rounds, which costs the digester a look-up, not the accept path. */
async function openLoad(
  { server: { url, process }, path }: Target,
  gzip: boolean,
  bodies: readonly Buffer[] = Array.from(
    { length: POOL },
    (_, index) => errorEnvelope({ bug: index % 100 }).body,
  ),
): Promise<Load> {
  const ring = bodies.map((body) => requestBytes({ path, host: url.host, body, gzip }))
  const wrk = await openWrk(ring)
  return {
    async measure(seconds) {
      const usedMs = mainThreadMs(process.pid!)
      const { failures, requests, perSecond } = await wrk.load(url, CONNECTIONS, seconds)
      if (failures > 0) throw new Error(`${failures} of ${requests} requests were not answered with 200`)
      return { rate: perSecond, cpu: ((mainThreadMs(process.pid!) - usedMs) * 1000) / requests }
    },
    close: () => wrk.close(),
  }
}

/** Milliseconds from when each of so many events a second was due to its answer. */
export async function steadyDelays(
  { server: { url }, path }: Target,
  rate: number,
  seconds: number,
): Promise<readonly number[]> {
  const next = freshRequests({ path, host: url.host, bugs: 200 })
  const load = { host: url.hostname, port: Number(url.port), connections: CONNECTIONS, rate, seconds, next }
  const { failures, requests, delaysMs } = await generateLoad(load)
  if (failures > 0) throw new Error(`${failures} of ${requests} requests were not answered with 200`)
  return delaysMs
}
