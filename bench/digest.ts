import { setTimeout as sleep } from 'node:timers/promises'
import type { Child } from './children.ts'
import { freshRequests } from './envelopes.ts'
import { generateLoad } from './load.ts'

export interface DigestResult {
  readonly offeredPerSecond: number
  readonly digestedPerSecond: number
  /** Events that waited in the spool when the load stopped. */
  readonly backlog: number
  readonly residentMb: readonly number[]
}

/** Fresh events at a fixed rate; how many are queryable per second while the load runs, and how memory behaves. */
export async function digestRate(
  server: Child,
  path: string,
  options: { readonly rate: number; readonly seconds: number; readonly digested: () => Promise<number> },
): Promise<DigestResult> {
  const before = await options.digested()
  const started = performance.now()
  const residentMb: number[] = []
  const sampling = setInterval(
    () => residentMb.push(Math.round(server.residentMb())),
    (options.seconds * 1000) / 12,
  )
  const load = await generateLoad({
    host: server.url.hostname,
    port: Number(server.url.port),
    connections: 64,
    seconds: options.seconds,
    rate: options.rate,
    next: freshRequests({ path, host: server.url.host, bugs: 200 }),
  })
  clearInterval(sampling)
  const digested = (await options.digested()) - before
  const seconds = (performance.now() - started) / 1000
  await drained(options.digested, before + load.requests)
  return {
    offeredPerSecond: load.perSecond,
    digestedPerSecond: digested / seconds,
    backlog: load.requests - digested,
    residentMb,
  }
}

/** However long it takes, as long as it goes on. */
async function drained(digested: () => Promise<number>, target: number): Promise<void> {
  let before = 0
  for (let still = 0; still < 600; still++) {
    const now = await digested()
    if (now >= target) return
    if (now > before) still = 0
    before = now
    await sleep(200)
  }
  throw new Error('nothing of the backlog was digested for two minutes')
}
