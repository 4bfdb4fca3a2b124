import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendEvent } from './harness/app.ts'
import { eventually } from './harness/eventually.ts'
import { install, type Installation } from './harness/installation.ts'
import { ROOT } from './harness/paths.ts'
import { loadLinter } from './linters/load.ts'

interface Family {
  readonly name: string
  readonly help: string
  readonly type: string
  readonly metrics: ReadonlyArray<{
    readonly value?: string
    readonly labels?: Readonly<Record<string, string>>
  }>
}

interface PromQl {
  readonly parser: {
    parse(text: string): {
      iterate(visit: {
        enter(node: { readonly name: string; readonly from: number; readonly to: number }): void
      }): void
    }
  }
}

let hindcast: Installation
let parse: (text: string) => readonly Family[]

beforeAll(async () => {
  const { default: module } = (await loadLinter('parse-prometheus-text-format')) as {
    readonly default: unknown
  }
  parse = ((module as { readonly default?: unknown }).default ?? module) as typeof parse
  // Its own environment, so that the log is JSON.
  hindcast = await install({ env: { HINDCAST_LOG_FORMAT: 'json' } })
  await sendEvent(hindcast.dsn, { message: 'counted' })
  await fetch(`${hindcast.origin}/api/${hindcast.projectId}/store/?sentry_key=${'0'.repeat(32)}`, {
    method: 'POST',
    body: '{}',
  })
  await hindcast.api.allIssues()
  await eventually('a first run of a job and a stored event', async () => {
    const text = await metricsText()
    return (
      (/items_accepted_total\{/.test(text) && /job_last_success_timestamp_seconds\{/.test(text)) || undefined
    )
  })
})
afterAll(() => hindcast?.close())

const metricsText = async () => (await fetch(`${hindcast.origin}/metrics`)).text()
const families = async () => parse(await metricsText())
const byName = (all: readonly Family[], name: string) => all.find((family) => family.name === name)

describe('metrics of a running server', () => {
  it('[OP150] are in the form that Prometheus reads, each once, with help and the unit in the name', async () => {
    const all = await families()
    const names = all.map(({ name }) => name)
    expect(names.length).toBeGreaterThan(35)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
    expect(all.filter(({ help }) => !/^[A-Z].*[.]$/.test(help)).map(({ name }) => name)).toEqual([])
    expect(names.filter((name) => !/^hindcast_[a-z][a-z0-9_]*[a-z0-9]$/.test(name))).toEqual([])
    const wrong = all.filter(({ name, type }) => (type === 'COUNTER') !== name.endsWith('_total'))
    expect(wrong.map(({ name }) => name)).toEqual([])
    // Base units only.
    expect(
      names.filter((name) => /(?:_ms|milliseconds|_kb|_mb|megabytes|percent|minutes|hours)/.test(name)),
    ).toEqual([])
  })

  it('[OP152] say what was stored, what was dropped and why', async () => {
    const all = await families()
    const stored = byName(all, 'hindcast_items_accepted_total')!.metrics
    expect(stored).toContainEqual(expect.objectContaining({ labels: { category: 'error' }, value: '1' }))
    expect(byName(all, 'hindcast_items_dropped_total')!.metrics).toContainEqual(
      expect.objectContaining({ labels: expect.objectContaining({ reason: 'unknown_key' }) as unknown }),
    )
    const labels = all.flatMap(({ metrics }) => metrics.flatMap((metric) => Object.keys(metric.labels ?? {})))
    expect([...new Set(labels)].filter((label) => /project|key|user|url/.test(label))).toEqual([])
  })

  it('[OP151] say that nothing waits once everything is stored', async () => {
    await eventually('an empty queue', async () => {
      const all = await families()
      const value = (name: string) => byName(all, name)!.metrics[0]!.value
      return (
        (value('hindcast_spool_waiting_bytes') === '0' &&
          value('hindcast_spool_oldest_waiting_seconds') === '0') ||
        undefined
      )
    })
  })

  it('[OP155] the dashboard asks for what is there, in valid PromQL', async () => {
    const { parser } = (await loadLinter('@prometheus-io/lezer-promql')) as PromQl
    const text = await readFile(join(ROOT, 'deploy/grafana/hindcast.json'), 'utf8')
    const dashboard = JSON.parse(text) as {
      readonly panels: ReadonlyArray<{ readonly targets?: ReadonlyArray<{ readonly expr: string }> }>
    }
    const queries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
    expect(queries.length).toBeGreaterThan(30)
    const asked = new Set<string>()
    const faults: string[] = []
    for (const query of queries) {
      // Grafana's own variables.
      const promql = query.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*')
      parser.parse(promql).iterate({
        enter({ name, from, to }) {
          if (name === '⚠') faults.push(promql)
          if (name === 'Identifier' && promql.slice(from, to).startsWith('hindcast_'))
            asked.add(promql.slice(from, to))
        },
      })
    }
    expect(faults).toEqual([])
    const served = new Set(
      (await families()).flatMap(({ name, type }) =>
        type === 'HISTOGRAM' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
      ),
    )
    expect([...asked].filter((name) => !served.has(name))).toEqual([])
    expect(asked.size).toBeGreaterThan(25)
  })

  it('[OP156] are all explained in docs/operations.md', async () => {
    const text = await readFile(join(ROOT, 'docs/operations.md'), 'utf8')
    const told = Array.from(text.matchAll(/^\| `(hindcast_\w+)`/gm), ([, name]) => name!)
    expect(told.toSorted()).toEqual((await families()).map(({ name }) => name).toSorted())
  })
})

describe('the log of a running server', () => {
  it('[OP173] is JSON in every thread where asked, without secrets', () => {
    const lines = hindcast.server
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
    const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(entries.map(({ message }) => message)).toEqual(expect.arrayContaining(['telemetry opened']))
    for (const entry of entries)
      expect(entry).toMatchObject({ time: expect.any(String), level: expect.any(String) })
    // What it prints for people stays as it is.
    const others = hindcast.server
      .output()
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('{'))
    expect(others).toEqual([expect.stringMatching(/^listening on http/)])
    expect(hindcast.server.output()).not.toContain(hindcast.init.token)
  })
})

describe('liveness and readiness', () => {
  it('[OP157] are two addresses: one says that the process answers, the other which part cannot do its work', async () => {
    const alive = await fetch(`${hindcast.origin}/healthz`)
    expect([alive.status, await alive.json()]).toEqual([200, { ok: true }])
    const ready = await fetch(`${hindcast.origin}/readyz`)
    expect([ready.status, await ready.json()]).toEqual([
      200,
      { ok: true, checks: ['spool', 'records', 'telemetry'].map((name) => ({ name, ok: true, detail: '' })) },
    ])
    expect([alive, ready].map(({ headers }) => headers.get('cache-control'))).toEqual([
      'no-store',
      'no-store',
    ])
  })
})
