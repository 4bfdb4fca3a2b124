import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { openApi, type Api } from './api.ts'
import { eventually } from './eventually.ts'
import { startHonestClient } from './honest-client.ts'
import type { HonestReport } from './honest-sender.ts'
import { install, type Installation } from './installation.ts'
import { limitMemory, type MemoryLimit } from './memory-limit.ts'

/** What the product promises whoever sends while somebody else attacks. */
export const LONGEST_WAIT_MS = 2_000
/** A person in front of a page waits longer than a sender, but not for ever. */
const LONGEST_PAGE_MS = 10_000
const PER_SECOND = 20
const MEMORY_MB = 1024
const MiB = 1024 * 1024

/** A running server within its memory, the project that is attacked (of `init`), and an honest one beside it. */
export interface Trial {
  readonly hindcast: Installation
  readonly honest: Honest
  readonly memory: MemoryLimit
  /** Of our own interface, with the owner's token unless another one is given; throws what is not a success. */
  call<T>(method: string, path: string, body?: object): Promise<T>
  /** Resident megabytes of the server now. */
  usedMb(): number
  metric(name: string): Promise<number>
  /** Waits until everything that was accepted is in the stores. */
  digested(withinMs: number): Promise<void>
  /** Attacks while the honest client sends, and holds the server to its promises. */
  besides(what: string, attack: () => Promise<unknown>, options?: BesidesOptions): Promise<HonestReport>
}

export interface BesidesOptions {
  /** Until the honest events must be found, from the end of the attack. */
  readonly foundWithinMs?: number
  /** Left out where the pages themselves are what is attacked, and the test looks at them. */
  readonly pages?: readonly string[]
  /** How long the honest client goes on after the attack. */
  readonly afterMs?: number
}

interface Honest {
  readonly slug: string
  readonly projectId: string
  readonly publicKey: string
  readonly api: () => Api
}

export async function onTrial(
  work: (trial: Trial) => Promise<void>,
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const memory = limitMemory(MEMORY_MB)
  console.log(`memory: ${memory.how}`)
  const hindcast = await install({ through: memory.through, env: { HINDCAST_LOG: 'warn', ...env } })
  // Also when the test ran out of time: a server that is stuck must not be left behind.
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail')
      console.log(`the server printed:\n${hindcast.server.output().slice(-1500)}`)
    await hindcast.server.kill()
    await hindcast.close()
    memory.close()
  })
  await work(await openTrial(hindcast, memory))
  expect(memory.kills(), 'the server was ended for its memory').toBe(0)
  expect(await hindcast.server.stop(), 'the exit code after SIGTERM').toBe(0)
}

async function openTrial(hindcast: Installation, memory: MemoryLimit): Promise<Trial> {
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(`${hindcast.origin}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${hindcast.init.token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 500)}`)
    return JSON.parse(text) as T
  }
  const project = await call<{ id: string; slug: string; keys: [{ publicKey: string }] }>(
    'POST',
    '/projects',
    { name: 'Honest' },
  )
  const { id, slug, keys } = project
  const metric = async (name: string): Promise<number> => {
    const text = await (await fetch(`${hindcast.origin}/metrics`)).text()
    return Number(new RegExp(`^${name} ([\\d.e+]+)`, 'm').exec(text)?.[1] ?? Number.NaN)
  }
  const trial: Omit<Trial, 'besides'> = {
    hindcast,
    memory,
    honest: {
      slug,
      projectId: id,
      publicKey: keys[0].publicKey,
      api: () => openApi(hindcast.origin, hindcast.init.token, slug),
    },
    call,
    usedMb: () => memory.usedBytes(hindcast.server.pid) / MiB,
    metric,
    async digested(withinMs) {
      await eventually(
        'digesting everything that was accepted',
        async () => ((await metric('hindcast_spool_waiting_bytes')) === 0 ? true : undefined),
        withinMs,
      )
    },
  }
  return { ...trial, besides: (what, attack, options) => attackBesides(trial, what, attack, options) }
}

/** Before the attack, so that the first slow answer is not that of a server that is still warming up. */
const WARM_UP_MS = 1_000

async function attackBesides(
  trial: Omit<Trial, 'besides'>,
  what: string,
  attack: () => Promise<unknown>,
  { foundWithinMs = 30_000, pages, afterMs = 2_000 }: BesidesOptions = {},
): Promise<HonestReport> {
  const { hindcast, honest, memory } = trial
  const earlier = new Set((await within(honest.api().allEvents(), READ_MS)).map(({ eventId }) => eventId))
  let peakMb = trial.usedMb()
  const looking = setInterval(() => {
    peakMb = Math.max(peakMb, trial.usedMb())
  }, 100)
  const client = await startHonestClient({
    origin: hindcast.origin,
    projectId: honest.projectId,
    publicKey: honest.publicKey,
    token: hindcast.init.token,
    perSecond: PER_SECOND,
    pages: pages ?? ['/readyz', `/api/v1/projects/${honest.slug}/events?limit=5`, '/'],
  })
  let report: HonestReport
  try {
    await sleep(WARM_UP_MS)
    await attack()
    await sleep(afterMs)
  } finally {
    report = await client.stop()
    clearInterval(looking)
    console.log(`${what}: ${describe(report)}, at most ${Math.round(peakMb)} MB`)
  }
  const from = performance.now()
  const found = await findAll(trial, report, earlier, foundWithinMs)
  const foundMs = performance.now() - from
  console.log(
    `${what}: found ${found.missing.length === 0 ? 'all' : 'not all'} after ${Math.round(foundMs)} ms`,
  )
  expect(memory.kills(), `${what}: the server was ended for its memory`).toBe(0)
  holdPromises(what, report)
  expect(found.missing, `${what}: acknowledged events that are not found`).toEqual([])
  expect(found.strange, `${what}: events that nobody sent, or that are there twice`).toEqual([])
  return report
}

function holdPromises(what: string, { events, pages }: HonestReport): void {
  expect(events.length, `${what}: the honest client did send`).toBeGreaterThan(PER_SECOND / 2)
  const refused = events.filter(({ status }) => status !== 200)
  expect(
    refused.slice(0, 5).map(({ status, detail }) => `${status} ${detail}`),
    `${what}: honest events that were refused`,
  ).toEqual([])
  expect(longest(events), `${what}: the longest wait of the honest sender`).toBeLessThan(LONGEST_WAIT_MS)
  expect(
    pages.filter(({ status }) => status !== 200),
    `${what}: pages that were not answered`,
  ).toEqual([])
  expect(longest(pages), `${what}: the longest wait for a page`).toBeLessThan(LONGEST_PAGE_MS)
}

const longest = (waits: ReadonlyArray<{ readonly waitedMs: number }>): number =>
  Math.max(0, ...waits.map(({ waitedMs }) => waitedMs))

function describe({ events, pages, longestStallMs }: HonestReport): string {
  const refused = events.filter(({ status }) => status !== 200).length
  const failed = pages.filter(({ status }) => status !== 200).length
  return (
    `${events.length} sent, ${refused} refused, longest wait ${Math.round(longest(events))} ms ` +
    `(own stall ${Math.round(longestStallMs)} ms), ${pages.length} pages, ${failed} failed, ` +
    `longest ${Math.round(longest(pages))} ms`
  )
}

/** Every acknowledged event exactly once, and nothing else; what is missing after the time is told by name. */
async function findAll(
  { honest }: Pick<Trial, 'honest'>,
  { events }: HonestReport,
  earlier: ReadonlySet<string>,
  withinMs: number,
): Promise<{ readonly missing: readonly string[]; readonly strange: readonly string[] }> {
  const acknowledged = events.filter(({ status }) => status === 200).map(({ id }) => id)
  const sent = new Set(events.map(({ id }) => id))
  const deadline = performance.now() + withinMs
  for (;;) {
    const listed = await within(honest.api().allEvents(), READ_MS).catch(() => [])
    const ids = listed.map(({ eventId }) => eventId)
    const known = new Set(ids)
    const missing = acknowledged.filter((id) => !known.has(id))
    const strange = ids.filter(
      (id, index) => ids.indexOf(id) !== index || (!sent.has(id) && !earlier.has(id)),
    )
    if (missing.length === 0 || performance.now() > deadline) return { missing, strange }
    await sleep(500)
  }
}

/** All pages of the list of events; a server that is stuck would never answer. */
const READ_MS = 20_000

export async function within<T>(work: Promise<T>, ms: number): Promise<T> {
  const late = new AbortController()
  try {
    return await Promise.race([
      work,
      sleep(ms, undefined, { signal: late.signal }).then(() => {
        throw new Error(`no answer within ${ms / 1000} s`)
      }),
    ])
  } finally {
    late.abort()
  }
}
