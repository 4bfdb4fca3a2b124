import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { anEvent } from '../telemetry.builders.ts'
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

describe('reads of the columns', () => {
  it('[TS8] never hold up an append, however many are open', async () => {
    const reads = Array.from({ length: 8 }, heldRead)
    await Promise.all(reads.slice(0, 4).map(({ started }) => started))
    await columns.append('spool', 10, [{ ...anEvent({ seq: 1 }), position: 1 }])
    expect(await columns.watermark('spool')).toBe(10)
    for (const { release } of reads) release()
    await Promise.all(reads.map(({ done }) => done))
    expect(await columns.count()).toBe(1)
  })

  it('[TS8] run four at a time, the others in order of arrival', async () => {
    const order: number[] = []
    const reads = Array.from({ length: 7 }, (_, index) => {
      const read = heldRead()
      void read.started.then(() => order.push(index))
      return read
    })
    await Promise.all(reads.slice(0, 4).map(({ started }) => started))
    await columns.append('spool', 10, [])
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
      await expect(columns.read((query) => query('select nonsense', createBindings()))).rejects.toThrow(
        /nonsense/,
      )
    expect(await columns.count()).toBe(0)
  })
})
