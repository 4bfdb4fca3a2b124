import type { Child } from './children.ts'
import { errorEnvelope, requestBytes } from './envelopes.ts'
import { generateLoad } from './load.ts'
import { mainThreadMs } from './thread-cpu.ts'

const POOL = 2000
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
  const measureBare = measured(bare, options.gzip)
  const measureOurs = measured(ours, options.gzip)
  // Warm-up, so that compilation is not measured.
  await measureOurs(WARM_UP_SECONDS)
  const before = await whileStill(ours.server, async () => {
    await measureBare(WARM_UP_SECONDS)
    return measureBare(options.seconds / 2)
  })
  const measuredOurs = await measureOurs(options.seconds)
  const after = await whileStill(ours.server, () => measureBare(options.seconds / 2))
  return { ours: measuredOurs, bare: [before, after] }
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

function measured(
  { server: { url, process }, path }: Target,
  gzip: boolean,
): (seconds: number) => Promise<Measured> {
  const next = requestRing(url, path, gzip)
  return async (seconds) => {
    const load = { host: url.hostname, port: Number(url.port), connections: 64, next, seconds }
    const usedMs = mainThreadMs(process.pid!)
    const { failures, requests, perSecond } = await generateLoad(load)
    if (failures > 0) throw new Error(`${failures} of ${requests} requests were not answered with 200`)
    return { rate: perSecond, cpu: ((mainThreadMs(process.pid!) - usedMs) * 1000) / requests }
  }
}

/** Ready-made requests in a ring. Ids repeat over rounds, which costs the digester a look-up, not the accept path. */
function requestRing(url: URL, path: string, gzip: boolean): () => Buffer {
  const ring = Array.from({ length: POOL }, (_, index) =>
    requestBytes({ path, host: url.host, body: errorEnvelope({ bug: index % 100 }).body, gzip }),
  )
  let at = 0
  return () => ring[at++ % POOL]!
}
