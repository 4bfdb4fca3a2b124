import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asking } from '../packages/server/src/domain/question.ts'
import { createBindings } from '../packages/server/src/stores/telemetry/clickhouse/bindings.ts'
import type { ClickHouseAddress } from '../packages/server/src/stores/telemetry/clickhouse/address.ts'
import { connectClickHouse, type Engine } from '../packages/server/src/stores/telemetry/clickhouse/engine.ts'
import { changedTable, statementsFor } from '../packages/server/src/stores/telemetry/clickhouse/layout.ts'
import { batchOf, SPACING } from '../packages/server/src/stores/telemetry/duckdb/testing.ts'
import {
  T0,
  aRawItem,
  aSpan,
  anEvent,
  eventIdOf,
  spanIdOf,
  traceIdOf,
} from '../packages/server/src/stores/telemetry/telemetry.builders.ts'
import type { TelemetryStore } from '../packages/server/src/stores/telemetry/telemetry.ts'
import { openClickHouse, type TestClickHouse } from './harness/clickhouse.ts'
import { openAlone, openStore } from './harness/clickhouse-stores.ts'

let server: TestClickHouse
beforeAll(async () => {
  server = await openClickHouse()
})
afterAll(() => server.close())

const EVERYTHING = { projectId: '1', range: { from: 0, to: Number.MAX_SAFE_INTEGER } }

/** All that a store answers about the spool of `batchOf`. */
async function contentsOf(store: TelemetryStore) {
  const projects = ['1', '2']
  // Rows of sessions are sums of those of a batch.
  const { sessions: _sessions, ...stats } = (await store.stats()).stored
  return {
    position: await store.watermark('spool'),
    stats,
    pages: await Promise.all(
      projects.map((projectId) => store.page({ ...EVERYTHING, projectId }, { limit: 1000 })),
    ),
    found: await store.find(projects, { kind: 'digest', value: '0' }, 1000),
    documents: await store.get('1', eventIdOf(2 * SPACING)),
    raw: await store.rawItems('1', { itemType: 'transaction', limit: 1000 }),
    sessions: [...(await store.sessionCounts(EVERYTHING, { limit: 10 }))],
    segments: await store.segments(EVERYTHING, { order: 'latest', limit: 1000 }),
  }
}

/** Fails at the insert of this number, before or after its rows are stored, and at all that follow. */
function failingAt(nth: number, when: 'before' | 'after') {
  let inserts = 0
  const connect = async (address: ClickHouseAddress): Promise<Engine> => {
    const engine = await connectClickHouse(address)
    return {
      ...engine,
      async insert(rows) {
        const number = ++inserts
        if (number > nth || (number === nth && when === 'before')) throw new Error('cut off')
        await engine.insert(rows)
        if (number === nth) throw new Error('cut off')
      },
    }
  }
  return { connect, inserts: () => inserts }
}

describe('a batch that breaks off', () => {
  it.each(['before', 'after'] as const)(
    '[TS200] is stored once when it comes again, cut differently, whichever insert failed %s it was done',
    async (when) => {
      const whole = await openAlone(server)
      await whole.store.append(batchOf(0, 5))
      await whole.store.append(batchOf(5, 15))
      const expected = await contentsOf(whole.store)
      await whole.cleanup()
      for (let nth = 1; ; nth++) {
        const opened = await openAlone(server)
        await opened.store.append(batchOf(0, 5))
        const failing = failingAt(nth, when)
        const broken = await openStore(opened.address, failing.connect)
        const failure = await broken.append(batchOf(5, 9)).catch((error: unknown) => error)
        // Also in the process that it failed in, if that goes on.
        if (nth % 2 === 0) await broken.append(batchOf(5, 9)).catch(() => undefined)
        await broken.close()
        const store = await opened.reopen()
        await store.append(batchOf(5, 3))
        await store.append(batchOf(5, 15))
        expect(await contentsOf(store), `insert ${nth}`).toEqual(expected)
        await opened.cleanup()
        if (failure === undefined) break
        expect(nth).toBeLessThan(20)
      }
    },
  )

  it('[TS200] is stored once when only the connection failed and the process goes on', async () => {
    const opened = await openAlone(server)
    let isCut = false
    const connect = async (address: ClickHouseAddress): Promise<Engine> => {
      const engine = await connectClickHouse(address)
      const insert: Engine['insert'] = async (rows) => {
        if (isCut && rows.table === 'spans') throw new Error('cut off')
        return engine.insert(rows)
      }
      return { ...engine, insert }
    }
    const store = await openStore(opened.address, connect)
    await store.append(batchOf(0, 5))
    isCut = true
    await expect(store.append(batchOf(5, 5))).rejects.toThrow('cut off')
    isCut = false
    await store.append(batchOf(5, 7))
    await store.append(batchOf(12, 8))
    const { stats, position } = await contentsOf(store)
    expect(stats).toMatchObject({ errors: 20, spans: 20 })
    expect(position).toBe(20 * SPACING)
    await store.close()
    await opened.cleanup()
  })

  it('[TS201] deletes nothing that is stored where the position that it reads is an old one', async () => {
    const opened = await openAlone(server)
    await opened.store.append(batchOf(0, 5))
    const connect = async (address: ClickHouseAddress): Promise<Engine> => {
      const engine = await connectClickHouse(address)
      return {
        ...engine,
        ask: (sql, ...rest) =>
          sql.includes('from positions') ? Promise.resolve([]) : engine.ask(sql, ...rest),
      }
    }
    const behind = await openStore(opened.address, connect)
    await behind.append(batchOf(5, 5))
    await behind.close()
    expect((await opened.store.stats()).stored).toMatchObject({ errors: 10, spans: 10 })
    await opened.cleanup()
  })

  it('[TS202] moves events that were on their way when another node merged their issue', async () => {
    const opened = await openAlone(server)
    const { store } = opened
    const connect = async (address: ClickHouseAddress): Promise<Engine> => {
      const engine = await connectClickHouse(address)
      const insert: Engine['insert'] = async (rows) => {
        // After this node looked for moves, and before its rows are there.
        if (rows.table === 'events') {
          const fingerprints = [eventIdOf('fingerprint')]
          await store.move({ projectId: '1', from: '7', to: '8', fingerprints })
        }
        return engine.insert(rows)
      }
      return { ...engine, insert }
    }
    const other = await openStore(opened.address, connect)
    await other.append({ spoolId: 'other', from: 0, to: 10, events: [anEvent({ seq: 1 })], raw: [] })
    await other.close()
    const { events } = await store.page(EVERYTHING, { limit: 9 })
    expect(events.map(({ issueId }) => issueId)).toEqual(['8'])
    await opened.cleanup()
  })
})

describe('tables on a cluster', () => {
  it.each(['replicated', 'sharded'] as const)(
    '[TS206] %s are statements that the engine can read',
    async (kind) => {
      const migration = await readFile(
        new URL(
          '../packages/server/src/stores/telemetry/clickhouse/migrations/0001_telemetry.sql',
          import.meta.url,
        ),
        'utf8',
      )
      const statements = statementsFor({ kind, cluster: 'all' }, migration)
      expect(statements.length).toBeGreaterThan(10)
      for (const statement of statements) await server.run(`explain ast ${statement}`)
      const changes = [
        'update T set issue_id = 1 where seq = 1',
        'delete from T where seq = 1',
        `alter table T drop partition '2026-03-02' settings max_partition_size_to_drop = 0`,
      ]
      for (const change of changes) {
        const table = changedTable({ kind, cluster: 'all' }, 'events')
        await server.run(`explain ast ${change.replace('T', table)}`)
      }
    },
  )
})

describe('a question', () => {
  it('[TS208] about one event, trace or item reads the granule that it lies in, and no more', async () => {
    const opened = await openAlone(server)
    const { store, address } = opened
    const digest = { kind: 'digest', value: '7' } as const
    const seqs = Array.from({ length: 6_000 }, (_, seq) => seq)
    await store.append({
      spoolId: 's',
      from: 0,
      to: 6_000,
      events: seqs.map((seq) => Object.assign(anEvent({ seq }), seq === 77 ? { identifiers: [digest] } : {})),
      raw: seqs.map((seq) => aRawItem({ seq })),
      spans: seqs.map((seq) => aSpan({ seq, traceId: traceIdOf(seq) })),
    })
    const asked: Array<Parameters<Engine['ask']>> = []
    const connect = async (to: ClickHouseAddress): Promise<Engine> => {
      const engine = await connectClickHouse(to)
      const ask: Engine['ask'] = (...args) => {
        asked.push(args)
        return engine.ask(...args)
      }
      return { ...engine, ask }
    }
    const watched = await openStore(address, connect)
    asked.length = 0
    await watched.known('1', [eventIdOf(77)], 's')
    await watched.get('1', eventIdOf(77))
    await watched.find(['1'], digest, 5)
    await watched.identifiersOf('1', [eventIdOf(77)], 'digest')
    await watched.trace(['1'], traceIdOf(77), { limit: 10 })
    await watched.spanDetails('1', traceIdOf(77), spanIdOf(77))
    await watched.rawItems('1', { itemType: 'transaction', after: 77, limit: 5 })
    expect(asked.length).toBe(9)
    const engine = await connectClickHouse(address)
    for (const [sql, bind] of asked) {
      const plan = await engine.ask(`explain indexes = 1 ${sql}`, bind)
      const granules = plan.flatMap((row) => /Granules: (\d+)$/.exec(String(row['explain']))?.[1] ?? [])
      expect(granules.length, sql).toBeGreaterThan(0)
      // The raw items end with the page, not with a granule.
      const most = sql.includes('raw_items') ? 24 : 1
      for (const count of granules) expect(Number(count), sql).toBeLessThanOrEqual(most)
    }
    await engine.close()
    await watched.close()
    await opened.cleanup()
  })

  it('[TS203] is ended on the server when nobody waits for the answer', async () => {
    const opened = await openAlone(server)
    const engine = await connectClickHouse(opened.address)
    await opened.store.append({
      spoolId: 's',
      from: 0,
      to: 5000,
      events: Array.from({ length: 5000 }, (_, seq) => anEvent({ seq, value: 'a'.repeat(2000) })),
      raw: [],
    })
    const gone = new AbortController()
    const where = Array.from({ length: 400 }, (_, index) => ({
      op: 'not' as const,
      of: { dimension: 'message' as const, op: 'regex' as const, source: `(a+)+b${index}`, anyCase: true },
    }))
    const asked = asking({ requester: 'somebody', signal: gone.signal }, () =>
      opened.store.rank({ ...EVERYTHING, where }, { receivedAt: T0, spoolId: '', seq: 0 }),
    )
    const bind = createBindings()
    const running = async () =>
      (
        await engine.ask(
          `select 1 from system.processes where query like '%newer%' and query not like '%system%'`,
          bind,
        )
      ).length
    await expect.poll(running, { timeout: 60_000, interval: 20 }).toBe(1)
    gone.abort(new Error('gone'))
    await expect(asked).rejects.toThrow('gone')
    await expect.poll(running, { timeout: 60_000, interval: 20 }).toBe(0)
    await engine.close()
    await opened.cleanup()
  })

  it('[TS204] says that ClickHouse can’t be reached, without its password, and is answered when it is back', async () => {
    const opened = await openAlone(server)
    server.cut()
    const asked = opened.store.page(EVERYTHING, { limit: 1 })
    await expect(asked).rejects.toMatchObject({
      code: 'store_unavailable',
      message: expect.stringContaining('can’t be reached') as string,
    })
    const later = await openStore({ ...opened.address, password: 'very-secret' })
    const failure = await later.watermark('spool').catch(String)
    expect(failure).toContain(opened.address.name)
    expect(failure).not.toContain('very-secret')
    server.mend()
    expect(await opened.store.page(EVERYTHING, { limit: 1 })).toMatchObject({ events: [] })
    await later.close()
    await opened.cleanup()
  })

  it('[TS205] about a copy is answered with ClickHouse’s own backup', async () => {
    const opened = await openAlone(server)
    await expect(opened.store.copyTo('/tmp/copy')).rejects.toThrow(/BACKUP DATABASE/)
    await opened.store.resume()
    await opened.cleanup()
  })
})
