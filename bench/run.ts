import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { compareAccept, cpuShareOf, shareOf, steadyDelays, type Comparison } from './accept.ts'
import { type Child, hindcastJson, startChild } from './children.ts'
import { benchCost } from './cost.ts'
import { digestRate } from './digest.ts'
import { syncedWriteRate } from './disk.ts'
import { apiGet, digestedEvents, install, type Installation, OWNER, uninstall } from './installation.ts'
import { EMBEDDED, openScaledForm, type Form } from './form.ts'
import { groupingCost } from './grouping.ts'
import { fillStores } from './large.ts'
import { byIdDelays, facetDelays, issueDelays, latestEventDelays, streamDelays, textDelays } from './read.ts'
import { regroupRate } from './regroup.ts'
import { benchLookup } from './lookup.ts'
import { readOptions } from './options.ts'
import { benchMatcher, benchRoutes } from './routes.ts'
import { details, report, rows, sideBySide } from './report.ts'
import { scrubCost } from './scrub.ts'
import { measureScreens, sendIssues, type ScreenTarget } from './screens.ts'
import { benchReads, benchSpans } from './spans.ts'
import { median, percentile } from './statistics.ts'
import { acceptWhileSearching } from './searching.ts'
import { sendMapped, uploadLargeMap } from './symbols.ts'
import { fillReleases, verdictDelays } from './verdict.ts'
import { visibleDelays } from './visible.ts'

// Accepting begins with the warm-up: beyond some nine seconds the spool is so full that senders are slowed (decision 15).
const { isQuick: QUICK, isScaled: SCALED, isWanted: wanted } = readOptions()
const SECONDS = QUICK
  ? { disk: 3, accept: 4, warmUp: 3, steady: 10, digest: 10, visible: 8 }
  : { disk: 10, accept: 5, warmUp: 3, steady: 30, digest: 60, visible: 30 }
const ROUNDS = QUICK ? 1 : 5

function benchDisk(): void {
  const rate = syncedWriteRate(SECONDS.disk)
  report({
    what: 'a bare loop of 128 KB writes, each synced',
    figure: `${Math.round(rate)} MB/s = ${Math.round((rate * 1e6) / 4300)}/s of 4 KB`,
    bar: 'none: it bounds the next two rows',
    value: rate,
  })
}

async function benchAccept(form: Form): Promise<void> {
  const bare = await startChild([join(import.meta.dirname, 'bare-server.ts')])
  for (const gzip of [false, true]) {
    const rounds: Comparison[] = []
    while (rounds.length < ROUNDS) {
      const installation = await form.install()
      const options = { gzip, seconds: SECONDS.accept }
      rounds.push(await compareAccept({ server: bare, path: '/' }, installation, options))
      await uninstall(installation)
    }
    details[`accept ${gzip ? 'gzip' : 'plain'} ${form.name}`] = rounds
    const share = median(rounds.map(shareOf))
    form.report({
      what: `durable accept, 4 KB ${gzip ? 'gzip' : 'plain'}, 64 connections`,
      figure: `${share.toFixed(2)} × bare (${Math.round(median(rounds.map(({ ours }) => ours.rate)))}/s)`,
      bar: '≥ 0.70 × bare',
      value: share,
    })
    const cpuShare = median(rounds.map(cpuShareOf))
    form.report({
      what: `… by processor time of the answering thread, ${gzip ? 'gzip' : 'plain'}`,
      figure: `${cpuShare.toFixed(2)} × bare (${median(rounds.map(({ ours }) => ours.cpu)).toFixed(1)} µs each)`,
      bar: '≥ 0.70 × bare',
      value: cpuShare,
    })
  }
  await benchSteady(form, bare)
  await bare.stop()
}

/** Beside the bare server, because on a shared machine most of the longest delays are the machine's. */
async function benchSteady(form: Form, bare: Child): Promise<void> {
  const rate = 2000
  const installation = await form.install()
  await steadyDelays(installation, rate, SECONDS.warmUp)
  const rounds: Array<{ readonly ours: number; readonly bare: number; readonly median: number }> = []
  while (rounds.length < ROUNDS) {
    const ours = await steadyDelays(installation, rate, SECONDS.steady / ROUNDS)
    const others = await steadyDelays({ server: bare, path: '/' }, rate, SECONDS.steady / ROUNDS)
    rounds.push({ ours: percentile(ours, 0.99), bare: percentile(others, 0.99), median: median(ours) })
  }
  await uninstall(installation)
  details[`steady ${form.name}`] = rounds
  const p99 = median(rounds.map(({ ours }) => ours))
  const barely = median(rounds.map((round) => round.bare)).toFixed(1)
  form.report({
    what: `durable accept at ${rate.toLocaleString('en')}/s, ${SECONDS.steady} s`,
    figure: `p99 ${p99.toFixed(1)} ms (bare ${barely}), p50 ${median(rounds.map((one) => one.median)).toFixed(1)} ms`,
    bar: 'p99 9 ms (on an idle machine)',
    value: p99,
  })
}

async function benchSearching(form: Form): Promise<void> {
  const issues = 100_000
  const figures = await acceptWhileSearching(form, issues, QUICK ? 8 : 30)
  const { quiet, searching, search, searches } = figures
  details[`searching ${form.name}`] = figures
  form.report({
    what: `accept at 200/s while somebody searches ${issues.toLocaleString('en')} issues`,
    figure: `p99 ${searching.p99.toFixed(1)} ms (${quiet.p99.toFixed(1)} without)`,
    bar: 'none',
    value: searching.p99,
  })
  form.report({
    what: 'a search for a word that no issue has, beside it',
    figure: `p95 ${search.p95.toFixed(0)} ms, p50 ${search.p50.toFixed(0)} ms (${searches} searches)`,
    bar: 'none',
    value: search.p95,
  })
}

async function benchLoad(form: Form): Promise<void> {
  const installation = await form.install()
  await benchIdle(form, installation)
  await benchDigest(form, installation)
  await benchVisible(form, installation)
  await benchById(form, installation)
  await uninstall(installation)
}

async function benchIdle(form: Form, installation: Installation): Promise<void> {
  await sleep(10_000)
  const resident = installation.server.residentMb()
  form.report({
    what: 'resident memory, idle',
    figure: `${Math.round(resident)} MB`,
    bar: '≤ 200 MB',
    value: resident,
  })
}

async function benchDigest(form: Form, installation: Installation): Promise<void> {
  // A little above the bar: beyond what is digested, the backlog on disk grows and says nothing about memory.
  const rate = 3300
  const result = await digestRate(installation.server, installation.path, {
    rate,
    seconds: SECONDS.digest,
    digested: () => digestedEvents(installation),
  })
  details[`digest ${form.name}`] = result
  form.report({
    what: `digested end to end, ${SECONDS.digest} s, ${rate.toLocaleString('en')}/s offered`,
    figure: `${Math.round(result.digestedPerSecond)}/s (${result.backlog} waiting)`,
    bar: '≥ 3,000/s',
    value: result.digestedPerSecond,
  })
  const half = result.residentMb.slice(result.residentMb.length / 2)
  form.report({
    what: 'resident memory under that load, 2nd half min–max',
    figure: `${Math.min(...half)}–${Math.max(...half)} MB`,
    bar: '≤ 700 MB, flat',
    value: Math.max(...half),
  })
  if (form.engines === undefined) return
  const { postgres, clickhouse } = form.engines.residentMb()
  form.report({
    what: 'resident memory of PostgreSQL and of ClickHouse after it',
    figure: `${Math.round(postgres)} and ${Math.round(clickhouse)} MB`,
    bar: 'none',
    value: postgres + clickhouse,
  })
}

async function benchVisible(form: Form, installation: Installation): Promise<void> {
  const delays = await visibleDelays({
    url: installation.server.url,
    path: installation.path,
    seconds: SECONDS.visible,
    isVisible: async (marker) => {
      const { issues } = await apiGet<{ issues: unknown[] }>(
        installation,
        `/api/v1/projects/${installation.project}/issues?query=${marker}&limit=1`,
      )
      return issues.length > 0
    },
  })
  details[`visible ${form.name}`] = delays
  form.report({
    what: 'accept → visible in the issue stream, 500/s',
    figure: `p95 ${Math.round(percentile(delays, 0.95))} ms, p50 ${Math.round(median(delays))} ms (${delays.length} probes)`,
    bar: 'p95 < 1,000 ms',
    value: percentile(delays, 0.95),
  })
}

async function benchById(form: Form, installation: Installation): Promise<void> {
  const total = `${(await digestedEvents(installation)).toLocaleString('en')} events`
  const delays = await byIdDelays((path) => apiGet(installation, path), installation.project)
  form.report({
    what: 'event by id over HTTP, after that load',
    figure: `p95 ${percentile(delays, 0.95).toFixed(1)} ms, p50 ${median(delays).toFixed(1)} ms (${total})`,
    bar: 'p50 < 10 ms (p95 < 50 ms at 10 M)',
    value: percentile(delays, 0.95),
  })
  const latest = await latestEventDelays((path) => apiGet(installation, path), installation.project)
  form.report({
    what: 'latest event of an issue over HTTP, after that load',
    figure: `p95 ${percentile(latest, 0.95).toFixed(1)} ms, p50 ${median(latest).toFixed(1)} ms`,
    bar: 'p50 < 10 ms (p95 < 50 ms at 10 M)',
    value: percentile(latest, 0.95),
  })
}

async function benchMapped(): Promise<void> {
  let bytes = 0
  const mapped = await install(async (data) => {
    bytes = await uploadLargeMap(data, Date.now())
  })
  const ids = await sendMapped(`${mapped.server.url.origin}${mapped.path}`, 120)
  const open = (id: string) => apiGet<EventAnswer>(mapped, `/api/v1/projects/${mapped.project}/events/${id}`)
  while ((await digestedEvents(mapped)) < ids.length) await sleep(100)
  const warm = await delaysOf(ids.slice(20), open)
  const { exceptions } = await open(ids[0]!)
  if (!exceptions[0]!.frames.every(({ original }) => original !== null))
    throw new Error('a frame is not mapped')
  const resident = mapped.server.residentMb()
  details['mapped'] = { bytes, warm, resident }
  report({
    what: `symbolicated event open, 20 frames, ${(bytes / 1e6).toFixed(1)} MB map, warm`,
    figure: `p95 ${percentile(warm, 0.95).toFixed(1)} ms, p50 ${median(warm).toFixed(1)} ms (${Math.round(resident)} MB)`,
    bar: 'p95 < 150 ms',
    value: percentile(warm, 0.95),
  })
  await uninstall(mapped)
}

function benchGrouping(): void {
  const cost = groupingCost(QUICK ? 200 : 2000)
  details['grouping'] = cost
  report({
    what: `grouping cost per event, ${cost.events} recorded failures as sent`,
    figure: `${cost.grouped.toFixed(1)} µs, ${cost.recognised.toFixed(1)} of it to recognise`,
    bar: 'none',
    value: cost.grouped,
  })
}

function benchScrub(): void {
  const cost = scrubCost(QUICK ? 50 : 300)
  const { secrets, innocents, missed, hit } = cost
  details['scrub'] = cost
  report({
    what: `secrets of the corpus, ${secrets} of them`,
    figure: `${secrets - missed.length} found, ${missed.length} missed`,
    bar: '≥ 98 % found',
    value: 1 - missed.length / secrets,
  })
  report({
    what: `innocents of the corpus, ${innocents} of them`,
    figure: `${innocents - hit.length} spared, ${hit.length} hit`,
    bar: '≥ 99 % spared',
    value: 1 - hit.length / innocents,
  })
  report({
    what: `search for secrets per event, ${cost.events} recorded ones`,
    figure: `${cost.perEvent.toFixed(1)} µs`,
    bar: 'none',
    value: cost.perEvent,
  })
}

async function benchRegroup(): Promise<void> {
  const result = await regroupRate(QUICK ? 1000 : 5000)
  details['regroup'] = result
  const { sent, mapped } = result.groupingMicroseconds
  report({
    what: 'grouping cost per event, 20 frames, read and grouped',
    figure: `${mapped.toFixed(0)} µs mapped, ${sent.toFixed(0)} µs as sent`,
    bar: 'none',
    value: mapped,
  })
  report({
    what: 'regrouped after a late map, opening it included',
    figure: `${Math.round(result.regroupedPerSecond)} events/s`,
    bar: 'none',
    value: result.regroupedPerSecond,
  })
}

interface EventAnswer {
  readonly exceptions: ReadonlyArray<{ readonly frames: ReadonlyArray<{ readonly original: unknown }> }>
}

async function delaysOf(ids: readonly string[], open: (id: string) => Promise<unknown>): Promise<number[]> {
  const delays: number[] = []
  for (const id of ids) {
    const started = performance.now()
    await open(id)
    delays.push(performance.now() - started)
  }
  return delays
}

async function benchStream(form: Form): Promise<void> {
  const size = QUICK ? { events: 1_000_000, issues: 10_000 } : { events: 10_000_000, issues: 100_000 }
  const large = await form.install(async (data) => {
    // Opens, and so makes, the telemetry store.
    hindcastJson(['doctor', '--json', '--data', data])
    await fillStores(data, size)
  })
  const delays = await streamDelays((path) => apiGet(large, path), large.project)
  form.report({
    what: `issue stream over HTTP, ${size.events / 1e6} M events, ${size.issues / 1e3} k issues`,
    figure: `p95 ${Math.round(percentile(delays, 0.95))} ms, p50 ${Math.round(median(delays))} ms`,
    bar: 'p95 < 100 ms',
    value: percentile(delays, 0.95),
  })
  await benchIssue(form, large)
  await benchSearch(form, large)
  await uninstall(large)
}

async function benchVerdict(form: Form): Promise<void> {
  const size = QUICK
    ? { events: 1_000_000, issues: 10_000, sessions: 500_000 }
    : { events: 10_000_000, issues: 100_000, sessions: 5_000_000 }
  const large = await form.install(async (data) => {
    hindcastJson(['doctor', '--json', '--data', data])
    await fillReleases(data, size)
  })
  const delays = await verdictDelays((path) => apiGet(large, path), large.project, QUICK ? 30 : 60)
  details[`verdict ${form.name}`] = delays
  const stored = `${size.events / 1e6} M events, ${size.sessions / 1e6} M sessions, 30 releases`
  for (const [what, of, bar] of [
    ['verdict on a release', delays.verdict, 'p95 < 300 ms'],
    ['list of releases', delays.list, 'p95 < 200 ms (at 5 M sessions)'],
  ] as const)
    form.report({
      what: `${what} over HTTP, ${stored}`,
      figure: `p95 ${Math.round(percentile(of, 0.95))} ms, p50 ${Math.round(median(of))} ms`,
      bar,
      value: percentile(of, 0.95),
    })
  await uninstall(large)
}

async function benchIssue(form: Form, large: Installation): Promise<void> {
  const { issue, breakdown } = await issueDelays((path) => apiGet(large, path), large.project)
  const figure = (delays: readonly number[]) =>
    `p95 ${percentile(delays, 0.95).toFixed(1)} ms, p50 ${median(delays).toFixed(1)} ms`
  form.report({
    what: 'an issue of that stream, without what its events have in common',
    figure: figure(issue),
    bar: 'p95 < 50 ms (at 10 M)',
    value: percentile(issue, 0.95),
  })
  form.report({
    what: 'what the events of such an issue have in common',
    figure: figure(breakdown),
    bar: 'none',
    value: percentile(breakdown, 0.95),
  })
}

async function benchSearch(form: Form, large: Installation): Promise<void> {
  const get = (path: string) => apiGet(large, path)
  const facets = await facetDelays(get, large.project)
  form.report({
    what: 'facets of that stream',
    figure: `p95 ${Math.round(percentile(facets, 0.95))} ms, p50 ${Math.round(median(facets))} ms`,
    bar: 'p95 < 200 ms (at 10 M)',
    value: percentile(facets, 0.95),
  })
  for (const list of ['issues', 'events'] as const) {
    const { delays, searched } = await textDelays(get, large.project, list)
    form.report({
      what: `words of frames and breadcrumbs among ${list}`,
      figure: `p95 ${Math.round(percentile(delays, 0.95))} ms, p50 ${Math.round(median(delays))} ms (${(searched / 1e6).toFixed(2)} M searched)`,
      bar: 'none',
      value: percentile(delays, 0.95),
    })
  }
}

async function benchScreens(): Promise<void> {
  const installation = await install()
  const target: ScreenTarget = {
    origin: installation.server.url.origin,
    path: installation.path,
    project: installation.project,
    owner: OWNER,
  }
  const issues = QUICK ? 1000 : 10_000
  await sendIssues(target, issues)
  while ((await digestedEvents(installation)) < issues) await sleep(200)
  const { sizes, lcpMs, worstKeyMs, openingsMs } = await measureScreens(target)
  await uninstall(installation)
  details['screens'] = { lcpMs, openingsMs, sizes: Object.fromEntries(sizes.screens) }
  report({ what: 'entry, gzip', figure: kB(sizes.entry), bar: '≤ 125 kB', value: sizes.entry })
  for (const [name, bytes] of sizes.screens) {
    const bar = name === 'issue-stream' ? '≤ 165 kB' : '≤ 200 kB'
    report({ what: `first load of ${name}, gzip`, figure: kB(bytes), bar, value: bytes })
  }
  report({
    what: `issue stream of ${issues} rows: LCP, 4 × slower CPU, 10 Mbit/s`,
    figure: `${lcpMs.map(Math.round).join(' / ')} ms`,
    bar: '≤ 1,200 ms unthrottled',
    value: median(lcpMs),
  })
  report({
    what: 'worst key latency there, 40 × j, 4 × slower CPU',
    figure: `${Math.round(worstKeyMs)} ms`,
    bar: '≤ 150 ms',
    value: worstKeyMs,
  })
  report({
    what: 'list → detail, warm',
    figure: `p50 ${Math.round(median(openingsMs))} ms, p95 ${Math.round(percentile(openingsMs, 0.95))} ms`,
    bar: '≤ 100 ms',
    value: median(openingsMs),
  })
}

function kB(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`
}

console.log(
  `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}${QUICK ? ', quick' : ''}\n`,
)
const scaled = SCALED ? await openScaledForm() : undefined
const forms: readonly Form[] = scaled === undefined ? [EMBEDDED] : [EMBEDDED, scaled]

async function inEachForm(bench: (form: Form) => Promise<void>): Promise<void> {
  for (const form of forms) await bench(form)
}

if (wanted('accept')) {
  benchDisk()
  await inEachForm(benchAccept)
}
if (wanted('searching')) await inEachForm(benchSearching)
if (wanted('load')) await inEachForm(benchLoad)
if (wanted('maps')) {
  await benchMapped()
  benchGrouping()
  await benchRegroup()
}
if (wanted('scrub')) benchScrub()
if (wanted('stream')) await inEachForm(benchStream)
if (wanted('lookup')) await inEachForm((form) => benchLookup(form, QUICK))
if (wanted('verdict')) await inEachForm(benchVerdict)
if (wanted('screens')) await benchScreens()
if (wanted('spans')) {
  await benchSpans(QUICK)
  await inEachForm((form) => benchReads(form, QUICK))
}
if (wanted('routes')) {
  benchMatcher(QUICK)
  await inEachForm((form) => benchRoutes(form, QUICK))
}
if (wanted('cost')) await benchCost(forms, QUICK)
if (scaled !== undefined) {
  console.log(
    `\n${sideBySide()}\n\nscaled: ${scaled.engines!.name}, all on this machine: an upper bound of what servers of their own take.`,
  )
  await scaled.close()
}
const results = resolve(import.meta.dirname, 'results')
mkdirSync(results, { recursive: true })
writeFileSync(
  join(results, 'latest.json'),
  JSON.stringify({ at: new Date().toISOString(), rows, details }, undefined, 2),
)
const told = rows.map(({ form, what, value }) => ({
  what: SCALED ? `${what} (${form})` : what,
  value: Number(value.toFixed(3)),
}))
console.log(`\n${JSON.stringify(told)}`)
