import { rmSync } from 'node:fs'
import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Point } from '../tools/simulation/calibration.ts'
import { openCountedLine, type CountedLine, type Traffic } from '../e2e/harness/counted-line.ts'
import { hindcastJson } from './children.ts'
import { fillSpool } from './fill-spool.ts'
import type { Form } from './form.ts'
import type { Environment, Installation } from './installation.ts'
import { machineMs, scheduledMs } from './process-cpu.ts'
import { storedBytes } from './stored-bytes.ts'
import { threadsMs } from './thread-cpu.ts'

/** What threads are for that Node.js starts. */
const THREADS: Readonly<Record<string, string>> = { V8Worker: 'garbage collector', 'libuv-worker': 'files' }

/** Servers of the scaled form, and what leads a node to them. */
const SERVERS = { postgres: 'HINDCAST_DATABASE_URL', clickhouse: 'HINDCAST_CLICKHOUSE_URL' } as const

/** Of the events; what comes before warms up the server's code. */
const WARM_UP_SHARE = 0.4
/** Events that are sent at once, when those before are stored. */
const BURST = 20

export interface DigestCost {
  /** From a full spool, in the largest batches there are. */
  readonly full: Point
  /** In batches of a few events. */
  readonly small: Point
  /** Per event, by store. */
  readonly storedBytes: Readonly<Record<string, number>>
}

export interface CostOptions {
  readonly bursts: number
  readonly nodeArguments?: readonly string[]
}

/** What it takes to bring events into the stores: first those that wait in the spool, then some that are sent. */
export async function digestCost(
  form: Form,
  envelopes: readonly Buffer[],
  { bursts, nodeArguments = [] }: CostOptions,
): Promise<DigestCost> {
  const stored = envelopes.slice(0, envelopes.length - bursts * BURST)
  const lines = new Map<string, CountedLine>()
  const found = { env: {} as Environment, before: {} as Readonly<Record<string, number>> }
  const prepare = async (data: string) => {
    hindcastJson(['doctor', '--json', '--data', data])
    found.before = await storedBytes(data, {})
    await fillSpool(data, stored)
  }
  const adjust = async (env: Environment) => {
    found.env = env
    if (form.engines !== undefined) found.before = await storedBytes('', env)
    return overLines(env, lines)
  }
  const installation = await form.install(prepare, { adjust, nodeArguments })
  const used = (events: number) => usedAt(events, form, installation, lines)
  const begun = await used(Math.ceil(stored.length * WARM_UP_SHARE))
  const drained = await used(stored.length)
  for (let at = stored.length; at < envelopes.length; at += BURST) {
    await sendBurst(installation, envelopes.slice(at, at + BURST))
    await used(at + BURST)
  }
  const ended = await used(envelopes.length)
  // Only then everything is where it stays.
  await installation.server.stop()
  const after = await storedBytes(installation.data, found.env)
  rmSync(installation.data, { recursive: true, force: true })
  for (const line of lines.values()) await line.close()
  const growth = Object.entries(after).map(([store, bytes]) => [
    store,
    (bytes - found.before[store]!) / envelopes.length,
  ])
  return {
    full: between(begun, drained),
    small: between(drained, ended),
    storedBytes: Object.fromEntries(growth),
  }
}

async function sendBurst({ server, path }: Installation, bodies: readonly Buffer[]): Promise<void> {
  const answers = await Promise.all(
    bodies.map((body) => fetch(`${server.url.origin}${path}`, { method: 'POST', body: body.toString() })),
  )
  for (const { status } of answers)
    if (status !== 200) throw new Error(`an event was answered with ${status}`)
}

interface Used {
  readonly at: number
  readonly events: number
  readonly batches: number
  readonly cpuMs: ReadonlyMap<string, number>
  readonly machineMs: number
  readonly scheduledMs: ReturnType<typeof scheduledMs>
  readonly traffic: ReadonlyMap<string, Traffic>
}

/** Resolves with what was used so far when so many events are in the stores. */
async function usedAt(
  events: number,
  form: Form,
  installation: Installation,
  lines: ReadonlyMap<string, CountedLine>,
): Promise<Used> {
  for (;;) {
    const counts = await countsOf(installation)
    if (counts.events >= events) return { ...counts, ...usedOf(form, installation, lines) }
    await sleep(50)
  }
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
  const threads = [...threadsMs(server.process.pid!)].map(
    ([name, ms]) => [THREADS[name] ?? name, ms] as const,
  )
  const servers = form.engines === undefined ? [] : Object.entries(form.engines.cpuMs())
  return {
    machineMs: machineMs(),
    scheduledMs: scheduledMs(server.process.pid!, 'digester'),
    cpuMs: new Map([...threads, ...servers]),
    traffic: new Map([...lines].map(([name, line]) => [name, line.traffic()])),
  }
}

function between(from: Used, to: Used): Point {
  const events = to.events - from.events
  const batches = to.batches - from.batches
  const cpu = [...to.cpuMs]
    .map(([name, ms]) => [name, ((ms - (from.cpuMs.get(name) ?? 0)) * 1000) / events] as const)
    .filter(([, us]) => us >= 1)
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
  const ownMs = cpu.reduce((sum, [, us]) => sum + (us * events) / 1000, 0)
  return {
    events,
    eventsPerBatch: events / batches,
    eventsPerSecond: (events * 1000) / (to.at - from.at),
    availability: availabilityOf(from, to, ownMs),
    cpuMicroseconds: Object.fromEntries(cpu),
    ...(traffic.length > 0 && { trafficPerBatch: Object.fromEntries(traffic) }),
  }
}

/**
 * How much of the processors others left. Of two answers the larger: of what others used they would have left more if these
 * threads had wanted it, and what the digester waited for it waited for in part because of threads of the same server.
 */
function availabilityOf(from: Used, to: Used, ownMs: number): number {
  const ran = to.scheduledMs.ran - from.scheduledMs.ran
  const waited = to.scheduledMs.waited - from.scheduledMs.waited
  const byOthers = Math.max(0, to.machineMs - from.machineMs - ownMs)
  return Math.max(1 - byOthers / (cpus().length * (to.at - from.at)), ran / (ran + waited))
}
