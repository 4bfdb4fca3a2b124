import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { LIMITS } from '#domain/limits.ts'
import { asking, askWithin, cancelled } from '#domain/question.ts'

import { anEvent } from '#stores/telemetry/telemetry.builders.ts'
import { createBindings } from './bindings.ts'
import { openColumns } from './columns.ts'
import type { Columns } from './columns.ts'
import { temporaryFolder } from './testing.ts'

let dir: string
let columns: Columns
beforeEach(async () => {
  dir = await temporaryFolder()
  columns = await openColumns({
    file: join(dir, 'telemetry.duckdb'),
    tempDir: join(dir, 'tmp'),
    memoryLimitMb: 192,
    threads: 2,
    now: () => 0,
  })
})
afterEach(async () => {
  await columns.close()
  await rm(dir, { recursive: true, force: true })
})

/** A read that holds its connection until it is released. */
function heldRead(): { readonly started: Promise<void>; release: () => void; readonly done: Promise<void> } {
  const started = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const done = columns.read(async (query) => {
    await query('begin', createBindings())
    await query('select count(*) from events', createBindings())
    started.resolve()
    await released.promise
    await query('commit', createBindings())
  })
  return { started: started.promise, release: released.resolve, done }
}

/** Would take hours. */
const ENDLESS = 'select count(*) from range(10000000) a, range(10000000) b where a.range + b.range = -1'

function openOwn(ownDeadlineMs?: number): Promise<Columns> {
  return openColumns({
    file: join(dir, 'own.duckdb'),
    tempDir: join(dir, 'own-tmp'),
    memoryLimitMb: 192,
    threads: 2,
    now: () => 0,
    ...(ownDeadlineMs !== undefined && { ownDeadlineMs }),
  })
}

const countOf = async (columns: Columns) => (await columns.counts()).get('errors')

describe('reads of the columns', () => {
  it('[TS8] never hold up an append, however many are open', async () => {
    const reads = Array.from({ length: 8 }, heldRead)
    await Promise.all(reads.slice(0, 4).map(({ started }) => started))
    await columns.append('spool', 10, { events: [{ ...anEvent({ seq: 1 }), position: 1 }] })
    expect(await columns.watermark('spool')).toBe(10)
    for (const { release } of reads) release()
    await Promise.all(reads.map(({ done }) => done))
    expect(await countOf(columns)).toBe(1)
  })

  it('[TS8] run four at a time, the others in order of arrival', async () => {
    const order: number[] = []
    const reads = Array.from({ length: 7 }, (_, index) => {
      const read = heldRead()
      void read.started.then(() => order.push(index))
      return read
    })
    await Promise.all(reads.slice(0, 4).map(({ started }) => started))
    await columns.append('spool', 10, { events: [] })
    expect(order.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3])
    for (const [index, { release, done }] of reads.entries()) {
      release()
      await done
      await reads[index + 4]?.started
    }
    expect(order.slice(4)).toEqual([4, 5, 6])
  })

  it('[TS8] free their connection when they fail', async () => {
    for (let attempt = 0; attempt < 6; attempt += 1)
      await expect(columns.read((query) => query('select nonsense', createBindings()))).rejects.toMatchObject(
        {
          message: expect.stringContaining('nonsense') as string,
        },
      )
    expect(await countOf(columns)).toBe(0)
  })

  const endless = (): Promise<unknown> => columns.read((query) => query(ENDLESS, createBindings()))
  const ask = (requester: string, work: () => Promise<unknown>, signal = new AbortController().signal) =>
    asking({ requester, signal }, work)

  it('[TS56] are broken off in the engine when their time is up, and leave their connection to others', async () => {
    const slow = ['a', 'b', 'c', 'd'].map((requester) => askWithin(requester, { deadlineMs: 50 }, endless))
    const [ends, waiting] = [Promise.allSettled(slow), countOf(columns)]
    for (const end of await ends) expect(end).toMatchObject({ reason: { code: 'too_slow' } })
    expect(await waiting).toBe(0)
  })

  it('[TS56] have a default deadline', async () => {
    const own = await openOwn(50)
    await expect(own.read((query) => query(ENDLESS, createBindings()))).rejects.toMatchObject({
      code: 'too_slow',
    })
    expect(await countOf(own)).toBe(0)
    await own.close()
  })

  it('[TS57] are cancelled when the client disconnects, also while queued', async () => {
    const gone = new AbortController()
    const reads = Promise.allSettled(Array.from({ length: 6 }, () => ask('a', endless, gone.signal)))
    gone.abort(cancelled())
    for (const end of await reads) expect(end).toMatchObject({ reason: { code: 'cancelled' } })
    expect(await ask('a', () => countOf(columns))).toBe(0)
  })

  it('[TS57] are cancelled also if the client disconnects before the engine has started the statement', async () => {
    const gone = new AbortController()
    const read = () =>
      columns.read((query) => {
        const answered = query(ENDLESS, createBindings())
        gone.abort(cancelled())
        return answered
      })
    await expect(ask('a', read, gone.signal)).rejects.toMatchObject({ code: 'cancelled' })
  })

  it('[TS57] leave their connection alone once they were cancelled', async () => {
    const gone = new AbortController()
    const read = () =>
      columns.read(async (query) => {
        await query('select 1', createBindings())
        const answered = query(ENDLESS, createBindings())
        gone.abort(cancelled())
        return answered
      })
    await expect(ask('a', read, gone.signal)).rejects.toMatchObject({ code: 'cancelled' })
    // Each connection is used by one of them, for longer than it takes to interrupt a statement.
    const long = 'select count(*) as found from range(20000) a, range(1000) b where a.range + b.range = -1'
    const reads = Array.from({ length: 4 }, () => columns.read((query) => query(long, createBindings())))
    for (const rows of await Promise.all(reads)) expect(rows).toEqual([{ found: 0n }])
  })

  it('[TS58] of one requester never take all connections', async () => {
    const gone = new AbortController()
    const reads = Array.from({ length: 8 }, () => ask('a', endless, gone.signal))
    expect(await ask('b', () => countOf(columns))).toBe(0)
    expect(await countOf(columns)).toBe(0)
    gone.abort(cancelled())
    await Promise.allSettled(reads)
  })

  it('[TS58] of one requester wait in a queue that ends somewhere', async () => {
    const gone = new AbortController()
    const { readersPerRequester, waitingPerRequester } = LIMITS.questions
    const reads = Array.from({ length: readersPerRequester + waitingPerRequester }, () =>
      ask('a', endless, gone.signal),
    )
    const settled = Promise.allSettled(reads)
    await expect(ask('a', endless)).rejects.toMatchObject({ code: 'busy' })
    expect(await ask('b', () => countOf(columns))).toBe(0)
    gone.abort(cancelled())
    expect((await settled).every(({ status }) => status === 'rejected')).toBe(true)
  })

  it('[TS59] are broken off by a close', async () => {
    const own = await openOwn()
    const read = own.read((query) => query(ENDLESS, createBindings()))
    const end = read.catch((error: unknown) => error)
    await countOf(own)
    await own.close()
    expect(await end).toMatchObject({ code: 'store_unavailable' })
  })
})
