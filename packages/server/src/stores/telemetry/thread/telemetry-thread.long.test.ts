import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { MessageChannel, Worker } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { silentLog } from '#domain/testing.ts'

import { AppError } from '#domain/app-error.ts'
import { askWithin, currentQuestion } from '#domain/question.ts'

import { openTestTelemetry } from '#stores/telemetry/testing/open-telemetry.ts'
import { temporaryFolder } from '#stores/telemetry/duckdb/testing.ts'
import { T0, anEvent, eventIdOf } from '#stores/telemetry/telemetry.builders.ts'
import { describeBreakdowns } from '#stores/telemetry/breakdowns.contract.ts'
import { describeCompaction } from '#stores/telemetry/compaction.contract.ts'
import { describeTelemetryCopies } from '#stores/telemetry/copy.contract.ts'
import { describeEventOrder } from '#stores/telemetry/event-order.contract.ts'
import { describeFeedbackTelemetry } from '#stores/telemetry/feedback.contract.ts'
import { describeSessionTelemetry } from '#stores/telemetry/sessions.contract.ts'
import { describeNavigationTelemetry } from '#stores/telemetry/navigations.contract.ts'
import { describeRenames } from '#stores/telemetry/renames.contract.ts'
import { describeRouteTelemetry } from '#stores/telemetry/routes.contract.ts'
import { describeSpanSearch } from '#stores/telemetry/span-search.contract.ts'
import { describeSpanTelemetry } from '#stores/telemetry/spans.contract.ts'
import { describeThresholdTelemetry } from '#stores/telemetry/thresholds.contract.ts'
import { describeTelemetryStore, type OpenedTelemetryStore } from '#stores/telemetry/telemetry.contract.ts'
import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'
import { connectTelemetry } from './telemetry-client.ts'
import { serveTelemetry } from './telemetry-host.ts'

const open = (dir: string) => openTestTelemetry({ dir, now: () => T0, log: silentLog })

function throughPorts(store: TelemetryStore): TelemetryStore {
  const { port1, port2 } = new MessageChannel()
  serveTelemetry(store, port1)
  return connectTelemetry(port2)
}

const openBehindPort = async (): Promise<OpenedTelemetryStore> => {
  const dir = await temporaryFolder()
  let store = throughPorts(await open(dir))
  return {
    store,
    async reopen() {
      await store.close()
      store = throughPorts(await open(dir))
      return store
    },
    async cleanup() {
      await store.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

describeTelemetryStore('DuckDB behind a message port', openBehindPort)
describeSessionTelemetry('DuckDB behind a message port', openBehindPort)
describeSpanTelemetry('DuckDB behind a message port', openBehindPort)
describeSpanSearch('DuckDB behind a message port', openBehindPort)
describeRouteTelemetry('DuckDB behind a message port', openBehindPort)
describeRenames('DuckDB behind a message port', openBehindPort)
describeNavigationTelemetry('DuckDB behind a message port', openBehindPort)
describeFeedbackTelemetry('DuckDB behind a message port', openBehindPort)
describeThresholdTelemetry('DuckDB behind a message port', openBehindPort)
describeEventOrder('DuckDB behind a message port', openBehindPort)
describeBreakdowns('DuckDB behind a message port', openBehindPort)
describeCompaction('DuckDB behind a message port', openBehindPort)
describeTelemetryCopies('DuckDB behind a message port', openBehindPort, open)

describe('a telemetry store in another thread', () => {
  let dir: string
  let worker: Worker
  let store: TelemetryStore
  beforeEach(async () => {
    dir = await temporaryFolder()
    const { port1, port2 } = new MessageChannel()
    worker = new Worker(join(import.meta.dirname, 'telemetry-worker.ts'), {
      workerData: { dir, port: port1 },
      transferList: [port1],
    })
    store = connectTelemetry(port2)
  })
  afterEach(async () => {
    await store.close()
    await worker.terminate()
    await rm(dir, { recursive: true, force: true })
  })

  it('[TS21] answers like one in this thread, calls made together each with their own answer', async () => {
    const events = [1, 2].map((seq) => anEvent({ seq, spoolId: 's' }))
    await store.append({ spoolId: 's', from: 0, to: 9, events, raw: [] })
    const [one, two, none, position] = await Promise.all([
      store.get('1', eventIdOf(1)),
      store.get('1', eventIdOf(2)),
      store.get('1', eventIdOf(3)),
      store.watermark('s'),
    ])
    expect([one, two, none, position]).toEqual([events[0], events[1], undefined, 9])
  })

  it('[TS21] fails with the same code and message, and keeps the stack of the other thread', async () => {
    const scope = { projectId: '1', range: { from: 0, to: 1 } }
    const error: unknown = await store
      .timeSeries(scope, { measure: 'events', bucketMs: 0 })
      .catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(AppError)
    expect(error).toMatchObject({ code: 'invalid_input', message: expect.stringContaining('bucket') })
    expect((error as AppError).cause).toMatchObject({ stack: expect.stringContaining('time-series.ts') })
  })

  it('[TS21] passes on an error that is not meant for callers as what it is', async () => {
    const events = [anEvent({ seq: 1, projectId: 'not a number' })]
    const appended = store.append({ spoolId: 's', from: 0, to: 2, events, raw: [] })
    const error: unknown = await appended.catch((reason: unknown) => reason)
    expect(error).not.toBeInstanceOf(AppError)
    expect(error).toMatchObject({ name: 'TypeError', message: 'not a decimal id: not a number' })
  })
})

it('[TS21] fails every open and every later call when its thread ends', async () => {
  const { port1, port2 } = new MessageChannel()
  const store = connectTelemetry(port2)
  // Silent rather than busy: ending a thread inside a DuckDB call aborts the whole process.
  const worker = new Worker(`require('node:worker_threads').workerData.on('message', () => {})`, {
    eval: true,
    workerData: port1,
    transferList: [port1],
  })
  const calls = Promise.allSettled([store.stats(), store.watermark('s')])
  await once(worker, 'online')
  await worker.terminate()
  const failed = { status: 'rejected', reason: { code: 'store_unavailable' } }
  expect(await calls).toMatchObject([failed, failed])
  await expect(store.watermark('s')).rejects.toMatchObject({ code: 'store_unavailable' })
})

it('[TS21] fails calls that were never answered when the port closes', async () => {
  const { port1, port2 } = new MessageChannel()
  const store = connectTelemetry(port2)
  const calls = Promise.allSettled([store.stats(), store.watermark('s')])
  port1.close()
  expect(await calls).toMatchObject([
    { status: 'rejected', reason: { code: 'store_unavailable' } },
    { status: 'rejected', reason: { code: 'store_unavailable' } },
  ])
  await store.close()
})

it('[TS21] answers no method that is not part of the port', async () => {
  const { port1, port2 } = new MessageChannel()
  const dir = await temporaryFolder()
  const store = await open(dir)
  serveTelemetry(store, port1)
  for (const method of ['constructor', 'toString', '__proto__', 'nonsense']) {
    const answer = new Promise((resolve) => port2.once('message', resolve))
    port2.postMessage({ id: 1, method, args: [] })
    expect(await answer).toMatchObject({ id: 1, failure: { message: 'no such method' } })
  }
  port2.close()
  await store.close()
  await rm(dir, { recursive: true, force: true })
})

it('[TS57] is notified of a cancelled call, and continues to answer others', async () => {
  const { port1, port2 } = new MessageChannel()
  const dir = await temporaryFolder()
  const real = await open(dir)
  const seen = Promise.withResolvers<string>()
  // The real store behind a read that ends only when its question does.
  const endless: TelemetryStore = {
    ...real,
    stats: () =>
      new Promise((_resolve, reject) => {
        const { requester, signal } = currentQuestion()!
        signal.addEventListener('abort', () => {
          seen.resolve(String(requester))
          reject(signal.reason as Error)
        })
      }),
  }
  serveTelemetry(endless, port1)
  const store = connectTelemetry(port2)
  await expect(askWithin('ann', { deadlineMs: 20 }, () => store.stats())).rejects.toMatchObject({
    code: 'too_slow',
  })
  expect(await seen.promise).toBe('ann')
  expect(await store.watermark('s')).toBe(0)
  const gone = AbortSignal.abort()
  await expect(
    askWithin('ann', { deadlineMs: 1000, gone }, () => store.watermark('s')),
  ).rejects.toMatchObject({ code: 'cancelled' })
  // Writes cannot be cancelled.
  await askWithin('ann', { deadlineMs: 1000, gone }, () =>
    store.append({ spoolId: 's', from: 0, to: 9, events: [], raw: [] }),
  )
  expect(await store.watermark('s')).toBe(9)
  await store.close()
  await rm(dir, { recursive: true, force: true })
})
