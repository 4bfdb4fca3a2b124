import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Calibration, FormCost } from '../tools/simulation/calibration.ts'
import { acceptCost } from './accept.ts'
import { browserErrors } from './browser-errors.ts'
import { digestCost } from './digest-cost.ts'
import { syncedWriteRate } from './disk.ts'
import { fillSpool } from './fill-spool.ts'
import type { Form } from './form.ts'
import { uninstall } from './installation.ts'
import { folderBytes } from './stored-bytes.ts'
import { digesterProfile, sharesOf } from './thread-profile.ts'

const BUGS = 200

/** What a browser's error of 8 KB costs at each hop, and how large it is there; written down for `tools/simulate.ts`. */
export async function benchCost(forms: readonly Form[], quick: boolean): Promise<void> {
  const next = browserErrors(BUGS)
  const events = Array.from({ length: quick ? 10_000 : 25_000 }, next)
  const sent = { sentBytes: mean(events.map(({ length }) => length)), ...(await sizesOf(events)), bugs: BUGS }
  const [embedded] = forms
  embedded!.report({
    what: 'a browser’s error as sent, in the spool',
    figure: `${(sent.sentBytes / 1000).toFixed(1)} kB, ${(sent.spoolBytes / 1000).toFixed(1)} kB`,
    bar: 'none',
    value: sent.spoolBytes,
  })
  const accept = await acceptOf(embedded!, events, quick)
  const costs = new Map<string, FormCost>()
  for (const form of forms) costs.set(form.name, await costOf(form, events, quick))
  const machine = {
    processor: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    node: process.versions.node,
    syncedMbPerSecond: syncedWriteRate(3),
  }
  const found = { at: new Date().toISOString(), machine, event: sent, accept, ...Object.fromEntries(costs) }
  const results = join(import.meta.dirname, 'results')
  mkdirSync(results, { recursive: true })
  writeFileSync(join(results, 'cost.json'), `${JSON.stringify(found, rounded, 2)}\n`)
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

const rounded = (_: string, value: unknown): unknown =>
  typeof value === 'number' ? Number(value.toPrecision(4)) : value

async function sizesOf(events: readonly Buffer[]) {
  const some = events.slice(0, 2000)
  const data = mkdtempSync(join(tmpdir(), 'hindcast-bench-spool-'))
  await fillSpool(data, some)
  const spoolBytes = folderBytes(join(data, 'spool')) / some.length
  rmSync(data, { recursive: true, force: true })
  return { gzipBytes: mean(some.map((event) => gzipSync(event).length)), spoolBytes }
}

async function acceptOf(
  form: Form,
  events: readonly Buffer[],
  quick: boolean,
): Promise<Calibration['accept']> {
  const installation = await form.install()
  const cost = await acceptCost(installation, events.slice(0, 2000), quick ? 5 : 10)
  await uninstall(installation)
  form.report({
    what: 'accepted: processor time of the answering thread, 64 connections',
    figure: `${cost.mainThreadMicroseconds.toFixed(0)} µs (${Math.round(cost.perSecond)}/s)`,
    bar: 'none',
    value: cost.mainThreadMicroseconds,
  })
  return cost
}

async function costOf(form: Form, events: readonly Buffer[], quick: boolean): Promise<FormCost> {
  const { full, small, storedBytes } = await digestCost(form, events, { bursts: quick ? 30 : 100 })
  for (const [what, { cpuMicroseconds, eventsPerBatch }] of [
    ['digested in full batches', full],
    ['digested in small batches', small],
  ] as const) {
    const all = Object.values(cpuMicroseconds).reduce((sum, us) => sum + us, 0)
    form.report({
      what: `${what}: processor time of all processes`,
      figure: `${all.toFixed(0)} µs (${eventsPerBatch.toFixed(0)} events a batch)`,
      bar: 'none',
      value: all,
    })
    for (const [hop, us] of Object.entries(cpuMicroseconds).toSorted(([, one], [, other]) => other - one))
      form.report({ what: `… ${what}: ${hop}`, figure: `${us.toFixed(0)} µs`, bar: 'none', value: us })
  }
  for (const [store, bytes] of Object.entries(storedBytes))
    form.report({
      what: `stored per event: ${store}`,
      figure: `${bytes.toFixed(0)} B`,
      bar: 'none',
      value: bytes,
    })
  const digesterShares = await profileOf(form, events.slice(0, quick ? 4000 : 12_000))
  return { full, small, storedBytes, digesterShares }
}

/** In a run of its own, because a profile takes time itself. */
async function profileOf(form: Form, events: readonly Buffer[]): Promise<FormCost['digesterShares']> {
  const folder = mkdtempSync(join(tmpdir(), 'hindcast-bench-profile-'))
  await digestCost(form, events, {
    bursts: 1,
    nodeArguments: ['--cpu-prof', `--cpu-prof-dir=${folder}`],
  })
  const shares = sharesOf(digesterProfile(folder))
  rmSync(folder, { recursive: true, force: true })
  return shares
}
