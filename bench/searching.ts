import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { freshRequests } from './envelopes.ts'
import type { Form } from './form.ts'
import { apiGet, type Installation, uninstall } from './installation.ts'
import { fillIssues } from './large.ts'
import { generateLoad } from './load.ts'
import { median, percentile } from './statistics.ts'

const RATE = 200
const CONNECTIONS = 64
/** A user who types, looks at the results and types again. */
const SEARCH_EVERY_MS = 500

export interface SearchingFigures {
  /** Milliseconds to accept an envelope without and with a search running. */
  readonly quiet: Percentiles
  readonly searching: Percentiles
  /** Of a search. */
  readonly search: Percentiles
  readonly searches: number
}

interface Percentiles {
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly worst: number
}

/** Steady traffic to the intake, first alone, then beside one person who searches for words that no issue has. */
export async function acceptWhileSearching(
  form: Form,
  issues: number,
  seconds: number,
): Promise<SearchingFigures> {
  const installation = await form.install(async (data) => {
    const db = new DatabaseSync(join(data, 'records.sqlite'))
    db.exec('begin')
    fillIssues(db, issues, Date.now())
    // The digester numbers its own issues after these.
    db.prepare('update projects set last_issue_number = ?').run(issues)
    db.prepare(`update counters set value = ? where name = 'issue'`).run(issues)
    db.exec('commit')
    db.close()
  })
  await accept(installation, 3)
  const quiet = await accept(installation, seconds)
  const delaysMs: number[] = []
  const over = new AbortController()
  const searcher = (async () => {
    while (!over.signal.aborted) {
      const started = performance.now()
      const words = `nowhere${delaysMs.length}`
      await apiGet(installation, `/api/v1/projects/${installation.project}/issues?query=${words}`)
      delaysMs.push(performance.now() - started)
      await sleep(SEARCH_EVERY_MS)
    }
  })()
  const searching = await accept(installation, seconds)
  over.abort()
  await searcher
  await uninstall(installation)
  return { quiet, searching, search: percentiles(delaysMs), searches: delaysMs.length }
}

async function accept({ server: { url }, path }: Installation, seconds: number): Promise<Percentiles> {
  const next = freshRequests({ path, host: url.host, bugs: 100 })
  const load = {
    host: url.hostname,
    port: Number(url.port),
    connections: CONNECTIONS,
    rate: RATE,
    next,
    seconds,
  }
  const { failures, delaysMs } = await generateLoad(load)
  if (failures > 0) throw new Error(`${failures} requests were not answered with 200`)
  return percentiles(delaysMs)
}

function percentiles(delaysMs: readonly number[]): Percentiles {
  return {
    p50: median(delaysMs),
    p95: percentile(delaysMs, 0.95),
    p99: percentile(delaysMs, 0.99),
    worst: percentile(delaysMs, 1),
  }
}
