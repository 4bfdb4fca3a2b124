import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Point } from '../tools/simulation/calibration.ts'
import { openCountedLine, type CountedLine, type Traffic } from './counted-line.ts'
import { hindcastJson } from './children.ts'
import { requestBytes } from './envelopes.ts'
import { fillSpool } from './fill-spool.ts'
import type { Form } from './form.ts'
import type { Environment, Installation, Prepare } from './installation.ts'
import { generateLoad } from './load.ts'
import { storedBytes } from './stored-bytes.ts'
import { threadsMs } from './thread-cpu.ts'

/** Servers of the scaled form, and what leads a node to them. */
const SERVERS = { postgres: 'HINDCAST_DATABASE_URL', clickhouse: 'HINDCAST_CLICKHOUSE_URL' } as const

/** Of the events; what comes before warms up the server's code. */
const WARM_UP_SHARE = 0.25

export interface DigestCost {
  readonly point: Point
  /** Per event, by store. */
  readonly storedBytes: Readonly<Record<string, number>>
}

/** What it takes to bring events into the stores that wait in the spool. */
export async function fullCost(
  form: Form,
  envelopes: readonly Buffer[],
  nodeArguments?: readonly string[],
): Promise<DigestCost> {
  const measure = async ({ digested }: Running) => {
    const from = await digested(Math.ceil(envelopes.length * WARM_UP_SHARE))
    return { from, to: await digested(envelopes.length) }
  }
  return withServer(form, measure, { prepare: (data) => fillSpool(data, envelopes), nodeArguments })
}

/** The same for events that are sent at a rate which leaves the server idle most of the time. */
export async function steadyCost(
  form: Form,
  envelopes: readonly Buffer[],
  rate: number,
): Promise<DigestCost> {
  const measure = async ({ installation, digested }: Running) => {
    const { url } = installation.server
    const waiting = envelopes
      .map((body) => requestBytes({ path: installation.path, host: url.host, body, gzip: false }))
      .values()
    const send = (events: number) =>
      generateLoad({
        host: url.hostname,
        port: Number(url.port),
        connections: 16,
        rate,
        seconds: events / rate,
        next: () => waiting.next().value!,
      })
    const first = await send(Math.ceil(envelopes.length * WARM_UP_SHARE))
    const from = await digested(first.requests)
    const rest = await send(envelopes.length * (1 - WARM_UP_SHARE) - rate)
    if (first.failures + rest.failures > 0) throw new Error('not every event was accepted')
    return { from, to: await digested(first.requests + rest.requests) }
  }
  return withServer(form, measure)
}

interface Running {
  readonly installation: Installation
  /** Resolves with what was used so far when so many events are in the stores. */
  readonly digested: (events: number) => Promise<Used>
}

interface Used {
  readonly at: number
  readonly events: number
  readonly batches: number
  readonly cpuMs: ReadonlyMap<string, number>
  readonly traffic: ReadonlyMap<string, Traffic>
}

async function withServer(
  form: Form,
  measure: (running: Running) => Promise<{ readonly from: Used; readonly to: Used }>,
  {
    prepare,
    nodeArguments = [],
  }: { readonly prepare?: Prepare; readonly nodeArguments?: readonly string[] | undefined } = {},
): Promise<DigestCost> {
  const lines = new Map<string, CountedLine>()
  let direct: Environment = {}
  let before: Readonly<Record<string, number>> = {}
  const makeStores = async (data: string) => {
    hindcastJson(['doctor', '--json', '--data', data])
    before = await storedBytes(data, {})
    await prepare?.(data)
  }
  const adjust = async (env: Environment) => {
    direct = env
    if (form.engines !== undefined) before = await storedBytes('', env)
    return overLines(env, lines)
  }
  const installation = await form.install(makeStores, { adjust, nodeArguments })
  const digested = async (events: number): Promise<Used> => {
    for (;;) {
      const counts = await countsOf(installation)
      if (counts.events >= events) return { ...counts, ...usedOf(form, installation, lines) }
      await sleep(50)
    }
  }
  const { from, to } = await measure({ installation, digested })
  // Only then everything is where it stays.
  await installation.server.stop()
  const after = await storedBytes(installation.data, direct)
  rmSync(installation.data, { recursive: true, force: true })
  for (const line of lines.values()) await line.close()
  const stored = Object.entries(after).map(([store, bytes]) => [store, (bytes - before[store]!) / to.events])
  return { point: between(from, to), storedBytes: Object.fromEntries(stored) }
}

async function overLines(env: Environment, lines: Map<string, CountedLine>): Promise<Environment> {
  const adjusted: Record<string, string> = { ...env }
  for (const [server, variable] of Object.entries(SERVERS)) {
    const address = env[variable]
    if (address === undefined) continue
    const line = await openCountedLine(address)
    lines.set(server, line)
    adjusted[variable] = line.url
  }
  return adjusted
}

async function countsOf({ server }: Installation) {
  const text = await (await fetch(`${server.url.origin}/metrics`)).text()
  const read = (name: string) => Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1] ?? Number.NaN)
  return {
    at: performance.now(),
    events: read('hindcast_items_digested_total'),
    batches: read('hindcast_digest_batch_duration_seconds_count'),
  }
}

function usedOf(form: Form, { server }: Installation, lines: ReadonlyMap<string, CountedLine>) {
  const threads = threadsMs(server.process.pid!)
  const servers = form.engines === undefined ? [] : Object.entries(form.engines.cpuMs())
  return {
    cpuMs: new Map([...threads, ...servers]),
    traffic: new Map([...lines].map(([name, line]) => [name, line.traffic()])),
  }
}

function between(from: Used, to: Used): Point {
  const events = to.events - from.events
  const batches = to.batches - from.batches
  const cpu = [...to.cpuMs].map(([name, ms]): [string, number] => [
    name,
    ((ms - (from.cpuMs.get(name) ?? 0)) * 1000) / events,
  ])
  const traffic = [...to.traffic].map(([name, { sent, received, trips }]) => {
    const before = from.traffic.get(name)!
    return [
      name,
      {
        sentBytes: (sent - before.sent) / batches,
        receivedBytes: (received - before.received) / batches,
        trips: (trips - before.trips) / batches,
      },
    ] as const
  })
  return {
    events,
    eventsPerBatch: events / batches,
    eventsPerSecond: (events * 1000) / (to.at - from.at),
    cpuMicroseconds: Object.fromEntries(cpu),
    ...(traffic.length > 0 && { trafficPerBatch: Object.fromEntries(traffic) }),
  }
}
