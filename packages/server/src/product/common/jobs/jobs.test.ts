import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HOUR_MS, hourOf, type IntakeCount } from '#domain/intake/intake.ts'
import type { Log } from '#domain/log.ts'
import { DEFAULT_PROJECT_SETTINGS } from '#domain/projects/project.ts'
import { STORED_KINDS } from '#domain/intake/stored-kind.ts'
import type { RecordStore } from '#stores/records/records.ts'
import type { KindCounts } from '#stores/telemetry/telemetry.ts'
import { anEvent } from '#stores/records/records.contract.ts'
import { openTestRecords } from '#stores/records/testing/open-records.ts'
import { flushIntakeJob } from '#product/intake/jobs/flush-intake.ts'
import { retentionJob } from '#product/intake/jobs/retention.ts'
import { startScheduler, type Clock, type Job } from './scheduler.ts'

const NOTHING_STORED = Object.fromEntries(STORED_KINDS.map((kind) => [kind, 0])) as KindCounts
const DAY_MS = 24 * HOUR_MS
const running = new AbortController().signal

let folder: string
let records: RecordStore
let errors: unknown[]
const log: Log = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: (_, fields) => void errors.push(fields),
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hindcast-jobs-'))
  errors = []
  records = await openTestRecords({ file: join(folder, 'records.sqlite'), log })
})
afterEach(async () => {
  await records.close()
  await rm(folder, { recursive: true })
})

/** Time only advances while all sleep, and jumps to the next wake-up. */
function jumpingClock(until: number, onEnd: () => void): Clock {
  let time = 0
  return {
    now: () => time,
    sleep: async (ms) => {
      time += ms
      if (time > until) onEnd()
    },
  }
}

async function ranUntil(until: number, jobs: readonly Job[]): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const scheduler = startScheduler({ jobs, log, clock: jumpingClock(until, resolve) })
  await promise
  await scheduler.stop()
}

const expireBodies = async () => 0

describe('scheduler', () => {
  it('[OP1] runs each job when it is due, one at a time', async () => {
    const runs: string[] = []
    let active = 0
    const job = (name: string, everyMs: number, firstAfterMs?: number): Job => ({
      name,
      everyMs,
      ...(firstAfterMs !== undefined && { firstAfterMs }),
      run: async () => {
        expect(++active).toBe(1)
        await Promise.resolve()
        runs.push(name)
        active--
      },
    })
    await ranUntil(60, [job('slow', 50, 5), job('fast', 20)])
    expect(runs.slice(0, 5)).toEqual(['slow', 'fast', 'fast', 'slow', 'fast'])
  })

  it('[OP1] logs a job that fails and runs it again', async () => {
    let runs = 0
    const failing: Job = {
      name: 'failing',
      everyMs: 10,
      run: async () => {
        runs++
        throw new Error('no')
      },
    }
    await ranUntil(30, [failing])
    expect(runs).toBeGreaterThanOrEqual(3)
    expect(errors[0]).toMatchObject({ job: 'failing', error: new Error('no') })
  })

  it('[OP1] waits for the running job when it is stopped, and starts no other', async () => {
    const started = Promise.withResolvers<AbortSignal>()
    const release = Promise.withResolvers<void>()
    const seen: string[] = []
    const long: Job = {
      name: 'long',
      everyMs: 1,
      run: async (signal) => {
        started.resolve(signal)
        await release.promise
        seen.push('finished')
      },
    }
    const scheduler = startScheduler({ jobs: [long], log, clock: jumpingClock(100, () => {}) })
    const signal = await started.promise
    const stopped = scheduler.stop().then(() => seen.push('stopped'))
    expect(signal.aborted).toBe(true)
    release.resolve()
    await stopped
    expect(seen).toEqual(['finished', 'stopped'])
  })

  it('[OP1] stops when there is nothing to do', async () => {
    await startScheduler({ jobs: [], log, clock: jumpingClock(0, () => {}) }).stop()
  })
})

describe('retention', () => {
  it('[OP2] expires each project by its own days, events before issues, and the intake counts', async () => {
    const now = 1_000 * DAY_MS
    const main = await records.organizations.create({ slug: 'main', name: 'Main', now: 1 })
    for (const [index, days] of [90, 7].entries()) {
      const { project } = await records.projects.create({
        organizationId: main.id,
        name: `P${index}`,
        platform: undefined,
        now: 1,
      })
      await records.projects.updateSettings(project.id, { ...DEFAULT_PROJECT_SETTINGS, retentionDays: days })
      await records.digest.apply({
        spoolId: project.id,
        from: 0,
        to: 9,
        counts: [],
        events: [anEvent({ projectId: project.id, receivedAt: now - 30 * DAY_MS })],
      })
    }
    const cell = { projectId: '1', category: 'error', outcome: 'accepted', reason: '', quantity: 1 } as const
    const [old, recent] = [hourOf(now - 91 * DAY_MS), hourOf(now - 89 * DAY_MS)]
    await records.intake.add([
      { ...cell, hour: old },
      { ...cell, hour: recent },
    ])
    const calls: [string, number, boolean][] = []
    const telemetry = {
      expire: async (projectId: string, before: number) => {
        const issue = await records.issues.byNumber(projectId, 1)
        calls.push([projectId, before, issue !== undefined])
        if (projectId === '1') throw new Error('telemetry is away')
        return { ...NOTHING_STORED, errors: 1 }
      },
      dropBefore: async () => NOTHING_STORED,
      received: async () => NOTHING_STORED,
    }
    const job = retentionJob({ records, telemetry, expireBodies, now: () => now, monotonic: () => 0, log })
    await expect(job.run(running)).rejects.toBeInstanceOf(AggregateError)
    expect(calls).toEqual([
      ['1', now - 90 * DAY_MS, true],
      ['2', now - 7 * DAY_MS, true],
    ])
    expect(await records.issues.byNumber('1', 1)).toBeDefined()
    expect(await records.issues.byNumber('2', 1)).toBeUndefined()
    const kept = await records.intake.list('1', { from: 0, to: now })
    expect(kept.map(({ hour }) => hour)).toEqual([recent])
  })

  it('[OP2] forgets after a year who changed what', async () => {
    const now = 1_000 * DAY_MS
    const { id } = await records.organizations.create({ slug: 'main', name: 'Main', now: 1 })
    const line = (at: number) => ({
      organizationId: id,
      at,
      actor: { kind: 'system', name: '' } as const,
      verb: 'created' as const,
      target: { kind: 'team', name: 'Web' } as const,
    })
    await records.audit.add([line(now - 365 * DAY_MS - 1), line(now - 365 * DAY_MS)])
    const nothing = async () => NOTHING_STORED
    const telemetry = { expire: nothing, dropBefore: nothing, received: nothing }
    await retentionJob({ records, telemetry, expireBodies, now: () => now, monotonic: () => 0, log }).run(
      running,
    )
    const { entries } = await records.audit.page(id, {}, { limit: 10 })
    expect(entries.map(({ at }) => at)).toEqual([now - 365 * DAY_MS])
  })
})

describe('intake flush', () => {
  const cell = (change: Partial<IntakeCount> = {}): IntakeCount => ({
    projectId: undefined,
    hour: 0,
    category: 'default',
    outcome: 'refused',
    reason: 'unknown_key',
    quantity: 1,
    ...change,
  })

  it('[OP3] writes what was counted, once', async () => {
    let counted = [cell(), cell({ quantity: 2 }), cell({ projectId: '1', reason: 'over_quota' })]
    const job = flushIntakeJob({ drain: () => counted.splice(0), intake: records.intake })
    await job.run(running)
    await job.run(running)
    counted = [cell()]
    await job.run(running)
    expect(await records.intake.list(undefined, { from: 0, to: 1 })).toEqual([cell({ quantity: 4 })])
    expect(await records.intake.list('1', { from: 0, to: 1 })).toMatchObject([{ quantity: 1 }])
  })

  it('[OP3] keeps what could not be written for the next time, in as many cells as there are', async () => {
    const batches = [[cell()], [cell()], [cell({ reason: 'malformed' })]]
    const written: number[] = []
    let isBroken = true
    const job = flushIntakeJob({
      drain: () => batches.shift() ?? [],
      intake: {
        add: async (counts) => {
          written.push(counts.length)
          if (isBroken) throw new Error('disk is full')
          await records.intake.add(counts)
        },
      },
    })
    await expect(job.run(running)).rejects.toThrow('disk is full')
    await expect(job.run(running)).rejects.toThrow('disk is full')
    isBroken = false
    await job.run(running)
    await job.run(running)
    expect(written).toEqual([1, 1, 2])
    expect(await records.intake.list(undefined, { from: 0, to: 1 })).toEqual([
      cell({ reason: 'malformed' }),
      cell({ quantity: 2 }),
    ])
  })
})
