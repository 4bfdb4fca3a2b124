import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Metric } from '#api/metrics-text.ts'
import { createIntakeCounter } from '#ingest/accept/intake-counter.ts'
import { createDigestMetrics } from './digest-metrics.ts'
import { createHistogram } from './instruments.ts'
import { createMetrics } from './metrics.ts'

const SPOOL = { id: 's', first: 0, committed: 0, bytes: 0, limitBytes: 100, segments: 1, quarantined: 0 }
const BATCH = { position: 0, items: 1, records: 1, durationMs: 20, receivedAt: undefined }

const valueOf = (metrics: readonly Metric[], name: string) =>
  metrics.find((metric) => metric.name === name)!.samples[0]!.value

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hindcast-metrics-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

describe('metrics', () => {
  it('[OP150] a histogram counts values up to each bound, and all of them', () => {
    const histogram = createHistogram('x_seconds', 'X.', [0.1, 1])
    for (const value of [0.05, 0.1, 0.5, 7]) histogram.observe(value)
    expect(histogram.metric().samples).toEqual([
      { suffix: '_bucket', labels: { le: '0.1' }, value: 2 },
      { suffix: '_bucket', labels: { le: '1' }, value: 3 },
      { suffix: '_bucket', labels: { le: '+Inf' }, value: 4 },
      { suffix: '_sum', value: 7.65 },
      { suffix: '_count', value: 4 },
    ])
  })

  it('[OP151] the queue has bytes, and the age of the oldest request in it', () => {
    let now = 1_000_000
    const digest = createDigestMetrics(() => now)
    const age = (committed: number) =>
      valueOf(digest.metrics({ ...SPOOL, committed }, 0), 'hindcast_spool_oldest_waiting_seconds')
    digest.digested({ ...BATCH, position: 0 }, 0)
    expect(age(0)).toBe(0)
    now += 3_600_000
    digest.committed()
    now += 4_000
    // An hour of rest does not count.
    expect(age(500)).toBe(4)
    digest.digested({ ...BATCH, position: 300, receivedAt: now - 3_000 }, 500)
    const metrics = digest.metrics({ ...SPOOL, committed: 500 }, 0)
    expect(valueOf(metrics, 'hindcast_spool_waiting_bytes')).toBe(200)
    expect(valueOf(metrics, 'hindcast_digest_lag_seconds')).toBe(3)
    expect(age(500)).toBe(3)
    digest.digested({ ...BATCH, position: 500, receivedAt: now }, 500)
    expect(age(500)).toBe(0)
  })

  it('[OP151] a backlog from before the start is as old as its requests', () => {
    const now = 10_000_000
    const digest = createDigestMetrics(() => now)
    digest.digested({ ...BATCH, position: 300, receivedAt: now - 7_200_000 }, 500)
    expect(
      valueOf(digest.metrics({ ...SPOOL, committed: 500 }, 0), 'hindcast_spool_oldest_waiting_seconds'),
    ).toBe(7200)
  })

  it('[OP152] what is stored and dropped is counted by category and known reasons, never by project', async () => {
    await writeFile(join(dataDir, 'records.sqlite'), 'x'.repeat(10))
    await writeFile(join(dataDir, 'records.sqlite-wal'), 'x'.repeat(5))
    const metrics = createMetrics('1.2.3', () => 0)
    const counter = metrics.intake.hearing(createIntakeCounter(() => 0))
    counter.add('7', 'error', 'refused', 'over_quota', 3)
    counter.add('8', 'error', 'refused', 'over_quota', 1)
    metrics.intake.itemsCounted({ category: 'span', outcome: 'accepted', reason: '', quantity: 9 })
    metrics.intake.itemsCounted({ category: 'span', outcome: 'dropped', reason: 'made up', quantity: 2 })
    metrics.intake.itemsCounted({ category: 'span', outcome: 'scrubbed', reason: 'card', quantity: 2 })
    expect(counter.drain()).toHaveLength(2)
    const all = await metrics.snapshot({
      dataDir,
      spool: SPOOL,
      liveReaders: 0,
      pendingDeliveries: () => Promise.resolve(2),
      digesterCpuSeconds: () => Promise.resolve(1.5),
    })
    const samples = (name: string) => all.find((metric) => metric.name === name)!.samples
    expect(samples('hindcast_items_accepted_total')).toEqual([{ labels: { category: 'span' }, value: 9 }])
    expect(samples('hindcast_items_dropped_total')).toEqual([
      { labels: { category: 'error', reason: 'over_quota' }, value: 4 },
      { labels: { category: 'span', reason: 'other' }, value: 2 },
    ])
    expect(samples('hindcast_store_bytes')[0]).toEqual({ labels: { store: 'records' }, value: 15 })
    expect(valueOf(all, 'hindcast_deliveries_pending')).toBe(2)
    expect(valueOf(all, 'hindcast_digest_cpu_seconds_total')).toBe(1.5)
  })

  it('[OP153] jobs say when they last succeeded, and deliveries how they went', async () => {
    const metrics = createMetrics('1.2.3', () => 5_000)
    metrics.jobs.jobRan('retention', true, 250)
    metrics.jobs.jobRan('retention', false, 250)
    metrics.jobs.delivered(false)
    const all = await metrics.snapshot({
      dataDir,
      spool: SPOOL,
      liveReaders: 0,
      pendingDeliveries: () => Promise.resolve(0),
      digesterCpuSeconds: () => Promise.resolve(0),
    })
    const samples = (name: string) => all.find((metric) => metric.name === name)!.samples
    expect(samples('hindcast_job_runs_total')).toEqual([
      { labels: { job: 'retention', outcome: 'succeeded' }, value: 1 },
      { labels: { job: 'retention', outcome: 'failed' }, value: 1 },
    ])
    expect(samples('hindcast_job_last_success_timestamp_seconds')).toEqual([
      { labels: { job: 'retention' }, value: 5 },
    ])
    expect(samples('hindcast_delivery_attempts_total')).toEqual([{ labels: { outcome: 'failed' }, value: 1 }])
  })
})
