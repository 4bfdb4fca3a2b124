import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DuckDBInstance } from '@duckdb/node-api'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { silentLog } from '#domain/testing.ts'

import { T0, anEvent, eventIdOf } from '#stores/telemetry/telemetry.builders.ts'
import type { EventRow, Scope, TelemetryStore } from '#stores/telemetry/telemetry.ts'
import { encodeLines } from './block-codec.ts'
import { openDuckDbTelemetry } from './telemetry-store.ts'
import { temporaryFolder } from './testing.ts'

const HOUR = 3_600_000
const SCOPE: Scope = { projectId: '1', range: { from: 0, to: Number.MAX_SAFE_INTEGER } }
const DIGEST = { kind: 'digest', value: 'd' } as const

/** The last versions of the schema that did not know the spool of an event. */
const EARLIER = {
  vault: ['0001_documents', '0002_identifiers', '0003_issue_moves', '0004_numbers'],
  columns: ['0001_events', '0002_fingerprint', '0003_sessions', '0004_search'],
}
const schemaOf = (store: keyof typeof EARLIER) =>
  EARLIER[store].map((name) =>
    readFileSync(new URL(`./migrations/${store}/${name}.sql`, import.meta.url), 'utf8'),
  )

const named = (title: string, seq: number, receivedAt: number) =>
  anEvent({ title, eventId: eventIdOf(title), seq, receivedAt })

/** Numbered in the order in which two spools were stored, which is not the order of receipt. */
const OLD = [
  named('old 1', 100, T0),
  named('old 2', 200, T0 + 2 * HOUR),
  named('old 3', 300, T0 + HOUR),
  named('old 4', 400, T0 + 3 * HOUR),
]
/** Its document was stored, and then the process was killed before the row was. */
const UNLISTED = named('old 5', 500, T0 + 4 * HOUR)

function writeEarlierVault(file: string): void {
  const db = new DatabaseSync(file)
  db.exec(`pragma auto_vacuum = incremental; create table schema_migrations
           (version integer primary key, file text not null, applied_at integer not null)`)
  for (const [index, sql] of schemaOf('vault').entries()) {
    db.exec(sql)
    db.prepare('insert into schema_migrations values (?, ?, 0)').run(index + 1, `${EARLIER.vault[index]}.sql`)
  }
  for (const [index, { spoolId: _spool, ...event }] of [...OLD, UNLISTED].entries()) {
    const id = Buffer.from(event.eventId, 'hex')
    const { seq, receivedAt } = event
    db.prepare('insert into event_ids values (1, ?, ?, ?)').run(id, seq, index + 1)
    db.prepare('insert into event_blocks values (?, 1, ?, ?, 1, ?, ?)').run(
      index + 1,
      receivedAt,
      receivedAt,
      id,
      encodeLines([JSON.stringify(event)]),
    )
    db.prepare(`insert into identifiers values (1, 'digest', 'd', ?, ?)`).run(seq, id)
  }
  const watermark = db.prepare('insert into watermarks values (?, ?, ?)')
  watermark.run('given up', 201, 200)
  watermark.run('in use', 501, 500)
  db.close()
}

async function writeEarlierColumns(file: string): Promise<void> {
  const instance = await DuckDBInstance.create(file)
  const connection = await instance.connect()
  await connection.run(`create table schema_migrations
                        (version bigint not null, file varchar not null, applied_at bigint not null)`)
  for (const [index, sql] of schemaOf('columns').entries()) {
    await connection.run(sql)
    await connection.run(`insert into schema_migrations values (${index + 1}, 'earlier', 0)`)
  }
  for (const row of OLD) await connection.run(insertOf(row))
  await connection.run(`insert into watermarks values ('given up', 201), ('in use', 401)`)
  connection.closeSync()
  instance.closeSync()
}

function insertOf({ seq, eventId, issueId, receivedAt, title, fingerprint }: EventRow): string {
  return `insert into events by name
    select ${seq} as seq, 1 as project_id, '${eventId}' as event_id, ${issueId} as issue_id,
           ${receivedAt} as received_at, ${receivedAt} as occurred_at, 'error' as kind, 'error' as level,
           '${title}' as title, 'c' as culprit, 't' as type, 'v' as value, 'javascript' as platform, '' as tags,
           '${fingerprint}' as fingerprint`
}

describe('what an earlier version stored, without the spool of an event', () => {
  let store: TelemetryStore
  beforeEach(async () => {
    const dir = await temporaryFolder()
    writeEarlierVault(join(dir, 'vault.sqlite'))
    await writeEarlierColumns(join(dir, 'telemetry.duckdb'))
    store = await openDuckDbTelemetry({ dir, now: () => 1, log: silentLog })
    onTestFinished(async () => {
      await store.close()
      await rm(dir, { recursive: true, force: true })
    })
  })
  const titles = (events: ReadonlyArray<{ readonly title: string }>) => events.map(({ title }) => title)
  const listed = async () => titles((await store.page(SCOPE, { limit: 99 })).events)
  const OLD_NEWEST_FIRST = ['old 4', 'old 2', 'old 3', 'old 1']

  it('[TS74] is listed, stepped through and found by time of receipt', async () => {
    expect(await listed()).toEqual(OLD_NEWEST_FIRST)
    for (const [index, title] of OLD_NEWEST_FIRST.entries()) {
      const event = (await store.get('1', eventIdOf(title)))!
      expect(event.spoolId).toBe('')
      const older = (await store.page(SCOPE, { before: event, limit: 1 })).events
      const newer = await store.following(SCOPE, { after: event, limit: 1 })
      expect([older[0]?.title, newer[0]?.title]).toEqual([
        OLD_NEWEST_FIRST[index + 1],
        OLD_NEWEST_FIRST[index - 1],
      ])
    }
    expect(titles(await store.find(['1'], DIGEST, 3))).toEqual(['old 5', 'old 4', 'old 2'])
  })

  it('[TS74] stands before what the same spool and a new one bring, and is completed by a replay', async () => {
    const newer = named('new 1', 501, T0 + 5 * HOUR)
    await store.append({ spoolId: 'in use', from: 401, to: 502, events: [UNLISTED, newer], raw: [] })
    const other = { ...named('new 2', 0, T0 + 6 * HOUR), identifiers: [DIGEST] }
    await store.append({ spoolId: 'made anew', from: 0, to: 1, events: [other], raw: [] })
    expect(await listed()).toEqual(['new 2', 'new 1', 'old 5', ...OLD_NEWEST_FIRST])
    const replayed = (await store.get('1', eventIdOf('old 5')))!
    expect(titles((await store.page(SCOPE, { before: replayed, limit: 1 })).events)).toEqual(['old 4'])
    expect(titles(await store.following(SCOPE, { after: replayed, limit: 1 }))).toEqual(['new 1'])
    expect(titles(await store.find(['1'], DIGEST, 2))).toEqual(['new 2', 'old 5'])
  })

  it('[TS74] counts as brought by the spool that was written last', async () => {
    const id = eventIdOf('old 4')
    expect(await store.known('1', [id], 'in use')).toEqual(new Map([[id, 400]]))
    expect(await store.known('1', [id], 'given up')).toEqual(new Map([[id, -1]]))
  })

  it('[TS74] can still be revised, and keeps its place', async () => {
    const { projectId, eventId, seq, document } = OLD[1]!
    const grouping = { ...document.grouping, fingerprint: eventIdOf('better') }
    await store.revise([
      { projectId, eventId, seq, issueId: '8', title: 'revised', culprit: 'c', grouping, awaited: ['m'] },
    ])
    expect(await listed()).toEqual(['old 4', 'revised', 'old 3', 'old 1'])
    expect(titles(await store.find(['1'], { kind: 'awaited_map', value: 'm' }, 9))).toEqual(['revised'])
  })
})
