import { spawnSync } from 'node:child_process'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { silentLog } from '#domain/testing.ts'

import { anEvent, eventIdOf } from '#stores/telemetry/telemetry.builders.ts'
import { openDuckDbTelemetry } from './telemetry-store.ts'
import { temporaryFolder } from './testing.ts'

let dir: string
beforeEach(async () => {
  dir = await temporaryFolder()
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const open = () => openDuckDbTelemetry({ dir, now: () => 0, log: silentLog })
const file = (name: string) => join(dir, name)
const unavailable = (message: RegExp) =>
  expect.objectContaining({
    name: 'AppError',
    code: 'store_unavailable',
    message: expect.stringMatching(message),
  })

describe('a telemetry folder that cannot be used', () => {
  it('[TS9] is refused while this process has it open, where DuckDB itself would let two copies diverge', async () => {
    const store = await open()
    await expect(open()).rejects.toEqual(unavailable(/vault\.sqlite is in use/))
    await store.close()
    await (await open()).close()
  })

  it('[TS9 OP62] is refused while another process has it open', async () => {
    const store = await open()
    const script = `
      import { openDuckDbTelemetry } from ${JSON.stringify(join(import.meta.dirname, 'telemetry-store.ts'))}
      const log = { info() {} }
      await openDuckDbTelemetry({ dir: ${JSON.stringify(dir)}, now: () => 0, log }).catch((e) => console.log(e.code, e.message))`
    const child = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' })
    expect(child.stdout).toMatch(/^store_unavailable .*vault\.sqlite is in use by another process/)
    await store.close()
  })

  it.each(['vault.sqlite', 'telemetry.duckdb'])('[TS18] says that %s is no database', async (name) => {
    await writeFile(file(name), 'this was a shopping list '.repeat(1000))
    await expect(open()).rejects.toEqual(unavailable(new RegExp(`${name.replace('.', '\\.')} is damaged`)))
    await rm(file(name))
    await (await open()).close()
  })

  it.each([
    ['nothing', ''],
    ['one of its headers', 'DUCK'.padStart(12, '\0').padEnd(4096, '\0')],
  ])('[TS84] opens after a first start that was killed when its columns had %s', async (_, written) => {
    await writeFile(file('telemetry.duckdb.new'), written)
    await writeFile(file('telemetry.duckdb.new.wal'), written)
    const store = await open()
    await store.append({ spoolId: 's', from: 0, to: 1, events: [anEvent({ seq: 0 })], raw: [] })
    await store.close()
    expect((await readdir(dir)).filter((name) => name.includes('.new'))).toEqual([])
    await (await open()).close()
  })

  it('[TS18] says which document is damaged, and still gives the others', async () => {
    const store = await open()
    const events = Array.from({ length: 65 }, (_, seq) => anEvent({ seq }))
    await store.append({ spoolId: 's', from: 0, to: 65, events, raw: [] })
    await store.close()
    const db = new DatabaseSync(file('vault.sqlite'))
    const data = db.prepare('select data from event_blocks where block_id = 1').get()?.['data'] as Uint8Array
    data[data.length >> 1]! ^= 1
    db.prepare('update event_blocks set data = ? where block_id = 1').run(data)
    db.close()
    const again = await open()
    await expect(again.get('1', eventIdOf(3))).rejects.toEqual(unavailable(/event [0-9a-f]{32} is damaged/))
    expect(await again.get('1', eventIdOf(64))).toEqual({ ...events[64], spoolId: 's' })
    expect(
      (await again.page({ projectId: '1', range: { from: 0, to: 2e12 } }, { limit: 100 })).events.length,
    ).toBe(65)
    await again.close()
  })

  it('[TS18] says that a schema is newer than this version, and leaves the files alone', async () => {
    await (await open()).close()
    const db = new DatabaseSync(file('vault.sqlite'))
    db.exec(`insert into schema_migrations values (99, '0099_future.sql', 0)`)
    db.close()
    await expect(open()).rejects.toEqual(
      unavailable(/vault\.sqlite has schema version 99, .* knows only \d+\./),
    )
  })

  it('[TS18] says that a folder stands where a file should', async () => {
    await mkdir(file('vault.sqlite'))
    await expect(open()).rejects.toEqual(unavailable(/vault\.sqlite cannot be opened/))
  })
})

describe('a batch that the telemetry cannot store', () => {
  it('[TS77] leaves nothing behind, and the next batch is stored', async () => {
    const store = await open()
    const batch = (events: readonly ReturnType<typeof anEvent>[]) => ({
      spoolId: 's',
      from: 0,
      to: 9,
      events,
      raw: [],
    })
    const unstorable = anEvent({ seq: 2, eventId: 'no id' })
    await expect(store.append(batch([anEvent({ seq: 1 }), unstorable]))).rejects.toThrow()
    expect(await store.watermark('s')).toBe(0)
    expect(await store.known('1', [eventIdOf(1)], 's')).toEqual(new Map())
    await store.append(batch([anEvent({ seq: 1 }), anEvent({ seq: 2 })]))
    expect(await store.stats()).toMatchObject({ stored: { errors: 2 } })
    expect(await store.get('1', eventIdOf(1))).toEqual(anEvent({ seq: 1, spoolId: 's' }))
    await store.close()
  })
})
